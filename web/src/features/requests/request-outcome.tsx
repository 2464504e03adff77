// What /request-a-key says once it has been asked: what happens next, or that enough requests wait already.
import { type ReactNode, useEffect, useRef } from 'react';
import type { KeyRequest } from '../../../../src/accounts/key-request.ts';
import { Id } from '../../kit/code/code.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';

export function Received({ request: { id, email } }: { request: KeyRequest }) {
  return (
    <Told title="Your request is in">
      <ol className="stack gap-3">
        <Step at={1} title="A person reads it">
          There is no automatic decision. Should you write to us about it, name <Id>{id}</Id>
        </Step>
        <Step at={2} title="The decision comes by mail">
          To <strong className="font-medium wrap-anywhere text-ink">{email}</strong>, also where it is a no.
        </Step>
        <Step at={3} title="The mail has a link that signs you in">
          There you make your first key. No password is ever needed.
        </Step>
      </ol>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/docs" icon="book" isOutside>
          Read the API reference
        </LinkButton>
        <LinkButton href="/">Try the search meanwhile</LinkButton>
      </div>
    </Told>
  );
}

export function AskedEnough({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Told title="We have your requests already">
      <p>
        Three requests from <strong className="font-medium wrap-anywhere">{email}</strong> are waiting for a decision,
        so this one was not added to them. Nothing is lost: the answer comes by mail, and you can ask again after it.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/">To the start</LinkButton>
        <Button kind="ghost" onClick={onBack}>
          Ask with another address
        </Button>
      </div>
    </Told>
  );
}

/** Takes the focus, since the form that had it is gone. */
function Told({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="stack gap-6 outline-none">
      <PageHeader title={title} />
      {children}
    </div>
  );
}

function Step({ at, title, children }: { at: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-strong text-xs text-muted"
      >
        {at}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  );
}

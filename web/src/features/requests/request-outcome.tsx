// Result of /request-a-key: what happens next, or that too many requests are already pending.
import { type ReactNode, useEffect, useRef } from 'react';
import type { KeyRequest } from '../../api/openapi.ts';
import { Id } from '../../kit/code/code.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';

export function Received({ request: { id, email } }: { request: KeyRequest }) {
  return (
    <Outcome title="Request received">
      <ol className="stack gap-3">
        <Step number={1} title="We review your request">
          A person reads every request. Your request ID is <Id>{id}</Id>
        </Step>
        <Step number={2} title="You get the decision by email">
          To <strong className="font-medium wrap-anywhere text-ink">{email}</strong>, either way.
        </Step>
        <Step number={3} title="Sign in with the emailed link">
          Then create your first key. No password needed.
        </Step>
      </ol>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/docs" icon="book" isOutside>
          Read the docs
        </LinkButton>
        <LinkButton href="/">Try the search</LinkButton>
      </div>
    </Outcome>
  );
}

export function TooManyPending({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Outcome title="Requests already pending">
      <p>
        Three requests from <strong className="font-medium wrap-anywhere">{email}</strong> are already pending, so this
        one wasn’t added. You can send another after we reply by email.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/">Go to home page</LinkButton>
        <Button kind="ghost" onClick={onBack}>
          Use a different email
        </Button>
      </div>
    </Outcome>
  );
}

/** Takes the focus from the form it replaces. */
function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="stack gap-6 outline-none">
      <PageHeader title={title} />
      {children}
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-strong text-xs text-muted"
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  );
}

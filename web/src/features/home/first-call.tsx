// The way to the first call, in place of empty charts: a key, the call, and whether it was seen. A chunk of its own: few are new.
import type { UsageRecord } from '@hookline/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import type { IssuedKey, Key } from '../../../../src/auth/key.ts';
import { ownKeys } from '../../api/account.ts';
import { readHistory } from '../../api/usage.ts';
import { useApi } from '../../api/use-api.ts';
import { Code } from '../../kit/code/code.tsx';
import { fillInKey, knownKey, maskedKey } from '../../kit/code/known-key.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { firstCall, IssuedKeyView } from '../keys/issued-key.tsx';
import { NewKeyForm } from '../keys/key-forms.tsx';
import { endOf } from '../keys/key-state.ts';

const lookEverySeconds = 3;

type FirstCallProps = {
  keys: readonly Key[];
  onKeyMade: () => void;
  onSeen: (record: UsageRecord) => void;
};

export function FirstCall({ keys, onKeyMade, onSeen }: FirstCallProps) {
  const [isOpen, setOpen] = useState(false);
  const [issued, setIssued] = useState<IssuedKey>();
  const now = useNow();
  const live = keys.filter((key) => !endOf(key, now));
  const { data: seen } = useApi<UsageRecord[]>(['first call'], () => readHistory({ by: ['endpoint', 'status'] }), {
    refreshSeconds: lookEverySeconds,
  });
  const first = seen?.find(({ calls }) => calls > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it comes
  useEffect(() => {
    if (first) onSeen(first);
  }, [first]);
  const close = () => {
    setOpen(false);
    setIssued(undefined);
  };

  return (
    <Section title="Your first call" description="Two minutes: a key, one line, and the answer shows here.">
      <Card flush>
        <ol className="divide-y">
          <Step
            number={1}
            isDone={live.length > 0}
            title={live.length > 0 ? `Key ${live[0].name} is ready` : 'Create a key'}
            action={
              <Button kind={live.length > 0 ? 'secondary' : 'primary'} icon="plus" onClick={() => setOpen(true)}>
                {live.length > 0 ? 'Create another' : 'Create key'}
              </Button>
            }
          >
            {live.length > 0
              ? 'It was shown when it was made. If you do not have it any more, create another.'
              : 'Each request carries one. It is shown once, so have a place to store it.'}
          </Step>
          <Step number={2} title="Call the API">
            {knownKey() ? 'Copying fills in the key that you just made.' : 'In place of hkl_… goes your key.'}
            <div className="mt-3 text-ink">
              <Code label="First call" wrap copied={() => fillInKey(firstCall(maskedKey))}>
                {firstCall(maskedKey)}
              </Code>
            </div>
          </Step>
          <Step number={3} title="See it arrive">
            <span role="status" className="inline-flex items-center gap-2">
              <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-coral" />
              Waiting for your first call. This page looks every {lookEverySeconds} seconds.
            </span>
            <p>A call whose key is mistyped is answered with 401, and nobody can tell that it was yours.</p>
          </Step>
        </ol>
      </Card>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={issued ? 'Store this key now' : 'Create key'}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <IssuedKeyView issued={issued} onStored={close} />
        ) : (
          <NewKeyForm
            verbs={ownKeys}
            onIssued={(key) => {
              setIssued(key);
              onKeyMade();
            }}
            onCancel={close}
          />
        )}
      </Dialog>
    </Section>
  );
}

type StepProps = { number: number; title: string; isDone?: boolean; action?: ReactNode; children: ReactNode };

function Step({ number, title, isDone, action, children }: StepProps) {
  return (
    <li className="flex gap-3 p-4">
      <span
        aria-hidden="true"
        className={`inline-flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-medium ${isDone ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
      >
        {isDone ? <Icon name="check" className="size-3.5" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="leading-6 font-medium wrap-anywhere">
            {title}
            {isDone && <span className="sr-only">, done</span>}
          </h3>
          <div className="text-muted">{children}</div>
        </div>
        {action}
      </div>
    </li>
  );
}

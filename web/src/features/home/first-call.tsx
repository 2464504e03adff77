// Onboarding of a new account: create a key, make the first call, see it arrive. A separate chunk.
import type { UsageRecord } from '@hookline/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { ownKeys } from '../../api/account.ts';
import type { IssuedKey, Key } from '../../api/openapi.ts';
import { readHistory } from '../../api/usage.ts';
import { useApi } from '../../api/use-api.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useMay } from '../../shell/session.tsx';
import { FirstCalls } from '../keys/first-calls.tsx';
import { IssuedKeyView } from '../keys/issued-key.tsx';
import { NewKeyForm } from '../keys/key-forms.tsx';
import { endOf } from '../keys/key-state.ts';

const pollSeconds = 3;

type FirstCallProps = {
  keys: readonly Key[];
  onKeyCreated: () => void;
  onSeen: (record: UsageRecord) => void;
};

export function FirstCall({ keys, onKeyCreated, onSeen }: FirstCallProps) {
  const [isOpen, setOpen] = useState(false);
  const [issued, setIssued] = useState<IssuedKey>();
  const isViewOnly = !useMay('change');
  const now = useNow();
  const liveKey = keys.find((key) => !endOf(key, now));
  const { data: records } = useApi<UsageRecord[]>(['first call'], () => readHistory({ by: ['endpoint', 'status'] }), {
    refreshSeconds: pollSeconds,
  });
  const first = records?.find(({ calls }) => calls > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, when it arrives
  useEffect(() => {
    if (first) onSeen(first);
  }, [first]);
  const close = () => {
    setOpen(false);
    setIssued(undefined);
  };

  return (
    <Section title="Your first call" description="Create a key, run one example, and see the call arrive here.">
      <Card flush>
        <ol className="divide-y">
          <Step
            number={1}
            isDone={liveKey !== undefined}
            title={liveKey ? `Key “${liveKey.name}” is ready` : 'Create a key'}
            action={
              !isViewOnly && (
                <Button kind={liveKey ? 'secondary' : 'primary'} icon="plus" onClick={() => setOpen(true)}>
                  {liveKey ? 'Create another key' : 'Create key'}
                </Button>
              )
            }
          >
            {liveKey
              ? 'Keys are shown only once. If you no longer have it, create another.'
              : 'Every request needs an API key. It is shown only once, so store it safely.'}
          </Step>
          <Step number={2} title="Call the API">
            <div className="mt-3 text-ink">
              <FirstCalls />
            </div>
          </Step>
          <Step number={3} title="Check that it arrived">
            <span role="status" className="inline-flex items-center gap-2">
              <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-coral" />
              Waiting for your first call. This page checks every {pollSeconds} seconds.
            </span>
            <p>Calls with a mistyped key return 401 and don’t appear here.</p>
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
            keyActions={ownKeys}
            onIssued={(key) => {
              setIssued(key);
              onKeyCreated();
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

// ResumeDialog: resumes a paused webhook and delivers or skips its backlog. Used in the dashboard and the console.
import type { ReactNode } from 'react';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { waitingText } from './webhook-state.ts';

/** Only webhooks in the console have an account. */
type PausedWebhook = {
  webhook_id: string;
  webhook_url: string;
  description?: string | null;
  account_name?: string;
  backlog: number;
  failed: number;
};

type ResumeDialogProps = {
  webhook: PausedWebhook | undefined;
  resume: (id: string, backlog: 'deliver' | 'skip') => Promise<unknown>;
  onClose: () => void;
  onResumed: () => void;
};

export function ResumeDialog({ webhook, resume, onClose, onResumed }: ResumeDialogProps) {
  const submit = async (values: FormValues) => {
    if (webhook) await resume(webhook.webhook_id, values.text('backlog') === 'skip' ? 'skip' : 'deliver');
    onResumed();
    onClose();
  };
  return (
    <Dialog isOpen={webhook !== undefined} onClose={onClose} title="Resume webhook">
      <Form onSubmit={submit} label="Resume webhook">
        {webhook && webhook.backlog + webhook.failed === 0 ? (
          <p className="text-muted wrap-anywhere">{describe(webhook)} New hooks are sent from now on.</p>
        ) : (
          <fieldset className="stack gap-2">
            <legend className="mb-2 text-muted wrap-anywhere">{webhook && describe(webhook)}</legend>
            <Choice value="deliver" title="Deliver backlog" isDefault>
              Sends them now, oldest first. Each gets a full set of retries.
            </Choice>
            <Choice value="skip" title="Skip backlog">
              Sends new hooks only. Skipped deliveries stay in the log and can be replayed.
            </Choice>
          </fieldset>
        )}
        <FormActions submit="Resume" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function describe(webhook: PausedWebhook): string {
  return `${receiverOf(webhook)}: ${waitingText(webhook)}`;
}

function receiverOf({ webhook_url, description, account_name }: PausedWebhook): string {
  return [account_name, description || webhook_url].filter(Boolean).join(', ');
}

type ChoiceProps = { value: string; title: string; isDefault?: boolean; children: ReactNode };

function Choice({ value, title, isDefault, children }: ChoiceProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-2.5 rounded-md border border-strong px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" name="backlog" value={value} defaultChecked={isDefault} className="mt-0.5 size-4" />
      <span className="font-medium">{title}</span>
      <span className="col-start-2 text-muted">{children}</span>
    </label>
  );
}

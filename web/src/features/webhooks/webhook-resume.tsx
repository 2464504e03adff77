// The question how a paused webhook goes on: with what was kept, or without it. Its owner is asked, or the operator for its owner.
import type { ReactNode } from 'react';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { backlogWords } from './webhook-state.ts';

/** What is known of it where it is asked. */
type Paused = {
  webhook_id: string;
  webhook_url: string;
  description?: string | null;
  account_name?: string;
  backlog?: number;
};

type ResumeDialogProps = {
  webhook: Paused | undefined;
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
        <fieldset className="stack gap-2">
          <legend className="mb-2 text-muted wrap-anywhere">{webhook && toQuestion(webhook)}</legend>
          <Choice value="deliver" title="Deliver it" isDefault>
            What was kept is sent now, in order, with what failed before. Every delivery has all its retries again.
          </Choice>
          <Choice value="skip" title="Skip it">
            Only new hooks from now on. What was kept stays in the log as skipped, and can be replayed.
          </Choice>
        </fieldset>
        <FormActions submit="Resume" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function toQuestion({ webhook_url, description, account_name, backlog }: Paused): string {
  const receiver = [account_name, description || webhook_url].filter(Boolean).join(', ');
  const kept = backlog === undefined ? `What was kept for ${receiver}` : `${backlogWords(backlog)} for ${receiver}`;
  return `${kept}: what becomes of it?`;
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

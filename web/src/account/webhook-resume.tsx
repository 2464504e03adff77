// The question how a paused webhook goes on: with what was kept, or without it.
import type { Webhook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { resumeWebhook } from '../api/webhooks.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, FormActions, type FormValues } from '../kit/form.tsx';
import { backlogWords, nameOf } from './webhook-state.ts';

type ResumeDialogProps = { webhook: Webhook | undefined; onClose: () => void; onResumed: () => void };

export function ResumeDialog({ webhook, onClose, onResumed }: ResumeDialogProps) {
  const resume = async (values: FormValues) => {
    const backlog = values.text('backlog') === 'skip' ? 'skip' : 'deliver';
    if (webhook) await resumeWebhook(webhook.webhook_id, { backlog });
    onResumed();
    onClose();
  };
  return (
    <Dialog isOpen={webhook !== undefined} onClose={onClose} title="Resume webhook">
      <Form onSubmit={resume} label="Resume webhook">
        <fieldset className="stack gap-2">
          <legend className="mb-2 text-muted">
            {webhook && `${backlogWords(webhook.backlog)} at ${nameOf(webhook)}.`} What becomes of that?
          </legend>
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

// Small parts that both pages of webhooks show: its state, why it is paused, and the question how to resume it.
import type { Webhook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { hookline } from '../api/hookline.ts';
import { useApi } from '../api/use-api.ts';
import { StatusDot } from '../kit/badge.tsx';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Chip } from '../kit/chip.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form, FormActions, type FormValues } from '../kit/form.tsx';
import { Time } from '../kit/time.tsx';
import { filterParts, fromRecord } from './filter-state.ts';
import { answerOf, backlogWords, nameOf, pauseReason } from './webhook-state.ts';

export function WebhookStatus({ of: { status, paused_by } }: { of: Webhook }) {
  if (status === 'active') return <StatusDot tone="good">active</StatusDot>;
  return <StatusDot tone={paused_by === 'owner' ? 'neutral' : 'bad'}>paused</StatusDot>;
}

/** What is wrong, since when, what waits, and the button that mends it. */
export function PausedBanner({ webhook, action }: { webhook: Webhook; action: ReactNode }) {
  return (
    <Banner
      tone={webhook.paused_by === 'owner' ? 'warn' : 'bad'}
      title={`${nameOf(webhook)} is paused: nothing is delivered to it`}
      action={action}
    >
      {pauseReason(webhook)}
      {webhook.paused_at && (
        <>
          , <Time at={webhook.paused_at} />
        </>
      )}
      . {webhook.paused_by === 'failures' && <LastFailure webhookId={webhook.webhook_id} />}
      {backlogWords(webhook.backlog)}; events are kept for 30 days.
    </Banner>
  );
}

/** What the receiver said, so that one knows where to look. */
function LastFailure({ webhookId: id }: { webhookId: string }) {
  const { data: answer } = useApi(['webhooks', id, 'last failure'], async () => {
    const { data } = await hookline.webhooks.deliveries(id, { status: 'failed', limit: 1 });
    return data.length > 0 ? answerOf(data[0]) : undefined;
  });
  return answer === undefined ? null : <span className="wrap-anywhere">The last answer was {answer}. </span>;
}

export function FilterChips({ filters }: { filters: Webhook['filters'] }) {
  const parts = filterParts(fromRecord(filters));
  if (parts.length === 0) return <span className="text-muted">Every new hook</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {parts.map(({ name, words }) => (
        <Chip key={`${name} ${words}`} title={name}>
          {words}
        </Chip>
      ))}
    </span>
  );
}

type ResumeDialogProps = { resuming: Webhook | undefined; onClose: () => void; onResumed: () => void };

export function ResumeDialog({ resuming, onClose, onResumed }: ResumeDialogProps) {
  const resume = async (values: FormValues) => {
    const backlog = values.text('backlog') === 'skip' ? 'skip' : 'deliver';
    if (resuming) await hookline.webhooks.resume(resuming.webhook_id, { backlog });
    onResumed();
    onClose();
  };
  return (
    <Dialog isOpen={resuming !== undefined} onClose={onClose} title="Resume webhook">
      <Form onSubmit={resume} label="Resume webhook">
        <fieldset className="stack gap-2">
          <legend className="mb-2 text-muted">
            {resuming && `${backlogWords(resuming.backlog)} at ${nameOf(resuming)}.`} What becomes of that?
          </legend>
          <Choice value="deliver" title="Deliver it" isDefault>
            What was kept is sent now, in order, with what failed before. Every delivery has all its retries again.
          </Choice>
          <Choice value="skip" title="Skip it">
            Only new hooks from now on. What was kept stays in the log as skipped, and can be replayed.
          </Choice>
        </fieldset>
        <FormActions>
          <Button type="submit" kind="primary">
            Resume
          </Button>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
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

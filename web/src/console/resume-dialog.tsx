// Resuming a paused webhook for its owner: with what was kept for it meanwhile, or without.
import { request } from '../api/client.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField } from '../kit/field.tsx';
import { Form, FormActions, type FormValues } from '../kit/form.tsx';
import { formatNumber } from '../kit/format.ts';
import { toast } from '../kit/toast.tsx';

type Paused = { webhook_id: string; webhook_url: string; account_name: string; backlog?: number };

type ResumeDialogProps = { webhook: Paused | undefined; onClose: () => void; onResumed: () => Promise<unknown> };

export function ResumeDialog({ webhook, onClose, onResumed }: ResumeDialogProps) {
  const submit = async (values: FormValues) => {
    if (!webhook) return;
    const body = { backlog: values.text('backlog') };
    await request('POST', `/operator/webhooks/${webhook.webhook_id}/resume`, { body });
    onClose();
    toast(`Resumed for ${webhook.account_name}.`);
    await onResumed();
  };
  return (
    <Dialog isOpen={webhook !== undefined} onClose={onClose} title="Resume webhook">
      <Form onSubmit={submit} label="Resume webhook">
        <p className="text-muted">
          <span className="font-medium text-ink">{webhook?.account_name}</span> receives at{' '}
          <span className="wrap-anywhere">{webhook?.webhook_url}</span> again. Should it go on failing, it is paused
          again.
        </p>
        <SelectField
          name="backlog"
          label="Deliveries that waited"
          hint="What is skipped is not sent by itself any more. It can be replayed, one by one or by time."
          options={[
            { value: 'deliver', label: `Deliver ${keptOf(webhook)}` },
            { value: 'skip', label: `Skip ${keptOf(webhook)}: new hooks only` },
          ]}
        />
        <FormActions submit="Resume" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function keptOf(webhook: Paused | undefined): string {
  const count = webhook?.backlog ?? 0;
  if (count === 0) return 'what was kept';
  return count === 1 ? 'the one that was kept' : `the ${formatNumber(count)} that were kept`;
}

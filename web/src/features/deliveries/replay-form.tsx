// ReplayForm: replays the deliveries of a time range, all or only the failed ones.
import { useState } from 'react';
import { replayDeliveries } from '../../api/webhooks.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { anyTime, RangeFields, useRange } from './replay-range.tsx';
import { deliveriesText } from './replay-text.ts';

type ReplayFormProps = {
  webhookId: string;
  pausedAt: string | null;
  /** Number of failed deliveries that were not delivered since. */
  failed: number;
  onReplayed: () => void;
  onCancel: () => void;
};

export function ReplayForm({ webhookId, pausedAt, failed, onReplayed, onCancel }: ReplayFormProps) {
  const [which, setWhich] = useState<'failed' | 'all'>(failed > 0 ? 'failed' : 'all');
  const range = useRange(failed > 0 ? anyTime : '24');
  const isFailedOnly = which === 'failed';
  const body = range.period && (isFailedOnly ? { status: 'failed' as const, ...range.period } : range.period);
  const isComplete = body !== undefined && (isFailedOnly || body.since !== undefined);
  const submit = async () => {
    if (!isComplete) return;
    const { length } = await replayDeliveries(webhookId, body as Parameters<typeof replayDeliveries>[1]);
    toast(length === 0 ? 'No deliveries match this time range.' : `Replaying ${deliveriesText(length)}.`);
    onReplayed();
  };
  return (
    <Form onSubmit={submit} label="Replay deliveries">
      <p className="text-muted">
        Sends deliveries again with their original webhook-id, so receivers that deduplicate ignore repeats. Up to 1,000
        at a time, without tests.
      </p>
      <SelectField
        name="which"
        label="Deliveries"
        options={[
          { value: 'failed', label: `Failed only (${deliveriesText(failed)} in 30 days)` },
          { value: 'all', label: 'Delivered, failed and skipped' },
        ]}
        hint={isFailedOnly ? 'Deliveries already replayed successfully are skipped.' : undefined}
        value={which}
        onChange={({ target: { value } }) => {
          setWhich(value === 'failed' ? 'failed' : 'all');
          if (value !== 'failed' && range.span === anyTime) range.setSpan('24');
        }}
      />
      <RangeFields range={range} pausedAt={pausedAt} hasAnyTime={isFailedOnly} />
      <FormActions submit="Replay" disabled={!isComplete} onCancel={onCancel}>
        {!isComplete && <span className="text-xs text-muted">Enter when the range starts.</span>}
        {body && isComplete && (
          <span className="ml-auto">
            <ApiCall
              call={{ method: 'POST', path: `/webhooks/${webhookId}/replay`, body }}
              title="Replay with the API"
            />
          </span>
        )}
      </FormActions>
    </Form>
  );
}

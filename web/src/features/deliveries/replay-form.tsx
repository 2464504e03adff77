// ReplayForm: replays all deliveries of a time range.
import { useState } from 'react';
import { replayDeliveries } from '../../api/webhooks.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { formatNumber } from '../../kit/page/format.ts';

type ReplayFormProps = {
  webhookId: string;
  pausedAt: string | null;
  onReplayed: () => void;
  onCancel: () => void;
};

const hourMs = 3_600_000;
const custom = 'custom';
const spans = [
  { value: '1', label: 'Last hour' },
  { value: '6', label: 'Last 6 hours' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
];

export function ReplayForm({ webhookId, pausedAt, onReplayed, onCancel }: ReplayFormProps) {
  const [span, setSpan] = useState('24');
  const [from, setFrom] = useState(() => toLocal(Date.now() - 24 * hourMs));
  const [to, setTo] = useState('');
  const range = rangeOf(span, from, to);
  const options = [
    ...spans,
    ...(pausedAt ? [{ value: pausedAt, label: 'Since the webhook was paused' }] : []),
    { value: custom, label: 'Custom range' },
  ];
  const submit = async () => {
    if (!range) return;
    const { length } = await replayDeliveries(webhookId, range);
    toast(
      length === 0
        ? 'No deliveries in this time range.'
        : `Replaying ${formatNumber(length)} ${length === 1 ? 'delivery' : 'deliveries'}.`,
    );
    onReplayed();
  };
  return (
    <Form onSubmit={submit} label="Replay deliveries">
      <p className="text-muted">
        Sends delivered, failed and skipped deliveries again with their original webhook-id, so receivers that
        deduplicate ignore repeats. Up to 1,000 at a time, without tests.
      </p>
      <SelectField
        name="span"
        label="Time range"
        options={options}
        value={span}
        onChange={(event) => setSpan(event.target.value)}
      />
      {span === custom && (
        <div className="stack gap-3">
          <TextField
            name="since"
            label="From (local time)"
            type="datetime-local"
            max="9999-12-31T23:59"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            name="until"
            label="To (local time)"
            type="datetime-local"
            max="9999-12-31T23:59"
            hint="Leave empty for now."
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
      )}
      <FormActions submit="Replay" disabled={!range} onCancel={onCancel}>
        {range && (
          <span className="ml-auto">
            <ApiCall
              call={{ method: 'POST', path: `/webhooks/${webhookId}/replay`, body: range }}
              title="Replay with the API"
            />
          </span>
        )}
      </FormActions>
    </Form>
  );
}

/** undefined if the start is missing or a time is invalid. */
function rangeOf(span: string, from: string, to: string): { since: string; until?: string } | undefined {
  if (span === custom) {
    const [since, until] = [toMoment(from), toMoment(to)];
    return since && (until || to === '') ? { since, ...(until && { until }) } : undefined;
  }
  if (span.includes('T')) return { since: span };
  return { since: new Date(Date.now() - Number(span) * hourMs).toISOString() };
}

/** undefined if invalid: the input accepts six-digit years. */
function toMoment(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The value format of a datetime-local input. */
function toLocal(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

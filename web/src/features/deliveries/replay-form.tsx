// The form that sends all deliveries of a time again.
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
  { value: '1', label: 'The last hour' },
  { value: '6', label: 'The last 6 hours' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
];

export function ReplayForm({ webhookId, pausedAt, onReplayed, onCancel }: ReplayFormProps) {
  const [span, setSpan] = useState('24');
  const [from, setFrom] = useState(() => toLocal(Date.now() - 24 * hourMs));
  const [to, setTo] = useState('');
  const range = rangeOf(span, from, to);
  const options = [
    ...spans,
    ...(pausedAt ? [{ value: pausedAt, label: 'Since it was paused' }] : []),
    { value: custom, label: 'Between two times…' },
  ];
  const submit = async () => {
    if (!range) return;
    const { length } = await replayDeliveries(webhookId, range);
    toast(length === 0 ? 'No delivery lies in this time.' : `${formatNumber(length)} are sent again.`);
    onReplayed();
  };
  return (
    <Form onSubmit={submit} label="Replay deliveries">
      <p className="text-muted">
        Everything that was delivered, failed or skipped in this time is sent again with its webhook-id: a receiver that
        skips what it knows skips it. At most 1,000 at once; tests are left out.
      </p>
      <SelectField
        name="span"
        label="Events of"
        options={options}
        value={span}
        onChange={(event) => setSpan(event.target.value)}
      />
      {span === custom && (
        <div className="stack gap-3">
          <TextField
            name="since"
            label="From, your time"
            type="datetime-local"
            max="9999-12-31T23:59"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            name="until"
            label="Until"
            type="datetime-local"
            max="9999-12-31T23:59"
            hint="Empty is now."
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
              title="Replay by API"
            />
          </span>
        )}
      </FormActions>
    </Form>
  );
}

/** undefined where no beginning is chosen, or a time is none. */
function rangeOf(span: string, from: string, to: string): { since: string; until?: string } | undefined {
  if (span === custom) {
    const [since, until] = [toMoment(from), toMoment(to)];
    return since && (until || to === '') ? { since, ...(until && { until }) } : undefined;
  }
  if (span.includes('T')) return { since: span };
  return { since: new Date(Date.now() - Number(span) * hourMs).toISOString() };
}

/** undefined where it is none: a year may be written with six digits. */
function toMoment(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** As an input of local time has it. */
function toLocal(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

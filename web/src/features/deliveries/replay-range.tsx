// RangeFields: the time range of a replay, a common one or a custom one in local time.
import { useState } from 'react';
import { SelectField, TextField } from '../../kit/forms/field.tsx';

const hourMs = 3_600_000;
const custom = 'custom';
export const anyTime = 'any';
const spans = [
  { value: '1', label: 'Last hour' },
  { value: '6', label: 'Last 6 hours' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
];

/** Times in ISO 8601. Without `since`, the period starts at the oldest delivery. */
type Period = { since?: string; until?: string };

type Range = ReturnType<typeof useRange>;

export function useRange(initial: string) {
  const [span, setSpan] = useState(initial);
  const [from, setFrom] = useState(() => toLocal(Date.now() - 24 * hourMs));
  const [to, setTo] = useState('');
  // Fixed when the form opens, so that later failures are not added to the counted deliveries.
  const [now] = useState(Date.now);
  return { span, setSpan, from, setFrom, to, setTo, period: periodOf({ span, from, to, now }) };
}

type RangeFieldsProps = { range: Range; pausedAt?: string | null; hasAnyTime?: boolean };

export function RangeFields({ range, pausedAt = null, hasAnyTime = false }: RangeFieldsProps) {
  const { span, setSpan, from, setFrom, to, setTo } = range;
  const options = [
    ...(hasAnyTime ? [{ value: anyTime, label: 'Any time' }] : []),
    ...spans,
    ...(pausedAt ? [{ value: pausedAt, label: 'Since the webhook was paused' }] : []),
    { value: custom, label: 'Custom range' },
  ];
  const time = { type: 'datetime-local', max: '9999-12-31T23:59' } as const;
  return (
    <>
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
            {...time}
            name="since"
            label="From (local time)"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            {...time}
            name="until"
            label="To (local time)"
            hint="Leave empty for now."
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
      )}
    </>
  );
}

/** Returns undefined if the start is missing or a time is invalid. */
function periodOf({
  span,
  from,
  to,
  now,
}: Record<'span' | 'from' | 'to', string> & { now: number }): Period | undefined {
  if (span === anyTime) return {};
  if (span === custom) {
    const [since, until] = [toMoment(from), toMoment(to)];
    return since && (until || to === '') ? { since, ...(until && { until }) } : undefined;
  }
  if (span.includes('T')) return { since: span };
  return { since: new Date(now - Number(span) * hourMs).toISOString() };
}

/** Returns undefined if invalid: the input accepts six-digit years. */
function toMoment(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The value format of a datetime-local input. */
function toLocal(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

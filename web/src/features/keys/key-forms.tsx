// The forms for keys: a new key, and one in place of another. Whose keys they are is said by `verbs`.
import { useState } from 'react';
import type { IssuedKey, Key } from '../../../../src/auth/key.ts';
import type { KeyVerbs } from '../../api/account.ts';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { formatMoment } from '../../kit/page/format.ts';

const dayMs = 86_400_000;
const onADate = 'date';

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: onADate, label: 'On a date…' },
];

type FormProps = { verbs: KeyVerbs; onIssued: (key: IssuedKey) => void; onCancel: () => void };

export function NewKeyForm({ verbs, onIssued, onCancel }: FormProps) {
  const [lifetime, setLifetime] = useState('');
  const [lastDay, setLastDay] = useState('');
  const isDayMissing = lifetime === onADate && lastDay === '';
  const submit = async (values: FormValues) =>
    onIssued(await verbs.create({ name: values.text('name'), expires_at: expiryOf(values) }));
  return (
    <Form onSubmit={submit} label="Create key">
      <TextField name="name" label="Name" hint="What uses it, such as “newsletter, production”." maxLength={100} />
      <SelectField
        name={lifetime === onADate ? 'lifetime' : 'expires_at'}
        label="Expires"
        options={lifetimes}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
      {lifetime === onADate && (
        <TextField
          name="expires_at"
          label="Last day"
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          max="9999-12-31"
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
          hint={
            isDayMissing ? 'Choose the day after which it stops working.' : 'It stops working when this day ends, UTC.'
          }
        />
      )}
      <FormActions submit="Create key" disabled={isDayMissing} onCancel={onCancel} />
    </Form>
  );
}

const graces = [
  { value: '86400', label: 'Works for 24 more hours' },
  { value: '3600', label: 'Works for 1 more hour' },
  { value: '0', label: 'Stops at once' },
  { value: '604800', label: 'Works for 7 more days' },
];

export function RegenerateForm({ old, verbs, onIssued, onCancel }: FormProps & { old: Key }) {
  const submit = async (values: FormValues) =>
    onIssued(await verbs.regenerate(old.id, values.number('grace_seconds') ?? 0));
  return (
    <Form onSubmit={submit} label="Regenerate key">
      <p className="text-muted">
        A new key of the same name takes the place of{' '}
        <code className="font-mono text-xs whitespace-nowrap">{old.hint}</code>.
        {old.expires_at && ` The old one ends no later than it would have: ${formatMoment(old.expires_at)}.`}
      </p>
      <SelectField name="grace_seconds" label="The old key" options={graces} />
      <FormActions submit="Regenerate" onCancel={onCancel} />
    </Form>
  );
}

/** A date means its end; a number, days from now. */
function expiryOf(values: FormValues): string | undefined {
  const text = values.text('expires_at');
  if (!text) return undefined;
  const end = text.includes('-') ? Date.parse(`${text}T00:00:00Z`) + dayMs : Date.now() + Number(text) * dayMs;
  return new Date(end).toISOString();
}

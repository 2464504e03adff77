// Forms that create, edit and regenerate a key. `keyActions` decides whose: the user's own or a customer's.
import { useState } from 'react';
import type { KeyActions } from '../../api/account.ts';
import type { IssuedKey, Key } from '../../api/openapi.ts';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { dayMs, formatMoment } from '../../kit/page/format.ts';
import { RestrictionFields, readRestrictions } from './key-restrictions.tsx';

const customDate = 'date';

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: customDate, label: 'On a specific date' },
];

type FormProps = { keyActions: KeyActions; onIssued: (key: IssuedKey) => void; onCancel: () => void };

export function NewKeyForm({ keyActions, onIssued, onCancel }: FormProps) {
  const [lifetime, setLifetime] = useState('');
  const [lastDay, setLastDay] = useState('');
  const isDayMissing = lifetime === customDate && lastDay === '';
  const submit = async (values: FormValues) => {
    // The API would name the key “default”, so Enter in the empty form would create it.
    if (!values.text('name')) throw { errors: [{ parameter: 'name', detail: 'Enter a name.' }] };
    onIssued(
      await keyActions.create({
        name: values.text('name'),
        expires_at: expiryOf(values),
        ...readRestrictions(values),
      }),
    );
  };
  return (
    <Form onSubmit={submit} label="Create key">
      <TextField name="name" label="Name" hint="For example “newsletter production”." maxLength={100} />
      <SelectField
        name={lifetime === customDate ? 'lifetime' : 'expires_at'}
        label="Expires"
        options={lifetimes}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
      {lifetime === customDate && (
        <TextField
          name="expires_at"
          label="Last day"
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          max="9999-12-31"
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
          hint={
            isDayMissing ? 'Choose the last day the key works.' : 'The key stops working at the end of this day (UTC).'
          }
        />
      )}
      <RestrictionFields />
      <FormActions submit="Create key" disabled={isDayMissing} onCancel={onCancel} />
    </Form>
  );
}

type EditFormProps = { of: Key; keyActions: KeyActions; onSaved: () => Promise<unknown>; onCancel: () => void };

export function EditKeyForm({ of: key, keyActions, onSaved, onCancel }: EditFormProps) {
  const submit = async (values: FormValues) => {
    await keyActions.update(key.id, { name: values.text('name') ?? '', ...readRestrictions(values) });
    await onSaved();
  };
  return (
    <Form onSubmit={submit} label="Edit key">
      <TextField name="name" label="Name" maxLength={100} defaultValue={key.name} />
      <RestrictionFields of={key} />
      <p className="text-xs text-muted">Changes apply immediately.</p>
      <FormActions submit="Save" onCancel={onCancel} />
    </Form>
  );
}

const gracePeriods = [
  { value: '86400', label: 'Expires in 24 hours' },
  { value: '3600', label: 'Expires in 1 hour' },
  { value: '0', label: 'Expires now' },
  { value: '604800', label: 'Expires in 7 days' },
];

export function RegenerateForm({ old, keyActions, onIssued, onCancel }: FormProps & { old: Key }) {
  const submit = async (values: FormValues) =>
    onIssued(await keyActions.regenerate(old.id, values.number('grace_seconds') ?? 0));
  return (
    <Form onSubmit={submit} label="Regenerate key">
      <p className="text-muted">
        Creates a new key with the same name to replace{' '}
        <code className="font-mono text-xs whitespace-nowrap">{old.hint}</code>.
        {old.expires_at && ` The old key still expires ${formatMoment(old.expires_at)} at the latest.`}
      </p>
      <SelectField name="grace_seconds" label="Old key" options={gracePeriods} />
      <FormActions submit="Regenerate key" onCancel={onCancel} />
    </Form>
  );
}

/** A date expires at the end of that UTC day; a number means days from now. */
function expiryOf(values: FormValues): string | undefined {
  const text = values.text('expires_at');
  if (!text) return undefined;
  const end = text.includes('-') ? Date.parse(`${text}T00:00:00Z`) + dayMs : Date.now() + Number(text) * dayMs;
  return new Date(end).toISOString();
}

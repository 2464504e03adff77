// Forms of announcements: a new one, an update, a correction. Times are local in the form and UTC in requests.
import { useState } from 'react';
import { kindNames, noticeMs, partNames, severityNames, stateNames, statesOf } from '../../api/announcement-names.ts';
import type { Announcement } from '../../api/openapi.ts';
import { useNow } from '../../kit/display/time.tsx';
import { SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { formatMoment, plural } from '../../kit/page/format.ts';
import { useMailOff } from '../accounts/dialogs/mail-fields.tsx';

type FormProps = { onSubmit: (body: unknown) => Promise<unknown>; onCancel: () => void };

/** Number of email subscribers; undefined until loaded. */
type Subscribers = number | undefined;

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export function NewAnnouncementForm({ subscribers, onSubmit, onCancel }: FormProps & { subscribers: Subscribers }) {
  const [kind, setKind] = useState<Announcement['kind']>('incident');
  const [start, setStart] = useState('');
  const submit = (values: FormValues) =>
    onSubmit({
      kind,
      title: values.text('title') ?? '',
      message: values.text('message') ?? '',
      parts: partsOf(values),
      ...(kind === 'incident' && { severity: values.text('severity') }),
      starts_at: toMoment(values.text('starts_at')),
      ends_at: toMoment(values.text('ends_at')),
      ...mailsOf(values),
    });
  return (
    <Form onSubmit={submit} label="New announcement">
      <SelectField
        name="kind"
        label="Kind"
        options={optionsOf(kindNames)}
        value={kind}
        onChange={({ target: { value } }) => setKind(value as Announcement['kind'])}
      />
      <TextField name="title" label="Title" placeholder={examples[kind]} maxLength={120} />
      {kind === 'incident' && <SeverityField />}
      <TextArea name="message" label="Message" hint="What customers notice, and what you do about it." />
      {kind !== 'incident' && <Times isEndRequired={kind === 'maintenance'} onStart={setStart} />}
      {kind !== 'announcement' && <Parts />}
      <MailFields subscribers={subscribers} />
      <p className="text-muted">{shownText(kind === 'incident' ? undefined : toMoment(start), useNow())}</p>
      <FormActions submit="Publish" onCancel={onCancel} />
    </Form>
  );
}

const examples: Readonly<Record<Announcement['kind'], string>> = {
  incident: 'Exports are slow',
  maintenance: 'Database upgrade',
  announcement: 'New niche: Gaming',
};

export function UpdateForm({
  of: { kind, title, state },
  subscribers,
  onSubmit,
  onCancel,
}: FormProps & { of: Announcement; subscribers: Subscribers }) {
  const states: readonly Announcement['state'][] = statesOf[kind];
  const submit = (values: FormValues) =>
    onSubmit({ state: values.text('state'), message: values.text('message') ?? '', ...mailsOf(values) });
  return (
    <Form onSubmit={submit} label="Post update">
      <p className="font-medium wrap-anywhere">{title}</p>
      <SelectField
        name="state"
        label="State"
        options={states.map((value) => ({ value, label: stateNames[value] }))}
        defaultValue={states[Math.min(states.indexOf(state) + 1, states.length - 1)]}
        hint={`“${stateNames[states.at(-1) ?? state]}” ends it; any other state reopens it.`}
      />
      <TextArea name="message" label="Message" />
      <MailFields subscribers={subscribers} />
      <FormActions submit="Post update" onCancel={onCancel} />
    </Form>
  );
}

export function CorrectionForm({ of, onSubmit, onCancel }: FormProps & { of: Announcement }) {
  const { kind, title, severity, starts_at, ends_at, parts } = of;
  const submit = (values: FormValues) =>
    onSubmit({
      title: values.text('title') ?? '',
      parts: kind === 'announcement' ? parts : partsOf(values),
      ...(severity && { severity: values.text('severity') }),
      ...(kind !== 'incident' && {
        starts_at: toMoment(values.text('starts_at')),
        ends_at: toMoment(values.text('ends_at')) ?? null,
      }),
    });
  return (
    <Form onSubmit={submit} label="Correct announcement">
      <p className="text-muted">Corrections are not emailed.</p>
      <TextField name="title" label="Title" defaultValue={title} maxLength={120} />
      {severity && <SeverityField value={severity} />}
      {kind !== 'incident' && <Times startsAt={starts_at} endsAt={ends_at} isEndRequired={kind === 'maintenance'} />}
      {kind !== 'announcement' && <Parts of={parts} />}
      <FormActions submit="Save" onCancel={onCancel} />
    </Form>
  );
}

function SeverityField({ value }: { value?: string }) {
  return <SelectField name="severity" label="Severity" options={optionsOf(severityNames)} defaultValue={value} />;
}

function Times({
  startsAt,
  endsAt,
  isEndRequired,
  onStart,
}: {
  startsAt?: string;
  endsAt?: string | null;
  isEndRequired: boolean;
  onStart?: (local: string) => void;
}) {
  const time = { type: 'datetime-local', max: '9999-12-31T23:59' } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...time}
        name="starts_at"
        label="Start"
        hint={`In your time zone; emails show UTC.${startsAt ? '' : ' Leave empty for now.'}`}
        defaultValue={toLocal(startsAt)}
        onChange={({ target: { value } }) => onStart?.(value)}
      />
      <TextField
        {...time}
        name="ends_at"
        label="End"
        hint={isEndRequired ? 'Ends automatically at this time.' : 'Leave empty to end it yourself.'}
        defaultValue={toLocal(endsAt)}
      />
    </div>
  );
}

function Parts({ of = [] }: { of?: readonly string[] }) {
  return (
    <fieldset className="stack gap-1.5">
      <legend className="mb-1.5 font-medium">Affected</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {optionsOf(partNames).map(({ value, label }) => (
          <Checkbox key={value} name={`part-${value}`} label={label} defaultChecked={of.includes(value)} />
        ))}
      </div>
    </fieldset>
  );
}

const partsOf = (values: FormValues) => Object.keys(partNames).filter((part) => values.checked(`part-${part}`));

function MailFields({ subscribers }: { subscribers: Subscribers }) {
  const isMailOff = useMailOff();
  const readers = subscribers === undefined ? 'subscribers' : plural(subscribers, 'subscriber');
  return (
    <fieldset className="stack gap-2">
      <legend className="sr-only">Email</legend>
      {subscribers !== 0 && <Checkbox name="mail" label={`Email ${readers} of the status page`} defaultChecked />}
      <Checkbox
        name="mail_owners"
        label="Email account owners"
        hint={isMailOff ? 'Mail is off: not delivered until a mail server is set.' : 'Even if they did not subscribe.'}
      />
    </fieldset>
  );
}

const mailsOf = (values: FormValues) => ({ mail: values.checked('mail'), mail_owners: values.checked('mail_owners') });

/** Describes when customers see an announcement that starts at this time; undefined means now. */
function shownText(startsAt: string | undefined, now: number): string {
  const bannerAt = startsAt === undefined ? now : Date.parse(startsAt) - noticeMs;
  return bannerAt <= now
    ? 'Customers see this now, on the status page and at the top of every page.'
    : `Customers see this on the status page now, and at the top of every page from ${formatMoment(bannerAt)}.`;
}

/** Returns undefined for an empty field. */
function toMoment(local: string | undefined): string | undefined {
  return local ? new Date(local).toISOString() : undefined;
}

/** The value format of a datetime-local input. */
function toLocal(at: string | null | undefined): string | undefined {
  if (!at) return undefined;
  const ms = Date.parse(at);
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

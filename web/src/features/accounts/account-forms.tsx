// The forms about an account: making one, and changing its plan and limits, which shows what changes before it is done.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Account } from '../../../../src/accounts/account.ts';
import type { PlanName } from '../../../../src/accounts/caller.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { changeAccount, createAccount } from '../../api/operator-accounts.ts';
import { limitWords } from '../../api/plan-text.ts';
import { NumberField, SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { formatNumber } from '../../kit/page/format.ts';

type NewAccountFormProps = { plans: readonly PlanRecord[]; onCancel: () => void };

export function NewAccountForm({ plans, onCancel }: NewAccountFormProps) {
  return (
    <Form
      label="Create account"
      onSubmit={async (values) => {
        const [name, email, plan] = [values.text('name'), values.text('email'), values.text('plan')];
        const { id } = await createAccount({ name, email, plan });
        navigate(`/console/accounts/${id}`);
      }}
    >
      <TextField name="name" label="Name" hint="Person or company." maxLength={100} />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        hint="No mail is sent. With this address the holder signs in at /sign-in."
      />
      <SelectField name="plan" label="Plan" options={plans.map(toOption)} />
      <FormActions submit="Create account" onCancel={onCancel} />
    </Form>
  );
}

const toOption = (plan: PlanRecord) => ({ value: plan.name, label: `${plan.title}: ${limitWords(plan)}` });

type PlanFormProps = { account: Account; plans: readonly PlanRecord[]; onDone: () => void; onCancel: () => void };

/** Empty is the plan's own limit. */
const toLimit = (text: string) => (text.trim() === '' ? null : Number(text));

export function PlanForm({ account, plans, onDone, onCancel }: PlanFormProps) {
  const [name, setName] = useState<PlanName>(account.plan);
  const [day, setDay] = useState(String(account.limits.per_day ?? ''));
  const [month, setMonth] = useState(String(account.limits.per_month ?? ''));
  const limits = { per_day: toLimit(day), per_month: toLimit(month) };
  const [before, after] = [account.plan, name].map((one) => plans.find((plan) => plan.name === one));
  const changes =
    before && after ? tellChanges({ plan: before, own: account.limits }, { plan: after, own: limits }) : [];
  const own = (limit: number | null | undefined) =>
    limit ? `${formatNumber(limit)} by the plan, unless you write another.` : 'None by the plan, unless you write one.';
  return (
    <Form
      label="Change plan or limits"
      onSubmit={async () => {
        await changeAccount(account.id, { plan: name, limits });
        onDone();
      }}
    >
      <SelectField
        name="plan"
        label="Plan"
        options={plans.map(toOption)}
        value={name}
        onChange={(event) => setName(event.target.value as PlanName)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          name="limits/per_day"
          label="Calls a day"
          min={1}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          hint={own(after?.limits.per_day)}
        />
        <NumberField
          name="limits/per_month"
          label="Calls a month"
          min={1}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          hint={own(after?.limits.per_month)}
        />
      </div>
      <div className="stack gap-1 rounded-md border bg-sunken p-3" aria-live="polite">
        <p className="font-medium">{changes.length > 0 ? 'What changes, at once' : 'Nothing changes yet'}</p>
        {changes.map(({ what, from, to }) => (
          <p key={what} className="text-muted">
            {what}: {from} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span> <span className="text-ink">{to}</span>
          </p>
        ))}
      </div>
      <FormActions submit="Change" disabled={changes.length === 0} onCancel={onCancel} />
    </Form>
  );
}

type Terms = { plan: PlanRecord; own: Account['limits'] };

function tellChanges(before: Terms, after: Terms): { what: string; from: string; to: string }[] {
  const limit = (name: 'per_day' | 'per_month') => (terms: Terms) => {
    const inForce = terms.own[name] ?? terms.plan.limits[name];
    return inForce === null ? 'no limit' : `${formatNumber(inForce)}${terms.own[name] === null ? '' : ' (own limit)'}`;
  };
  const tell: readonly (readonly [string, (terms: Terms) => string])[] = [
    ['Plan', ({ plan }) => plan.title],
    ['Calls a day', limit('per_day')],
    ['Calls a month', limit('per_month')],
    ['May use', ({ plan }) => plan.features.join(', ')],
  ];
  return tell.map(([what, of]) => ({ what, from: of(before), to: of(after) })).filter(({ from, to }) => from !== to);
}

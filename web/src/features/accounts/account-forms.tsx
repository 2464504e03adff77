// Forms that create an account and change its plan and limits, with a preview of the changes.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { PlanName } from '../../../../src/accounts/caller.ts';
import type { Account, AccountOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { changeAccount, createAccount } from '../../api/operator-accounts.ts';
import { customLimitText, featureText, limitText, overLimitText } from '../../api/plan-text.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { NumberField, SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { MailFields, readMail, useMailText } from './dialogs/mail-fields.tsx';

type NewAccountFormProps = { plans: readonly PlanRecord[]; onCancel: () => void };

export function NewAccountForm({ plans, onCancel }: NewAccountFormProps) {
  const mailText = useMailText('the customer');
  return (
    <Form
      label="Create account"
      onSubmit={async (values) => {
        const [name, email, plan] = [values.text('name'), values.text('email'), values.text('plan')];
        const mail = readMail(values);
        const { id } = await createAccount({ name, email, plan, ...mail });
        navigate(`/console/accounts/${id}`);
        toast(`Account created. ${mail.notify ? mailText : 'No email was sent.'}`);
      }}
    >
      <TextField name="name" label="Name" autoFocus hint="A person or company." maxLength={100} />
      <TextField name="email" label="Email" type="email" hint="The customer signs in with it at /sign-in." />
      <SelectField name="plan" label="Plan" options={plans.map(toOption)} />
      <MailFields hint="Explains how to sign in and create a key." />
      <FormActions submit="Create account" onCancel={onCancel} />
    </Form>
  );
}

const toOption = (plan: PlanRecord) => ({ value: plan.name, label: `${plan.title}: ${limitText(plan)}` });

type PlanFormProps = {
  account: AccountOverview;
  plans: readonly PlanRecord[];
  onDone: () => void;
  onCancel: () => void;
};

/** An empty field means the plan's limit. */
const toLimit = (text: string) => (text.trim() === '' ? null : Number(text));

export function PlanForm({ account, plans, onDone, onCancel }: PlanFormProps) {
  const [name, setName] = useState<PlanName>(account.plan);
  const [day, setDay] = useState(String(account.limits.per_day ?? ''));
  const [month, setMonth] = useState(String(account.limits.per_month ?? ''));
  const limits = { per_day: toLimit(day), per_month: toLimit(month) };
  const [before, after] = [account.plan, name].map((planName) => plans.find((plan) => plan.name === planName));
  const changes =
    before && after ? describeChanges({ plan: before, own: account.limits }, { plan: after, own: limits }) : [];
  const warning = changes.length > 0 && after && overLimitText(after, limits, account.usage);
  const planLimit = (limit: number | null | undefined) =>
    limit ? `Leave empty for the plan’s ${formatNumber(limit)}.` : 'Leave empty for no limit.';
  return (
    <Form
      label="Change plan or limits"
      onSubmit={async (values) => {
        await changeAccount(account.id, { plan: name, limits, ...readMail(values) });
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
          label="Calls per day"
          min={1}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          hint={planLimit(after?.limits.per_day)}
        />
        <NumberField
          name="limits/per_month"
          label="Calls per month"
          min={1}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          hint={planLimit(after?.limits.per_month)}
        />
      </div>
      <div className="stack gap-1 rounded-md border bg-sunken p-3" aria-live="polite">
        <p className="font-medium">{changes.length > 0 ? 'Changes, effective immediately' : 'No changes yet'}</p>
        {changes.map(({ term, from, to }) => (
          <p key={term} className="text-muted">
            {term}: {from} <span aria-hidden="true">→</span>
            <span className="sr-only">to</span> <span className="text-ink">{to}</span>
          </p>
        ))}
      </div>
      {warning && <Banner title={warning} />}
      <MailFields hint={account.email} />
      <FormActions submit="Save changes" disabled={changes.length === 0} onCancel={onCancel} />
    </Form>
  );
}

type Terms = { plan: PlanRecord; own: Account['limits'] };

function describeChanges(before: Terms, after: Terms): { term: string; from: string; to: string }[] {
  const calls = ({ plan, own }: Terms) => {
    const custom = customLimitText(plan, own);
    return custom ? `${custom} (custom)` : limitText(plan);
  };
  const descriptions: readonly (readonly [string, (terms: Terms) => string])[] = [
    ['Plan', ({ plan }) => plan.title],
    ['Calls', calls],
    ['Features', ({ plan }) => featureText(plan)],
  ];
  return descriptions
    .map(([term, describe]) => ({ term, from: describe(before), to: describe(after) }))
    .filter(({ from, to }) => from !== to);
}

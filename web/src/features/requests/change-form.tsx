// ChangeForm: grants another plan or the reactivation that an account requested.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AccountOverview, Approval, KeyRequestOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { accountPath, approveKeyRequest } from '../../api/operator-accounts.ts';
import { inlinePriceText, limitText, overLimitText } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { MessageField, useMailText } from '../accounts/dialogs/mail-fields.tsx';
import { approveText } from './request-text.ts';

type ChangeFormProps = {
  request: KeyRequestOverview;
  plans: readonly PlanRecord[];
  onCancel: () => void;
  onApproved: (approval: Approval) => void;
};

export function ChangeForm({ request, plans, onCancel, onApproved }: ChangeFormProps) {
  const [plan, setPlan] = useState(request.plan);
  const { account } = request.same_email;
  const { data: full } = useApi<AccountOverview>(account && accountPath(account.id));
  const isPlan = request.kind === 'plan';
  const wanted = plans.find(({ name }) => name === plan);
  const warning = isPlan && full && wanted && overLimitText(wanted, full.limits, full.usage);
  const options = plans
    .filter(({ name }) => name !== account?.plan)
    .map((option) => ({ value: option.name, label: `${option.title}, ${inlinePriceText(option)}` }));
  const mailText = useMailText(full?.email ?? request.email);
  return (
    <Form
      label={approveText(request, plans)}
      onSubmit={async (values) => {
        const decision = { plan: isPlan ? (plan ?? undefined) : undefined, message: values.text('message') };
        onApproved(await approveKeyRequest(request.id, decision));
      }}
    >
      <p className="text-muted wrap-anywhere">
        From{' '}
        <Link href={`/console/accounts/${account?.id}`} className="text-ink underline">
          {account?.name ?? request.name}
        </Link>
        . It applies at once, and keys keep working. {mailText}
      </p>
      {request.use_case && (
        <blockquote dir="auto" className="border-l-2 pl-3 whitespace-pre-line wrap-anywhere">
          {request.use_case}
        </blockquote>
      )}
      {isPlan && (
        <SelectField
          name="plan"
          label="Plan"
          options={options}
          value={plan ?? ''}
          onChange={(event) => setPlan(event.target.value as KeyRequestOverview['plan'])}
          hint={[wanted && limitText(wanted), full && customLimitsText(full)].filter(Boolean).join('. ')}
        />
      )}
      {warning && <Banner title={warning} />}
      <MessageField />
      <FormActions submit={approveText({ ...request, plan }, plans)} onCancel={onCancel} />
    </Form>
  );
}

/** Custom limits replace the limits of any plan, so the new plan alone would not raise them. */
function customLimitsText({ limits: { per_day, per_month } }: AccountOverview): string | undefined {
  const custom = [
    ...(per_day === null ? [] : [`${formatNumber(per_day)} a day`]),
    ...(per_month === null ? [] : [`${formatNumber(per_month)} a month`]),
  ];
  return custom.length === 0 ? undefined : `Custom limits stay in force: ${custom.join(', ')}.`;
}

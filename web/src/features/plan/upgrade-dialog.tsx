// Dialog to request another plan or the reactivation of the account. The operator decides, and the reply comes by email.
import { useState } from 'react';
import { requestPlan } from '../../api/account.ts';
import type { Plan as PlanRecord } from '../../api/openapi.ts';
import { inlinePriceText, limitText, monthlyCalls } from '../../api/plan-text.ts';
import { NumberField, SelectField, TextArea } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { useSession } from '../../shell/session.tsx';

type UpgradeDialogProps = {
  /** A plan name, `reopen`, or empty when closed. */
  requested: string;
  plans: readonly PlanRecord[] | undefined;
  /** Whether an earlier request is pending. */
  isPending: boolean;
  onClose: () => void;
  onSent: () => unknown;
};

export function UpgradeDialog({ requested, plans, isPending, onClose, onSent }: UpgradeDialogProps) {
  const title = requested === 'reopen' ? 'Request reactivation' : 'Request plan change';
  const finish = () => {
    toast('Request sent. An operator replies by email.');
    onSent();
    onClose();
  };
  return (
    <Dialog isOpen={requested !== '' && plans !== undefined} onClose={onClose} title={title}>
      <UpgradeForm requested={requested} plans={plans ?? []} isPending={isPending} onSent={finish} onCancel={onClose} />
    </Dialog>
  );
}

type UpgradeFormProps = {
  requested: string;
  plans: readonly PlanRecord[];
  isPending: boolean;
  onSent: () => void;
  onCancel: () => void;
};

function UpgradeForm({ requested, plans, isPending, onSent, onCancel }: UpgradeFormProps) {
  const { account, email } = useSession();
  const others = plans.filter(({ name }) => name !== account?.plan);
  const isReopening = requested === 'reopen';
  const [chosen, setChosen] = useState(requested);
  const current = plans.find(({ name }) => name === account?.plan);
  const plan = others.find(({ name }) => name === chosen) ?? others.at(-1);
  const submit = async (values: FormValues) => {
    const use_case = values.text('use_case');
    const calls = values.number('expected_calls_per_month');
    await requestPlan(
      isReopening
        ? { kind: 'reactivation', use_case }
        : { plan: plan?.name, use_case, expected_calls_per_month: calls },
    );
    onSent();
  };
  return (
    <Form onSubmit={submit} label={isReopening ? 'Request reactivation' : 'Request plan change'}>
      {!isReopening && (
        <SelectField
          name="plan"
          label="Plan"
          options={others.map((one) => ({ value: one.name, label: `${one.title}, ${inlinePriceText(one)}` }))}
          value={plan?.name}
          onChange={(event) => setChosen(event.target.value)}
          hint={
            plan &&
            current &&
            `${capitalized(limitText(plan))}${monthlyCalls(plan) < monthlyCalls(current) ? `, fewer than ${current.title}` : ''}.`
          }
        />
      )}
      <TextArea
        name="use_case"
        label={isReopening ? 'Message' : 'Use case'}
        hint={`Optional. ${isReopening ? 'Why it should be reactivated.' : 'What you’re building, when you start, and what you need most.'}`}
        maxLength={2000}
        rows={3}
      />
      {!isReopening && (
        <NumberField
          name="expected_calls_per_month"
          label="Expected calls per month"
          hint="Optional."
          min={1}
          step={1}
        />
      )}
      <p className="text-xs text-muted">
        An operator replies by email to <span className="wrap-anywhere">{email}</span>.
        {isPending && ' This replaces your pending request.'}
      </p>
      <FormActions submit="Send request" onCancel={onCancel} />
    </Form>
  );
}

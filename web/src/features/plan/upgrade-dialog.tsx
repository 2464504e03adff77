// Dialog to request another plan or the reactivation of the account. The operator decides, and the reply comes by email.
import { useState } from 'react';
import { requestPlan } from '../../api/account.ts';
import type { KeyRequest, Plan as PlanRecord } from '../../api/openapi.ts';
import { Button } from '../../kit/forms/button.tsx';
import { NumberField, SelectField, TextArea } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useSession } from '../../shell/session.tsx';

type UpgradeDialogProps = {
  /** A plan name, `reopen`, or empty when closed. */
  requested: string;
  plans: readonly PlanRecord[] | undefined;
  onClose: () => void;
  onSent: () => unknown;
};

export function UpgradeDialog({ requested, plans, onClose, onSent }: UpgradeDialogProps) {
  const [sent, setSent] = useState<KeyRequest>();
  const close = () => {
    setSent(undefined);
    onClose();
  };
  const title = requested === 'reopen' ? 'Request reactivation' : 'Request plan change';
  return (
    <Dialog isOpen={requested !== '' && plans !== undefined} onClose={close} title={sent ? 'Request sent' : title}>
      {sent ? (
        <RequestSent request={sent} onClose={close} />
      ) : (
        <UpgradeForm
          requested={requested}
          plans={plans ?? []}
          onSent={(request) => {
            setSent(request);
            onSent();
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

type UpgradeFormProps = {
  requested: string;
  plans: readonly PlanRecord[];
  onSent: (request: KeyRequest) => void;
  onCancel: () => void;
};

function UpgradeForm({ requested, plans, onSent, onCancel }: UpgradeFormProps) {
  const { account, email } = useSession();
  const others = plans.filter(({ name }) => name !== account?.plan);
  const isReopening = requested === 'reopen';
  const submit = async (values: FormValues) => {
    const use_case = values.text('use_case');
    const calls = values.number('expected_calls_per_month');
    const plan = values.text('plan');
    onSent(
      await requestPlan(
        isReopening ? { kind: 'reactivation', use_case } : { plan, use_case, expected_calls_per_month: calls },
      ),
    );
  };
  return (
    <Form onSubmit={submit} label={isReopening ? 'Request reactivation' : 'Request plan change'}>
      {!isReopening && (
        <SelectField
          name="plan"
          label="Plan"
          options={others.map(({ name, title }) => ({ value: name, label: title }))}
          defaultValue={others.some(({ name }) => name === requested) ? requested : others.at(-1)?.name}
        />
      )}
      <TextArea
        name="use_case"
        label={isReopening ? 'Message' : 'Use case'}
        hint={`Optional. ${isReopening ? 'For the operator.' : 'What you’re building, when you start, and what you need most.'}`}
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
        Sent to the operator from {account?.name}. The reply goes to <span className="wrap-anywhere">{email}</span>. If
        an earlier request is still pending, this one replaces it.
      </p>
      <FormActions submit="Send request" onCancel={onCancel} />
    </Form>
  );
}

function RequestSent({ request: { id, email }, onClose }: { request: KeyRequest; onClose: () => void }) {
  return (
    <div className="stack gap-4" role="status">
      <p>
        The operator will reply to <span className="font-medium wrap-anywhere">{email}</span>. Nothing changes until
        then.
      </p>
      <p className="text-muted">
        Request ID <code className="font-mono text-xs">{id}</code>
      </p>
      <ButtonRow>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
    </div>
  );
}

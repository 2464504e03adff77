// Dialog to request another plan or the reactivation of the account. Sent as a key request, which operators already review.
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { KeyRequest, Plan as PlanRecord } from '../../api/openapi.ts';
import { Button } from '../../kit/forms/button.tsx';
import { NumberField, SelectField, TextArea } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useSession } from '../../shell/session.tsx';
import { toUseCase } from './upgrade-text.ts';

type UpgradeDialogProps = {
  /** A plan name, `reopen`, or empty when closed. */
  requested: string;
  plans: readonly PlanRecord[] | undefined;
  onClose: () => void;
};

export function UpgradeDialog({ requested, plans, onClose }: UpgradeDialogProps) {
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
        <UpgradeForm requested={requested} plans={plans ?? []} onSent={setSent} onCancel={close} />
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
  const current = plans.find(({ name }) => name === account?.plan);
  const others = plans.filter(({ name }) => name !== account?.plan);
  const [selected, setSelected] = useState(
    others.some(({ name }) => name === requested) ? requested : (others.at(-1)?.name ?? ''),
  );
  const isReopening = requested === 'reopen';

  async function submit(values: FormValues): Promise<void> {
    if (!account) return;
    const plan = isReopening ? undefined : others.find(({ name }) => name === selected);
    const body = {
      name: account.name,
      email,
      use_case: toUseCase({
        accountId: account.id,
        from: current?.title ?? account.plan,
        plan: plan?.title,
        text: values.text('use_case'),
      }),
      expected_calls_per_month: values.number('expected_calls_per_month') ?? 1,
      plan: plan?.name,
    };
    onSent(await request<KeyRequest>('POST', '/key-requests', { body }));
  }

  return (
    <Form onSubmit={submit} label={isReopening ? 'Request reactivation' : 'Request plan change'}>
      {!isReopening && (
        <SelectField
          name="plan"
          label="Plan"
          options={others.map(({ name, title }) => ({ value: name, label: title }))}
          value={selected}
          onChange={(event) => setSelected(event.target.value)}
        />
      )}
      <TextArea
        name="use_case"
        label={isReopening ? 'Message' : 'Use case'}
        hint={isReopening ? 'For the operator.' : 'What you’re building, when you start, and what you need most.'}
        maxLength={1500}
        rows={3}
      />
      {!isReopening && (
        <NumberField
          name="expected_calls_per_month"
          label="Expected calls per month"
          min={1}
          defaultValue={10_000}
          step="any"
        />
      )}
      <p className="text-xs text-muted">
        Sent to the operator from {account?.name}. The reply goes to <span className="wrap-anywhere">{email}</span>. Up
        to 3 requests can be pending.
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

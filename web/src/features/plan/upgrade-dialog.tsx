// The form that asks the operator for another plan, or to reopen the account. It is a key request, which operators see among theirs.
import { useState } from 'react';
import type { KeyRequest } from '../../../../src/accounts/key-request.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { request } from '../../api/client.ts';
import { Button } from '../../kit/forms/button.tsx';
import { NumberField, SelectField, TextArea } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useSession } from '../../shell/session.tsx';
import { toUseCase } from './upgrade-text.ts';

type UpgradeDialogProps = {
  /** Name of the wished plan, `reopen`, or empty where nothing is asked. */
  asked: string;
  plans: readonly PlanRecord[] | undefined;
  onClose: () => void;
};

export function UpgradeDialog({ asked, plans, onClose }: UpgradeDialogProps) {
  const [sent, setSent] = useState<KeyRequest>();
  const close = () => {
    setSent(undefined);
    onClose();
  };
  const title = asked === 'reopen' ? 'Ask to reopen the account' : 'Ask for another plan';
  return (
    <Dialog
      isOpen={asked !== '' && plans !== undefined}
      onClose={close}
      title={sent ? 'Your request is on its way' : title}
    >
      {sent ? (
        <Sent request={sent} onClose={close} />
      ) : (
        <UpgradeForm asked={asked} plans={plans ?? []} onSent={setSent} onCancel={close} />
      )}
    </Dialog>
  );
}

type UpgradeFormProps = {
  asked: string;
  plans: readonly PlanRecord[];
  onSent: (request: KeyRequest) => void;
  onCancel: () => void;
};

function UpgradeForm({ asked, plans, onSent, onCancel }: UpgradeFormProps) {
  const { account, email } = useSession();
  const present = plans.find(({ name }) => name === account?.plan);
  const others = plans.filter(({ name }) => name !== account?.plan);
  const [wished, setWished] = useState(others.some(({ name }) => name === asked) ? asked : (others.at(-1)?.name ?? ''));
  const isReopening = asked === 'reopen';

  async function submit(values: FormValues): Promise<void> {
    if (!account) return;
    const wish = isReopening ? undefined : others.find(({ name }) => name === wished)?.title;
    const body = {
      name: account.name,
      email,
      use_case: toUseCase({
        accountId: account.id,
        from: present?.title ?? account.plan,
        wish,
        text: values.text('use_case'),
      }),
      expected_calls_per_month: values.number('expected_calls_per_month') ?? 1,
    };
    onSent(await request<KeyRequest>('POST', '/key-requests', { body }));
  }

  return (
    <Form onSubmit={submit} label={isReopening ? 'Ask to reopen the account' : 'Ask for another plan'}>
      {!isReopening && (
        <SelectField
          name="plan"
          label="Plan"
          options={others.map(({ name, title }) => ({ value: name, label: title }))}
          value={wished}
          onChange={(event) => setWished(event.target.value)}
        />
      )}
      <TextArea
        name="use_case"
        label={isReopening ? 'What should the operator know?' : 'What for?'}
        hint="What you build, from when on, and what you need most."
        maxLength={1500}
        rows={3}
      />
      {!isReopening && (
        <NumberField
          name="expected_calls_per_month"
          label="Calls a month, about"
          min={1}
          defaultValue={10_000}
          step="any"
        />
      )}
      <p className="text-xs text-muted">
        It reaches the operator as a request of {account?.name}, <span className="wrap-anywhere">{email}</span>, and is
        answered there by mail. At most 3 can wait at a time.
      </p>
      <FormActions submit="Send request" onCancel={onCancel} />
    </Form>
  );
}

function Sent({ request: { id, email }, onClose }: { request: KeyRequest; onClose: () => void }) {
  return (
    <div className="stack gap-4" role="status">
      <p>
        The operator sees it among the requests and answers to{' '}
        <span className="font-medium wrap-anywhere">{email}</span>. Until then everything stays as it is.
      </p>
      <p className="text-muted">
        Its number is <code className="font-mono text-xs">{id}</code>.
      </p>
      <ButtonRow>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
    </div>
  );
}

// SuspensionForm: suspends an account, listing what stops, or reactivates it.
import type { AccountOverview } from '../../../api/openapi.ts';
import { changeAccount } from '../../../api/operator-accounts.ts';
import { Form, FormActions } from '../../../kit/forms/form.tsx';
import { plural } from '../../../kit/page/format.ts';
import { MailFields, readMail } from './mail-fields.tsx';

type SuspensionFormProps = {
  account: AccountOverview;
  /** Number of the account's webhooks. */
  webhooks: number;
  onDone: () => void;
  onCancel: () => void;
};

export function SuspensionForm({ account, webhooks, onDone, onCancel }: SuspensionFormProps) {
  const { id, suspended, live_keys, email } = account;
  const action = suspended ? 'Reactivate account' : 'Suspend account';
  return (
    <Form
      label={action}
      onSubmit={async (values) => {
        await changeAccount(id, { suspended: !suspended, ...readMail(values) });
        onDone();
      }}
    >
      {suspended ? (
        <p className="text-muted">
          {live_keys === 0 ? 'The account has no active keys.' : `${plural(live_keys, 'key')} will work again at once.`}
          {webhooks > 0 && ` Pending deliveries of ${plural(webhooks, 'webhook')} are sent.`}
        </p>
      ) : (
        <ul className="list-disc pl-4 text-muted">
          <li>
            {live_keys === 0
              ? 'The account has no active keys. New keys won’t work.'
              : `${plural(live_keys, 'key stops', 'keys stop')} working at once. Calls return 403.`}
          </li>
          {webhooks > 0 && (
            <li>
              {plural(webhooks, 'webhook')} will miss hooks published while suspended. Pending deliveries wait until you
              reactivate the account.
            </li>
          )}
          <li>Keys, webhooks, exports and usage are kept. You can reactivate the account at any time.</li>
        </ul>
      )}
      <MailFields hint={email} />
      <FormActions submit={action} kind={suspended ? 'primary' : 'danger'} onCancel={onCancel} />
    </Form>
  );
}

// DeleteForm and RestoreForm: delete an account, typing its name, or restore a deleted one.
import { useState } from 'react';
import type { AccountOverview } from '../../../api/openapi.ts';
import { accountDataPath, deleteAccount, restoreAccount } from '../../../api/operator-accounts.ts';
import { TextField } from '../../../kit/forms/field.tsx';
import { Form, FormActions } from '../../../kit/forms/form.tsx';
import { plural } from '../../../kit/page/format.ts';
import { MailFields, readMail } from './mail-fields.tsx';

type FormProps = { account: AccountOverview; onDone: () => void; onCancel: () => void };

const collapsed = (text: string) => text.trim().replace(/\s+/g, ' ');

export function DeleteForm({ account, webhooks, onDone, onCancel }: FormProps & { webhooks: number }) {
  const [typed, setTyped] = useState('');
  const isConfirmed = collapsed(typed) === collapsed(account.name);
  return (
    <Form
      label="Delete account"
      onSubmit={async (values) => {
        if (!isConfirmed) return;
        const { notify, message: reason } = readMail(values);
        await deleteAccount(account.id, { notify, reason });
        onDone();
      }}
    >
      <ul className="list-disc pl-4 text-muted">
        <li>
          Sign-in stops at once
          {account.live_keys > 0 && `, ${plural(account.live_keys, 'key stops', 'keys stop')} working`}
          {webhooks > 0 && `, and nothing is delivered to ${plural(webhooks, 'webhook')}`}.
        </li>
        <li>You can restore the account for 30 days. Then its data is erased, also from the audit log.</li>
        <li>
          <a href={accountDataPath(account.id)} download className="text-ink underline">
            Download its data
          </a>{' '}
          as JSON. The email has a link to it too.
        </li>
      </ul>
      <MailFields hint={account.email} />
      <TextField
        name="confirmation"
        label={`Type “${account.name}” to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
      />
      <FormActions submit="Delete account" kind="danger" disabled={!isConfirmed} onCancel={onCancel} />
    </Form>
  );
}

export function RestoreForm({ account, onDone, onCancel }: FormProps) {
  return (
    <Form
      label="Restore account"
      onSubmit={async (values) => {
        await restoreAccount(account.id, readMail(values));
        onDone();
      }}
    >
      <p className="text-muted">
        {account.live_keys > 0 && `${plural(account.live_keys, 'key')} will work again at once. `}The customer can sign
        in again.
      </p>
      <MailFields hint={account.email} />
      <FormActions submit="Restore account" onCancel={onCancel} />
    </Form>
  );
}

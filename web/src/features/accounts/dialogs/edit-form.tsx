// EditForm: name, email and private note of an account.
import type { AccountOverview } from '../../../api/openapi.ts';
import { changeAccount } from '../../../api/operator-accounts.ts';
import { EmailField, TextArea, TextField } from '../../../kit/forms/field.tsx';
import { Form, FormActions } from '../../../kit/forms/form.tsx';

type EditFormProps = { account: AccountOverview; onDone: () => void; onCancel: () => void };

export function EditForm({ account, onDone, onCancel }: EditFormProps) {
  return (
    <Form
      label="Edit account"
      onSubmit={async (values) => {
        const email = values.text('email') ?? '';
        await changeAccount(account.id, {
          name: values.text('name') ?? '',
          // A new email ends sessions, so it is sent only if it changed.
          ...(email === account.email ? {} : { email }),
          note: values.text('note') ?? null,
        });
        onDone();
      }}
    >
      <TextField name="name" label="Name" defaultValue={account.name} maxLength={100} />
      <EmailField
        defaultValue={account.email}
        hint="Changing it signs the customer out everywhere, removes passkeys, and emails the old and the new address. Keys keep working."
      />
      <TextArea
        name="note"
        label="Note"
        defaultValue={account.note ?? ''}
        rows={4}
        maxLength={4000}
        hint="Only operators see it."
      />
      <FormActions submit="Save changes" onCancel={onCancel} />
    </Form>
  );
}

// EmailRoleForm: adds a person by email, with a role.
import { EmailField, SelectField } from './field.tsx';
import { Form, FormActions, type FormValues } from './form.tsx';

type EmailRoleFormProps = {
  title: string;
  submit: string;
  hint: string;
  roles: readonly { value: string; label: string }[];
  defaultRole: string;
  onSubmit: (person: { email: string; role: string }) => Promise<unknown>;
  onCancel: () => void;
};

export function EmailRoleForm({ title, submit, hint, roles, defaultRole, onSubmit, onCancel }: EmailRoleFormProps) {
  const send = (values: FormValues) => onSubmit({ email: values.text('email') ?? '', role: values.text('role') ?? '' });
  return (
    <Form onSubmit={send} label={title}>
      <EmailField hint={hint} />
      <SelectField name="role" label="Role" options={roles} defaultValue={defaultRole} />
      <FormActions submit={submit} onCancel={onCancel} />
    </Form>
  );
}

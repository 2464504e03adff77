// MailFields: whether the customer is emailed about a change, and what the operator adds to the email.
import { useState } from 'react';
import type { OperatorSetup } from '../../../api/openapi.ts';
import { useApi } from '../../../api/use-api.ts';
import { TextArea } from '../../../kit/forms/field.tsx';
import type { FormValues } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';

export const useMailOff = () =>
  useApi<OperatorSetup>('/operator/setup').data?.items.some(({ id, done }) => id === 'mail' && !done) === true;

/** States whether the person gets an email; `instead` is the advice while mail is off. */
export const useMailText = (email: string, instead = 'Send them a sign-in link from the menu of the account.') =>
  useMailOff() ? `Mail is off, and ${email} gets no email. ${instead}` : `An email goes to ${email}.`;

export function MailFields({ hint: given }: { hint: string }) {
  const [isMailed, setMailed] = useState(true);
  const hint = useMailOff() ? 'Mail is off: the email is only written to a file in the data directory.' : given;
  return (
    <>
      <Checkbox name="notify" label="Email the customer" hint={hint} checked={isMailed} onChange={setMailed} />
      {isMailed && <MessageField />}
    </>
  );
}

export function MessageField({ name = 'message', label = 'Message to the customer' }) {
  return <TextArea name={name} label={label} hint="Optional. Added to the email." rows={3} maxLength={2000} />;
}

export function readMail(values: FormValues): { notify: boolean; message?: string } {
  return { notify: values.checked('notify'), message: values.text('message') };
}

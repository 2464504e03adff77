// MailFields: whether the customer is emailed about a change, and what the operator adds to the email.
import { useState } from 'react';
import { TextArea } from '../../../kit/forms/field.tsx';
import type { FormValues } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';

export function MailFields({ hint }: { hint: string }) {
  const [isMailed, setMailed] = useState(true);
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

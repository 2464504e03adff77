// MailFields: whether the customer is emailed about a change, and what the operator adds to the email.
import { useState } from 'react';
import { TextArea } from '../../../kit/forms/field.tsx';
import type { FormValues } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';

const maxMessageLength = 2000;

export function MailFields({ hint }: { hint: string }) {
  const [isMailed, setMailed] = useState(true);
  return (
    <>
      <Checkbox name="notify" label="Email the customer" hint={hint} checked={isMailed} onChange={setMailed} />
      {isMailed && (
        <TextArea
          name="message"
          label="Message"
          hint="Optional. Included in the email."
          rows={3}
          maxLength={maxMessageLength}
        />
      )}
    </>
  );
}

export function readMail(values: FormValues): { notify: boolean; message?: string } {
  return { notify: values.checked('notify'), message: values.text('message') };
}

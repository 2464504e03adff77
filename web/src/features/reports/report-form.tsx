// Form of /report. One field takes a hook ID or the URL of a video.
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { EmailField, SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { reasonTexts } from './report-reasons.ts';

const reasons = Object.entries(reasonTexts).map(([value, label]) => ({ value, label }));

export function ReportForm({ onSubmit }: { onSubmit: (values: FormValues) => Promise<unknown> }) {
  const [subject, setSubject] = useState('');
  return (
    <Form onSubmit={onSubmit} label="Report a hook">
      <TextField
        // Errors of the API name the member that the value was sent as.
        name={/^\s*hook/i.test(subject) ? 'hook_id' : 'url'}
        label="Hook ID or video URL"
        hint="Such as hook_1204, or the URL of the video that the line is from."
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
        maxLength={2048}
        spellCheck={false}
        autoFocus
      />
      <SelectField name="reason" label="Reason" options={reasons} />
      <TextArea
        name="details"
        label="What is wrong?"
        hint="At least 10 characters. If you act for someone, say for whom."
        maxLength={2000}
      />
      <EmailField autoComplete="email" hint="For questions only. Deleted 90 days after the decision." />
      <ButtonRow>
        <Button type="submit" kind="primary">
          Send report
        </Button>
        <Link href="/" className="rounded-sm px-2 text-muted hover:text-ink">
          Cancel
        </Link>
      </ButtonRow>
    </Form>
  );
}

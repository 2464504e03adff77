// SubscribeForm: emails a link that subscribes to announcements; and the feed.
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';

export function SubscribeForm() {
  const [sentTo, setSentTo] = useState<string>();
  const submit = async (values: FormValues) => {
    const email = values.text('email') ?? '';
    await request('POST', '/status/subscriptions', { body: { email } });
    setSentTo(email);
  };
  return (
    <Section
      title="Get updates"
      description={
        <>
          By email, or by the{' '}
          <a href="/status/feed.xml" className="underline underline-offset-2 hover:text-ink">
            Atom feed
          </a>
          , which Slack and feed readers follow.
        </>
      }
    >
      <Card>
        {sentTo ? (
          <p role="status">
            Check your email. The link sent to <span className="font-medium wrap-anywhere">{sentTo}</span> confirms the
            subscription.
          </p>
        ) : (
          <Form onSubmit={submit} label="Get updates by email">
            <div className="flex flex-wrap items-end gap-2">
              <div className="min-w-0 flex-1 basis-60">
                <TextField name="email" label="Email" type="email" autoComplete="email" />
              </div>
              <Button type="submit" kind="primary">
                Subscribe
              </Button>
            </div>
          </Form>
        )}
      </Card>
    </Section>
  );
}

// /status/confirm and /status/unsubscribe: where the links of status emails lead. One click each, since mail scanners open links.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { request } from '../../api/client.ts';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Problem } from '../../kit/page/problem.tsx';

const texts = {
  confirm: {
    title: 'Get status emails',
    description: 'Confirm that you want an email for each incident, maintenance and announcement.',
    button: 'Confirm',
    done: 'You’re subscribed',
    detail: 'The next update comes by email. Each email has a link to unsubscribe.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    description: 'Stop emails about incidents, maintenance and announcements.',
    button: 'Unsubscribe',
    done: 'You’re unsubscribed',
    detail: 'You get no further status emails.',
  },
} as const;

export function StatusMailPage() {
  const [path] = useLocation();
  const kind = path.endsWith('/confirm') ? 'confirm' : 'unsubscribe';
  const { title, description, button, done, detail } = texts[kind];
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setState('busy');
    setError(undefined);
    await (kind === 'confirm' ? confirm() : unsubscribe()).then(
      () => setState('done'),
      (reason) => {
        setError(reason);
        setState('asking');
      },
    );
  };
  const isDone = state === 'done';
  return (
    <div className="stack mx-auto max-w-100 gap-6 pt-[8dvh]">
      <PageHeader title={isDone ? done : title} description={isDone ? detail : description} />
      {error !== undefined && <Problem error={error} />}
      <div className="flex flex-wrap gap-2" role="status">
        {!isDone && (
          <Button kind="primary" busy={state === 'busy'} onClick={() => void run()}>
            {button}
          </Button>
        )}
        <LinkButton href="/status">Status page</LinkButton>
      </div>
    </div>
  );
}

/** The token is in the fragment, which is not sent to servers. */
const confirm = () =>
  request('POST', '/status/subscriptions/confirm', {
    body: { token: new URLSearchParams(location.hash.slice(1)).get('token') ?? '' },
  });

const unsubscribe = () =>
  request(
    'POST',
    `/status/unsubscribe?token=${encodeURIComponent(new URLSearchParams(location.search).get('token') ?? '')}`,
  );

// The mail that tells an account holder that a webhook was paused, why, and how to go on.
import type { MailMessage } from '../mail/message.ts';
import type { Endpoint } from './endpoint.ts';
import type { Outcome } from './send.ts';

export function pausedMail(
  owner: { email: string; name: string },
  { webhook_id, webhook_url, paused_by }: Endpoint,
  last: Outcome | undefined,
): MailMessage {
  const answer = last?.statusCode
    ? `It answered ${last.statusCode}.`
    : `The last attempt failed: ${last?.error ?? 'unknown'}.`;
  const why =
    paused_by === 'gone'
      ? 'It answered 410 Gone, which asks us to stop.'
      : `A delivery failed at its first attempt and at every retry. ${answer}`;
  return {
    to: owner.email,
    subject: 'Your Hookline webhook is paused',
    text: [
      `Hello ${owner.name},`,
      '',
      `we paused your webhook ${webhook_id}, which delivers to`,
      webhook_url,
      '',
      why,
      '',
      'New hooks are kept for it for 30 days. When your receiver works again, resume it:',
      '',
      `POST /webhooks/${webhook_id}/resume {"backlog": "deliver"}   delivers everything that was kept`,
      `POST /webhooks/${webhook_id}/resume {"backlog": "skip"}      goes on with new hooks only`,
      '',
      `GET /webhooks/${webhook_id}/deliveries lists every attempt with the answer it got.`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

// Email to the account holder when a webhook is paused: why, and how to resume it.
import type { MailMessage } from '../../mail/message.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Outcome } from '../send.ts';

export function pausedEmail(
  owner: { email: string; name: string },
  { webhook_id, webhook_url, paused_by }: Endpoint,
  last: Outcome | undefined,
): MailMessage {
  const outcome = last?.statusCode
    ? `The last response was ${last.statusCode}.`
    : `The last attempt failed: ${last?.error ?? 'unknown'}.`;
  const why =
    paused_by === 'gone'
      ? 'The receiver responded 410 Gone, which means: send nothing more.'
      : `A delivery failed at its first attempt and at every retry. ${outcome}`;
  return {
    to: owner.email,
    subject: 'Your Hookline webhook is paused',
    text: [
      `Hello ${owner.name},`,
      '',
      `We paused your webhook ${webhook_id}, which delivers to`,
      webhook_url,
      '',
      why,
      '',
      'New hooks are kept for 30 days. When your receiver works again, resume the webhook:',
      '',
      `POST /webhooks/${webhook_id}/resume {"backlog": "deliver"}   delivers the backlog`,
      `POST /webhooks/${webhook_id}/resume {"backlog": "skip"}      skips the backlog`,
      '',
      `GET /webhooks/${webhook_id}/deliveries lists every attempt with its response.`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

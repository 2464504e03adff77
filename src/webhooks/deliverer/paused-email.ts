// Email to the account holder when a webhook is paused: why, and how to resume it.
import { composeMail } from '../../mail/compose.ts';
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
  return composeMail({
    to: owner.email,
    subject: 'Your Hookline webhook is paused',
    name: owner.name,
    parts: [
      `We paused your webhook ${webhook_id}, which delivers to`,
      { code: webhook_url },
      why,
      'New hooks are kept for 30 days. When your receiver works again, resume the webhook in the dashboard, or by API. The first delivers the backlog, the second skips it:',
      {
        code: [
          `POST /webhooks/${webhook_id}/resume {"backlog": "deliver"}`,
          `POST /webhooks/${webhook_id}/resume {"backlog": "skip"}`,
        ].join('\n'),
      },
      `GET /webhooks/${webhook_id}/deliveries lists every attempt with its response.`,
    ],
  });
}

// Emails to subscribers of the status page: the link that confirms, and each update of an announcement.
import { composeMail } from '../../mail/compose.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Announcement } from '../announcements/announcement.ts';
import { factsOf, headingOf } from '../announcements/text.ts';
import { confirmHours } from './subscriber.ts';

type Subscriber = { id: string; email: string; unsubscribe_token: string };

export function confirmMail(to: string, link: string): MailMessage {
  return composeMail({
    to,
    subject: 'Confirm status emails from Hookline',
    parts: [
      `Confirm that you want an email for each incident, maintenance and announcement. The link expires in ${confirmHours} hours.`,
      { button: 'Confirm', url: link },
      { note: 'If you did not request it, ignore this email. Without the link you get no further one.' },
    ],
  });
}

export function subscribedMail({ email, unsubscribe_token }: Omit<Subscriber, 'id'>, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'You already get status emails from Hookline',
    parts: [
      'Somebody entered your email at the status page. You are subscribed, so there is nothing to do.',
      { links: [{ label: 'Unsubscribe', url: unsubscribeUrl(publicUrl, unsubscribe_token) }] },
    ],
  });
}

export function updateMail(
  announcement: Announcement,
  update: Announcement['updates'][number],
  { id, email, unsubscribe_token }: Subscriber,
  publicUrl: string,
): MailMessage {
  const unsubscribe = unsubscribeUrl(publicUrl, unsubscribe_token);
  const facts = factsOf(announcement);
  return {
    ...composeMail({
      to: email,
      subject: headingOf(announcement, update.state),
      parts: [
        { quote: update.message },
        ...(facts.length > 0 ? [{ facts }] : []),
        { button: 'Open status page', url: announcement.url },
        { links: [{ label: 'Unsubscribe', url: unsubscribe }] },
        { note: 'You subscribed to the status page of Hookline.' },
      ],
    }),
    // A retry after a crash in the middle of sending has the same id, by which mailboxes show the message once.
    messageId: `<${update.id}.${id}@${new URL(publicUrl).hostname}>`,
    // RFC 8058: mail programs show a button that unsubscribes with one click.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/status/unsubscribe?token=${token}`;
}

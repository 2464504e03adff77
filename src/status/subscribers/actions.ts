// Subscribes emails to announcements once they are confirmed by a link, ends subscriptions, and queues the emails of an update.

import { z } from 'zod';
import { emailAddress } from '../../accounts/account.ts';
import { failIfUnreachable, type MailConfig } from '../../accounts/reserved-email.ts';
import { hashKey } from '../../auth/keys/key.ts';
import { mailboxOf } from '../../auth/sign-up.ts';
import type { Database, Trx } from '../../db/database.ts';
import { eachDue } from '../../db/each-due.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { randomBase62 } from '../../lib/ids.ts';
import { hourMs } from '../../lib/time.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { type Announcement, factsOf, headingOf } from '../announcements/announcement.ts';
import { findAnnouncementOf } from '../announcements/store.ts';
import { claimSubscriber, confirmSubscriber, deleteSubscriber, selectOwners, upsertSubscriber } from './store.ts';

export type SubscriberDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  publicUrl: () => string;
  config: MailConfig;
};

/** Mails a confirmation link. Only the mailbox learns whether the email is already subscribed. */
export async function subscribe(
  { db, jobs, publicUrl, config }: SubscriberDeps,
  input: z.infer<typeof subscribeInput>,
): Promise<void> {
  const email = input.email.toLowerCase();
  failIfUnreachable(email, config);
  const token = randomBase62(32);
  const now = new Date();
  await db.transaction().execute(async (trx) => {
    const subscriber = await upsertSubscriber(trx, {
      email,
      mailbox: mailboxOf(email),
      confirm_hash: hashKey(token),
      confirm_until: new Date(now.getTime() + confirmHours * hourMs),
      unsubscribe_token: randomBase62(32),
      now,
    });
    const message = subscriber.confirmed_at
      ? subscribedMail(subscriber, publicUrl())
      : // A fragment is never sent to a server, so no log and no mail scanner sees the token.
        confirmMail(email, `${publicUrl()}/status/confirm#token=${token}`);
    await jobs.send(trx, 'mail', message);
  });
}

type TokenInput = z.infer<typeof confirmInput>;

/** Returns the confirmed email; undefined if the link has expired or is unknown. */
export async function confirm({ db }: Pick<SubscriberDeps, 'db'>, { token }: TokenInput): Promise<string | undefined> {
  return confirmSubscriber(db, hashKey(token), new Date());
}

/** Returns whether the token belonged to a subscriber. An unknown token is no error, since the result is the same. */
export async function unsubscribe({ db }: Pick<SubscriberDeps, 'db'>, { token }: TokenInput): Promise<boolean> {
  return deleteSubscriber(db, token);
}

/**
 * The job: queues the email of an update for every subscriber. Each is marked and queued in one transaction, so after a kill the next
 * attempt continues, and no subscriber is queued twice. Emails to owners are queued together or not at all.
 */
export async function mailUpdate(
  { db, jobs }: Pick<SubscriberDeps, 'db' | 'jobs'>,
  { updateId, publicUrl, owners }: { updateId: string; publicUrl: string; owners?: 'all' | 'others' },
  stopping?: AbortSignal,
): Promise<void> {
  const announcement = await findAnnouncementOf(db, updateId, { publicUrl, now: new Date() });
  const update = announcement?.updates[0];
  if (!announcement || !update) return;
  // Low priority, since sign-in links must not wait behind announcements.
  const queue = (trx: Trx, reader: Reader) =>
    jobs.send(trx, 'mail', updateMail(announcement, update, reader, publicUrl), undefined, { priority: -1 });
  if (owners)
    return db.transaction().execute(async (trx) => {
      for (const owner of await selectOwners(trx, owners)) await queue(trx, owner);
    });
  await eachDue(db, {
    lock: (trx, without) => claimSubscriber(trx, { id: updateId, at: new Date(update.at) }, without),
    run: queue,
    stopping,
  });
  stopping?.throwIfAborted();
}

// Subscriber: an email that requested announcements and was confirmed.

/** Long enough for slow mail. */
const confirmHours = 24;

export const subscribeInput = z.strictObject({ email: emailAddress });
export const confirmInput = z.strictObject({ token: z.string().min(1).max(200) });
export const subscriptionSchema = z
  .object({ email: z.string() })
  .meta({ id: 'StatusSubscription', description: 'An email that gets announcements' });

// Emails to subscribers of the status page: the link that confirms, and each update of an announcement.

type Subscriber = { id: string; email: string; unsubscribe_token: string };
/** An owner of an account has no token, since there is no subscription to end. */
type Reader = Omit<Subscriber, 'unsubscribe_token'> & Partial<Subscriber>;

function confirmMail(to: string, link: string): MailMessage {
  return composeMail({
    to,
    subject: 'Confirm status emails from Hookline',
    parts: [
      `Confirm that you want an email for each incident, maintenance and announcement. The link expires in ${confirmHours} hours.`,
      { button: 'Confirm', url: link },
      { note: 'If you did not request it, ignore this email. You get no further email unless you open the link.' },
    ],
  });
}

function subscribedMail({ email, unsubscribe_token }: Omit<Subscriber, 'id'>, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'You already get status emails from Hookline',
    parts: [
      'Someone entered your email on the status page. You are already subscribed, so no action is needed.',
      { links: [{ label: 'Unsubscribe', url: unsubscribeUrl(publicUrl, unsubscribe_token) }] },
    ],
  });
}

function updateMail(
  announcement: Announcement,
  update: Announcement['updates'][number],
  { id, email, unsubscribe_token: token }: Reader,
  publicUrl: string,
): MailMessage {
  const unsubscribe = token && unsubscribeUrl(publicUrl, token);
  const facts = factsOf(announcement);
  return {
    ...composeMail({
      to: email,
      subject: headingOf(announcement, update.state),
      parts: [
        { quote: update.message },
        ...(facts.length > 0 ? [{ facts }] : []),
        { button: 'Open status page', url: announcement.url },
        ...(unsubscribe ? [{ links: [{ label: 'Unsubscribe', url: unsubscribe }] }] : []),
        { note: unsubscribe ? 'You subscribed to the status page of Hookline.' : 'You have an account at Hookline.' },
      ],
    }),
    // A retry after a crash while sending has the same id, so mailboxes show the message once.
    messageId: `<${update.id}.${id}@${new URL(publicUrl).hostname}>`,
    // RFC 8058: mail programs show a button that unsubscribes with one click.
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/status/unsubscribe?token=${token}`;
}

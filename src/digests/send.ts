// The job of a digest: composes the email and sends it. The digest counts as sent when the mail server has accepted it.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { toCaller } from '../accounts/account.ts';
import type { LiveCatalog } from '../catalog/live-catalog.ts';
import { addedRows } from '../catalog/search/changes.ts';
import { toFilter } from '../catalog/search/filter.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { describeFilters, resolveFilters } from '../collections/collection.ts';
import type { Database } from '../db/database.ts';
import type { DigestJob } from '../jobs/jobs.ts';
import { counted } from '../lib/text.ts';
import { composeMail, type MailMessage, type MailPart } from '../mail/message.ts';
import type { SendMail } from '../mail/send.ts';
import { toDigest } from '../searches/digest/digest.ts';
import { explorerUrl, feedItems } from '../searches/feed/page.ts';
import { stopDigest } from './run-due.ts';
import { type DueDigest, findDigest, settleDigest, whileLocked } from './store.ts';

type SendDigestDeps = {
  db: Database;
  /** Connection of the lock, which is held while a mail server responds, so it has no idle timeout. */
  lockDb: Database;
  catalog: Pick<LiveCatalog, 'current' | 'refresh'>;
  send: SendMail;
  publicUrl: () => string;
  linkSecret: string;
};

/**
 * Composed here and not when it was requested, so that it contains no hook that was taken down since, and is not sent to an account that
 * unsubscribed or was suspended. After a kill between the acceptance of the email and the end of this job, the job sends it again, with the
 * same Message-ID, date and hooks.
 */
export function sendDigest(deps: SendDigestDeps, job: DigestJob, stopping: AbortSignal): Promise<void> {
  // The email of the previous period may still be in progress, and its hooks are known only once it is settled.
  return whileLocked(deps.lockDb, job.searchId, () => sendLocked(deps, job, stopping));
}

async function sendLocked(
  { db, catalog, send, publicUrl, linkSecret }: SendDigestDeps,
  { searchId, period, through, throughAt, at: date }: DigestJob,
  stopping: AbortSignal,
): Promise<void> {
  const digest = await findDigest(db, searchId);
  if (!digest || digest.every === 'off' || digest.stopped_at || digest.account.suspended) return;
  // The digest was sent already, or the digest of a later period includes its hooks.
  if (digest.sent_period === period || digest.last_period !== period) return;
  if (catalog.current().snapshot.version < through) await catalog.refresh();
  const current = catalog.current();
  const { snapshot } = current;
  if (snapshot.version < through) throw new Error(`Version ${through} of the catalog is not loaded yet.`);
  const { account_id, filters } = digest.search;
  const filter = toFilter(await resolveFilters(db, account_id, filters));
  const rows = addedRows(current, filter, { after: digest.told_version, since: digest.told_at, through });
  if (rows.length === 0) return;
  stopping.throwIfAborted();
  const links = { publicUrl: publicUrl(), linkSecret };
  const content = { snapshot, rows, filterText: await describeFilters(db, account_id, filters) };
  const { refusal } = await send(digestEmail(digest, content, { period, date, ...links }));
  if (refusal === undefined) await settleDigest(db, searchId, { period, through, throughAt, now: new Date() });
  else await db.transaction().execute((trx) => stopDigest(trx, digest.search, 'bounce', refusal));
}

// The email of a digest: the most viewed of the new hooks with links, and how to see the others, change it or stop it.

const maxTold = 10;

/** Rows of hooks, most viewed first. `filterText` describes the filters that they match. */
type DigestContent = { snapshot: Snapshot; rows: Uint32Array; filterText: string };
type DigestLinks = { publicUrl: string; linkSecret: string };

/** Each attempt to send the digest of a period has the same id, so mailboxes show it once. */
function digestEmail(
  digest: DueDigest,
  content: DigestContent,
  { period, date, ...links }: DigestLinks & { period: string; date: string },
): MailMessage {
  const { search, account } = digest;
  const message = composeMail({
    to: account.email,
    subject: `${counted(content.rows.length, 'new hook')}: ${search.name}`,
    name: account.name,
    parts: [
      `${counted(content.rows.length, 'new hook')} since the last digest, for ${content.filterText}.`,
      ...hookParts(digest, content, { ...links, isNew: true }),
      ...footer(digest, links),
    ],
  });
  return {
    ...message,
    messageId: `<digest.${search.id}.${period}@${new URL(links.publicUrl).hostname}>`,
    date,
    headers: unsubscribeHeaders(digest, links),
  };
}

/** The content of the next digest; without new hooks, an example with the most viewed ones. */
export function testEmail(
  digest: DueDigest,
  content: DigestContent,
  { isNew, ...links }: DigestLinks & { isNew: boolean },
): MailMessage {
  const { search, account } = digest;
  const count = counted(content.rows.length, isNew ? 'new hook' : 'hook');
  const what = isNew
    ? `${count} would be in the next digest of ${content.filterText}. This test does not change that.`
    : `No hook is new since the last digest of ${content.filterText}, so these are the most viewed of ${count} that match. A digest is only sent if there are new ones.`;
  return {
    ...composeMail({
      to: account.email,
      subject: `Test digest: ${search.name}`,
      name: account.name,
      parts: [what, ...hookParts(digest, content, { ...links, isNew }), ...footer(digest, links)],
    }),
    headers: unsubscribeHeaders(digest, links),
  };
}

function hookParts(
  { search, account }: DueDigest,
  { snapshot, rows }: DigestContent,
  { publicUrl, isNew }: { publicUrl: string; isNew: boolean },
): MailPart[] {
  const told = rows.subarray(0, maxTold);
  const isFull = toCaller(account).features.has('full');
  const list = feedItems({ snapshot, rows: told, isFull, publicUrl }).map(({ hook, url, facts }) => ({
    text: hook.text.replace(/\s+/g, ' '),
    detail: facts,
    url,
  }));
  const more = rows.length - told.length;
  const since = isNew ? { added_since: firstAdded(snapshot, rows) } : {};
  return [
    ...(list.length > 0 ? [{ title: more > 0 ? `The ${maxTold} most viewed` : 'Most viewed first', list }] : []),
    {
      button: more > 0 ? `See ${counted(more, 'more hook')}` : 'Open in Hookline',
      url: explorerUrl(publicUrl, { ...search.filters, ...since }),
    },
  ];
}

function firstAdded({ addedAt }: Snapshot, rows: Uint32Array): string {
  const first = rows.reduce((least, row) => Math.min(least, addedAt[row] ?? least), Number.MAX_SAFE_INTEGER);
  return new Date(first).toISOString();
}

function footer(digest: DueDigest, links: DigestLinks): MailPart[] {
  const { search, account } = digest;
  const { digest: every, digest_day, digest_hour } = toDigest(digest);
  const when = every === 'weekly' ? `every ${digest_day[0]?.toUpperCase()}${digest_day.slice(1)}` : 'every day';
  return [
    {
      links: [
        { label: 'Change digests', url: `${links.publicUrl}/dashboard/searches` },
        { label: 'Unsubscribe', url: unsubscribeUrl(digest, links) },
      ],
    },
    {
      note: `You get the digest of the saved search “${search.name}” ${when} at ${digest_hour}:00 (${account.timezone}) if there are new hooks.`,
    },
  ];
}

/** RFC 8058: mail programs show a button that unsubscribes with one click. */
function unsubscribeHeaders(digest: DueDigest, links: DigestLinks): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl(digest, links)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

// Link that unsubscribes from a digest: signed for the search and the email that it was sent to, so nothing is stored for it.

type Addressed = { search: Pick<DueDigest['search'], 'id'>; account: Pick<DueDigest['account'], 'email'> };

function unsubscribeUrl(digest: Addressed, links: { publicUrl: string; linkSecret: string }): string {
  const { id } = digest.search;
  return `${links.publicUrl}/digests/unsubscribe?token=${id}.${sign(links.linkSecret, digest)}`;
}

/** Returns the search of the token, which is not verified yet. */
export function searchOfToken(token: string): string | undefined {
  return /^(srch_[0-9A-Za-z]{16})\.[\w-]{43}$/.exec(token)?.[1];
}

export function isSigned(token: string, secret: string, digest: Addressed): boolean {
  const [, signature = ''] = token.split('.');
  const expected = sign(secret, digest);
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

/** The secret signs download links too, whose text begins with the id of an export. */
function sign(secret: string, { search, account }: Addressed): string {
  return createHmac('sha256', secret).update(`digest.${search.id}.${account.email.toLowerCase()}`).digest('base64url');
}

// The email of a digest: the most viewed of the new hooks with links, and how to see the others, change it or stop it.
import { toCaller } from '../accounts/account.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { counted } from '../lib/counted.ts';
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import { toDigest } from '../searches/digest/digest.ts';
import { explorerUrl, feedItems } from '../searches/feed/page.ts';
import type { DueDigest } from './store.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

const maxTold = 10;

/** Rows of hooks, the most viewed first. `filterText`: what they match. */
export type DigestContent = { snapshot: Snapshot; rows: Uint32Array; filterText: string };
export type DigestLinks = { publicUrl: string; linkSecret: string };

/** Each attempt to send the digest of a period has the same id, by which mailboxes show it once. */
export function digestEmail(
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
      `${counted(content.rows.length, 'new hook')} since the last digest, of ${content.filterText}.`,
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

/** What the next digest would tell; without new hooks, what it looks like with the most viewed ones. */
export function testEmail(
  digest: DueDigest,
  content: DigestContent,
  { isNew, ...links }: DigestLinks & { isNew: boolean },
): MailMessage {
  const { search, account } = digest;
  const count = counted(content.rows.length, isNew ? 'new hook' : 'hook');
  const what = isNew
    ? `${count} would be in the next digest of ${content.filterText}. It tells them all the same.`
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
        { label: 'Change digests', url: `${links.publicUrl}/dashboard/digests` },
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

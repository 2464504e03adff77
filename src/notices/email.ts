// Email to the operator: what is new, by kind.
import { type NoticeKind, noticeKinds } from '../db/tables/notices.ts';
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import type { Notice } from './notice.ts';

/** Of each kind; further ones are counted. */
const maxListed = 20;

const names: Readonly<Record<NoticeKind, { one: string; many: string; open: string }>> = {
  key_request: { one: 'key request', many: 'key requests', open: 'Open key requests' },
  plan_change: { one: 'plan change', many: 'plan changes', open: 'Open plan changes' },
  problem: { one: 'problem', many: 'problems', open: 'Open health' },
};

export function operatorMail(to: string, notices: readonly Notice[]): MailMessage {
  const groups = noticeKinds.flatMap((kind) => {
    const ofKind = notices.filter((notice) => notice.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, notices: ofKind }];
  });
  const counts = groups.map(({ kind, notices }) => countText(kind, notices.length));
  return composeMail({
    to,
    subject: `Hookline: ${counts.join(', ')}`,
    parts: [
      ...groups.flatMap(({ kind, notices }) => partsOf(kind, notices)),
      { note: 'Sent to HOOKLINE_OPERATOR_EMAIL, at most once an hour.' },
    ],
  });
}

function partsOf(kind: NoticeKind, notices: readonly Notice[]): MailPart[] {
  const listed = notices.slice(0, maxListed);
  const more = notices.length - listed.length;
  const [first, ...others] = new Set(listed.map(({ url }) => url));
  const items = listed.map(({ text, url }) => ({
    text: text.replace(/\s+/g, ' '),
    ...(others.length > 0 ? { url } : {}),
  }));
  const title = countText(kind, notices.length);
  const list = more > 0 ? [...items, { text: `and ${more} more` }] : items;
  const links = first === undefined || others.length > 0 ? [] : [{ links: [{ label: names[kind].open, url: first }] }];
  return [{ title, list }, ...links];
}

function countText(kind: NoticeKind, count: number): string {
  return `${count} ${count === 1 ? names[kind].one : names[kind].many}`;
}

// Email to the operator: what is new, by kind.
import { type AlertKind, alertKinds } from '../db/tables/status.ts';
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import type { Alert } from './alert.ts';

/** Of each kind; further ones are counted. */
const maxListed = 20;

const names: Readonly<Record<AlertKind, { one: string; many: string; open: string }>> = {
  key_request: { one: 'key request', many: 'key requests', open: 'Open key requests' },
  plan_change: { one: 'plan change', many: 'plan changes', open: 'Open plan changes' },
  problem: { one: 'problem', many: 'problems', open: 'Open health' },
};

export function operatorMail(to: string, alerts: readonly Alert[]): MailMessage {
  const groups = alertKinds.flatMap((kind) => {
    const ofKind = alerts.filter((alert) => alert.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, alerts: ofKind }];
  });
  const counts = groups.map(({ kind, alerts }) => countText(kind, alerts.length));
  return composeMail({
    to,
    subject: `Hookline: ${counts.join(', ')}`,
    parts: [
      ...groups.flatMap(({ kind, alerts }) => partsOf(kind, alerts)),
      { note: 'Sent to HOOKLINE_OPERATOR_EMAIL, at most once an hour.' },
    ],
  });
}

function partsOf(kind: AlertKind, alerts: readonly Alert[]): MailPart[] {
  const listed = alerts.slice(0, maxListed);
  const more = alerts.length - listed.length;
  const [first, ...others] = new Set(listed.map(({ url }) => url));
  const items = listed.map(({ text, url }) => ({
    text: text.replace(/\s+/g, ' '),
    ...(others.length > 0 ? { url } : {}),
  }));
  const title = countText(kind, alerts.length);
  const list = more > 0 ? [...items, { text: `and ${more} more` }] : items;
  const links = first === undefined || others.length > 0 ? [] : [{ links: [{ label: names[kind].open, url: first }] }];
  return [{ title, list }, ...links];
}

function countText(kind: AlertKind, count: number): string {
  return `${count} ${count === 1 ? names[kind].one : names[kind].many}`;
}

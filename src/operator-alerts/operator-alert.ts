// Operator alert: an event that is mailed to the operator, in an email at most once an hour.
import { type OperatorAlertKind, operatorAlertKinds } from '../db/tables/status.ts';
import { composeMail, type MailMessage, type MailPart } from '../mail/message.ts';

export type OperatorAlert = {
  kind: OperatorAlertKind;
  /** Plain text. Parts of it may be untrusted input. */
  text: string;
  /** The page to act on it. */
  url: string;
};

/** A problem of the service's health. `action` is the path of the page to fix it on. */
export type Problem = { severity: 'warning' | 'error'; what: string; action: string };

/**
 * Identity of a problem over time. Its text continues with counts and causes, which change while the problem stays, so only the words
 * before them count.
 */
export function problemKey({ severity, what, action }: Problem): string {
  const [words = ''] = what.split(/[\d:(]/, 1);
  return `${severity} ${action} ${words.trim()}`;
}

// Email to the operator: new operator alerts, by kind.

/** Items shown of each kind; further ones are counted. */
const maxListed = 20;

const names: Readonly<Record<OperatorAlertKind, { one: string; many: string; open: string }>> = {
  key_request: { one: 'key request', many: 'key requests', open: 'Open key requests' },
  plan_change: { one: 'plan change', many: 'plan changes', open: 'Open plan changes' },
  source_request: { one: 'source request', many: 'source requests', open: 'Open source requests' },
  problem: { one: 'problem', many: 'problems', open: 'Open health' },
};

export function operatorMail(to: string, alerts: readonly OperatorAlert[]): MailMessage {
  const groups = operatorAlertKinds.flatMap((kind) => {
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

function partsOf(kind: OperatorAlertKind, alerts: readonly OperatorAlert[]): MailPart[] {
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

function countText(kind: OperatorAlertKind, count: number): string {
  return `${count} ${count === 1 ? names[kind].one : names[kind].many}`;
}

// Body of a request to the operator's webhook: a problem of health that started or is over. `text` is what Slack shows.

export type ProblemEvent = {
  event: 'problem.started' | 'problem.resolved';
  problem: Pick<Problem, 'severity' | 'what'>;
  since: Date;
  url: string;
};

export function toWebhookBody({ event, problem: { severity, what }, since, url }: ProblemEvent, now: Date): string {
  const title = event === 'problem.started' ? what : `Resolved: ${what}`;
  return JSON.stringify({
    event,
    timestamp: now.toISOString(),
    text: `Hookline: ${title}\n${url}`,
    data: { severity, what, since: since.toISOString(), url },
  });
}

// The audit record in plain words: what was done, by whom, with which details. Nothing here knows of React.
import type { AuditAction, AuditRecord } from '../../../src/audit/audit.ts';
import { formatDate, formatNumber } from '../kit/format.ts';

/** A test keeps it whole. Those that no account sees are told to operators. */
export const actionWords: Record<AuditAction, string> = {
  'account.created': 'Opened the account',
  'account.changed': 'Changed the account',
  'key.created': 'Created a key',
  'key.regenerated': 'Replaced a key',
  'key.revoked': 'Revoked a key',
  'key_request.approved': 'Approved a request for a key',
  'key_request.declined': 'Declined a request for a key',
  'sign_in_link.created': 'Made a sign-in link',
  'hook.edited': 'Edited a hook',
  'hook.accepted': 'Accepted a hook',
  'hook.rejected': 'Rejected a hook',
  'hook.reopened': 'Put a hook back to review',
  'hook.retired': 'Retired a hook',
  'webhook.created': 'Created a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.tested': 'Sent a test to a webhook',
  'webhook.paused': 'Paused a webhook',
  'webhook.resumed': 'Resumed a webhook',
  'webhook.rotated': 'Rotated the secret of a webhook',
  'webhook.replayed': 'Sent deliveries of a webhook again',
  'webhook.deleted': 'Deleted a webhook',
  'export.requested': 'Asked for an export',
  'export.canceled': 'Canceled an export',
  'source.created': 'Added a source',
  'source.changed': 'Changed a source',
  'source.run': 'Ran a source',
  'source.deleted': 'Removed a source',
  'import.started': 'Started an import',
};

export function actorWords({ actor, key_id }: AuditRecord, nameOfKey: (id: string) => string | undefined): string {
  if (actor === 'key') return `Key ${nameOfKey(key_id ?? '') ?? key_id ?? 'that is gone'}`;
  return { session: 'You', operator: 'Operator', system: 'Hookline' }[actor];
}

/** The page of the subject, where there is one. */
export function subjectPage({ action, subject }: AuditRecord): string | undefined {
  if (action === 'webhook.deleted') return undefined;
  const [kind] = subject.split('_', 1);
  if (kind === 'wh') return `/dashboard/webhooks/${encodeURIComponent(subject)}`;
  if (kind === 'hook') return `/dashboard/hooks/${encodeURIComponent(subject)}`;
  return { key: '/dashboard/keys', exp: '/dashboard/exports', acc: '/dashboard/plan' }[kind];
}

const detailNames: Readonly<Record<string, string>> = {
  expires_at: 'expires',
  grace_seconds: 'old key works for',
  replaced_by: 'new key',
  webhook_url: 'address',
  by: 'because of',
  backlog: 'what waited',
  previous_secret_until: 'old secret works until',
  account_created: 'new account',
};

const causes: Readonly<Record<string, string>> = {
  owner: 'its owner',
  failures: 'failed deliveries',
  gone: '410 Gone',
};

export type Detail = { name: string; value: string } | { name: string; from: string; to: string };

/** Without the name that the subject is shown by already. */
export function detailsOf({ details }: AuditRecord, shownName?: string): Detail[] {
  const told = Object.entries(details).filter(([key, value]) => key !== 'name' || value !== shownName);
  return told.map(([key, value]) => {
    const name = detailNames[key] ?? key.replaceAll('_', ' ');
    if (isDifference(value)) return { name, from: valueWords(key, value.from), to: valueWords(key, value.to) };
    return { name, value: valueWords(key, value) };
  });
}

function isDifference(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function valueWords(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return key === 'expires_at' ? 'never' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'grace_seconds') return spanWords(Number(value));
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return textWords(key, value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueWords(key, one)).join(', ');
  const members = Object.entries(value).filter(([, one]) => one !== null);
  if (members.length === 0) return key === 'limits' ? 'the plan’s' : 'all';
  return members.map(([name, one]) => `${name.replaceAll('_', ' ')} ${valueWords(name, one)}`).join('; ');
}

function textWords(key: string, value: string): string {
  if (key === 'by') return causes[value] ?? value;
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isMoment ? formatDate(value) : value;
}

function spanWords(seconds: number): string {
  if (seconds === 0) return 'no longer';
  return seconds % 86_400 === 0 && seconds > 86_400
    ? `${seconds / 86_400} days`
    : `${Math.round(seconds / 360) / 10} h`;
}

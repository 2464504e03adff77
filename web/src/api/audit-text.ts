// Audit records in words, for the account's holder and the operator alike: what was done, by whom, and which values changed.
import type { AuditAction, AuditRecord, Details } from '../../../src/audit/audit.ts';
import { formatDate, formatNumber } from '../kit/page/format.ts';

/** A test keeps it whole. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'key.created': 'Key created',
  'key.regenerated': 'Key regenerated',
  'key.revoked': 'Key revoked',
  'key_request.approved': 'Key request approved',
  'key_request.declined': 'Key request declined',
  'sign_in_link.created': 'Sign-in link for the console created',
  'hook.edited': 'Hook edited',
  'hook.accepted': 'Hook accepted',
  'hook.rejected': 'Hook rejected',
  'hook.reopened': 'Hook put back to review',
  'hook.retired': 'Hook retired',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.tested': 'Webhook tested',
  'webhook.paused': 'Webhook paused',
  'webhook.resumed': 'Webhook resumed',
  'webhook.rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Deliveries replayed',
  'webhook.deleted': 'Webhook deleted',
  'export.requested': 'Export requested',
  'export.canceled': 'Export canceled',
  'source.created': 'Source created',
  'source.changed': 'Source changed',
  'source.run': 'Source run',
  'source.deleted': 'Source deleted',
  'import.started': 'Import started',
};

export const actorWords: Readonly<Record<AuditRecord['actor'], string>> = {
  operator: 'Operator',
  session: 'Account holder',
  key: 'Key',
  system: 'Hookline',
};

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

/** What it means that nothing is set, where that says something. */
const unset: Readonly<Record<string, string>> = {
  expires_at: 'never',
  filters: 'all',
  per_day: 'the plan’s',
  per_month: 'the plan’s',
};

/** One value of the details; `from` where it is a change. */
export type Detail = { name: string; from?: string; to: string };

/** Flat, and of what is told as before and after only what differs. */
export function tellDetails(details: Details, parent = ''): Detail[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = nameOf(key, parent);
    if (isObject(value) && 'from' in value && 'to' in value) return tellChange(key, name, value.from, value.to);
    if (isObject(value) && Object.keys(value).length > 0) return tellDetails(value, name);
    return isSet(value) || (!parent && key in unset) ? [{ name, to: tellValue(key, value) }] : [];
  });
}

function tellChange(key: string, name: string, from: unknown, to: unknown): Detail[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (!isObject(from) && !isObject(to)) return [{ name, from: tellValue(key, from), to: tellValue(key, to) }];
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((one) => tellChange(one, nameOf(one, name), before[one], after[one]));
}

/** “Not forced” says nothing. */
function isSet(value: unknown): boolean {
  return !isEmpty(value) && value !== false;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tellValue(key: string, value: unknown): string {
  if (isEmpty(value)) return unset[key] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'grace_seconds') return tellSpan(Number(value));
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map((one) => tellValue(key, one)).join(', ');
  const text = String(value);
  if (key === 'by') return causes[text] ?? text;
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  return isMoment ? formatDate(text) : text;
}

function tellSpan(seconds: number): string {
  if (seconds === 0) return 'no longer';
  return seconds % 86_400 === 0 && seconds > 86_400
    ? `${seconds / 86_400} days`
    : `${Math.round(seconds / 360) / 10} h`;
}

function nameOf(key: string, parent: string): string {
  const name = detailNames[key] ?? key.replaceAll('_', ' ');
  return parent ? `${parent}, ${name}` : name;
}

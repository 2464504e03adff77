// The audit log in words: what was done, by whom, to what, and which values changed. Nothing here knows of React.
import type { AuditAction, AuditRecord, Details } from '../../../src/audit/audit.ts';
import { formatNumber } from '../kit/format.ts';

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
  system: 'Hookline itself',
};

/** One value of the details; `from` where it is a change. */
export type Detail = { name: string; from?: string; to: string };

/** Flat, without what is not set, and of what is told as before and after only what differs. */
export function tellDetails(details: Details, parent = ''): Detail[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = parent ? `${parent}, ${inWords(key)}` : inWords(key);
    if (!isObject(value)) return isSet(value) ? [{ name, to: tellValue(value) }] : [];
    if (!('from' in value && 'to' in value)) return tellDetails(value, name);
    return tellChange(name, value.from, value.to);
  });
}

function tellChange(name: string, from: unknown, to: unknown): Detail[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (!isObject(from) && !isObject(to)) return [{ name, from: tellValue(from), to: tellValue(to) }];
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => tellChange(`${name}, ${inWords(key)}`, before[key], after[key]));
}

/** “Not forced” says nothing. */
function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tellValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(tellValue).join(', ');
  return String(value);
}

function inWords(key: string): string {
  return key.replaceAll('_', ' ');
}

/** The page that shows a subject; undefined where none does. */
export function pageOf(subject: string, accountId: string | null): string | undefined {
  const account = accountId && `/console/accounts/${accountId}`;
  const kind = subject.split('_', 1)[0];
  const pages: Readonly<Record<string, string | null | undefined>> = {
    acc: `/console/accounts/${subject}`,
    key: account && `${account}?tab=keys`,
    wh: account && `${account}?tab=webhooks`,
    exp: account && `/console/exports?account=${accountId}`,
    hook: `/console/hooks?id=${subject}`,
    imp: '/console/imports',
    src: '/console/sources',
  };
  return pages[kind] ?? undefined;
}

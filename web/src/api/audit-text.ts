// Text for audit records, shared by the dashboard and the console: action, actor and changed values.
import type { AuditAction, Details } from '../../../src/audit/audit.ts';
import { capitalized, formatDate, formatNumber } from '../kit/page/format.ts';
import { labelName } from './label-names.ts';
import type { AuditRecord } from './openapi.ts';

/** A test checks that every action is listed. */
export const actionText: Readonly<Record<AuditAction, string>> = {
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'account.noted': 'Note of operators changed',
  'account.deleted': 'Account deleted',
  'account.restored': 'Account restored',
  'account.erasure_requested': 'Erasure requested',
  'account.erased': 'Account erased',
  'account.data_exported': 'Account data exported',
  'account.viewed': 'Account viewed by an operator',
  'account.view_ended': 'Operator stopped viewing',
  'key.created': 'Key created',
  'key.changed': 'Key changed',
  'key.regenerated': 'Key regenerated',
  'key.revoked': 'Key revoked',
  'app.connected': 'App connected',
  'app.disconnected': 'App disconnected',
  'key_request.submitted': 'Request sent',
  'key_request.withdrawn': 'Request withdrawn',
  'key_request.approved': 'Request approved',
  'key_request.declined': 'Request declined',
  'sign_in_link.created': 'Console sign-in link created',
  'member.invited': 'Member invited',
  'member.uninvited': 'Invitation revoked or declined',
  'member.joined': 'Member joined',
  'member.changed': 'Member’s role changed',
  'member.removed': 'Member removed',
  'member.left': 'Member left',
  'session.started': 'Signed in',
  'session.failed': 'Sign-in failed',
  'session.switched': 'Switched to this account',
  'session.ended': 'Signed out',
  'session.ended_everywhere': 'Signed out everywhere',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'operator.added': 'Operator added',
  'operator.changed': 'Operator’s role changed',
  'operator.removed': 'Operator removed',
  'hook.edited': 'Hook edited',
  'hook.accepted': 'Hook accepted',
  'hook.rejected': 'Hook rejected',
  'hook.reopened': 'Hook returned to review',
  'hook.retired': 'Hook retired',
  'hook.views_accepted': 'View count accepted',
  'hook.views_rejected': 'View count rejected',
  'hook.taken_down': 'Hook taken down',
  'hook.merged': 'Hook merged',
  'hook.duplicate_dismissed': 'Near duplicate dismissed',
  'edit.undone': 'Edit undone',
  'takedown.lifted': 'Takedown block lifted',
  'report.dismissed': 'Report dismissed',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.tested': 'Webhook tested',
  'webhook.paused': 'Webhook paused',
  'webhook.resumed': 'Webhook resumed',
  'webhook.rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Deliveries replayed',
  'webhook.delivery_sent': 'Delivery sent now',
  'webhook.deleted': 'Webhook deleted',
  'export.requested': 'Export requested',
  'export.canceled': 'Export canceled',
  'export.downloaded': 'Export downloaded',
  'export.schedule_created': 'Weekly export created',
  'export.schedule_changed': 'Weekly export changed',
  'export.schedule_paused': 'Weekly export paused',
  'export.schedule_deleted': 'Weekly export deleted',
  'collection.created': 'Collection created',
  'collection.changed': 'Collection changed',
  'collection.deleted': 'Collection deleted',
  'collection.hooks_saved': 'Hooks saved to collection',
  'collection.hooks_removed': 'Hooks removed from collection',
  'collection.shared': 'Collection shared',
  'collection.unshared': 'Collection no longer shared',
  'search.created': 'Saved search created',
  'search.changed': 'Saved search changed',
  'search.rotated': 'Feed address rotated',
  'search.deleted': 'Saved search deleted',
  'search.digest_stopped': 'Digest stopped',
  'search.digest_tested': 'Test digest sent',
  'trend_alert.created': 'Trend alert created',
  'trend_alert.changed': 'Trend alert changed',
  'trend_alert.deleted': 'Trend alert deleted',
  'source.created': 'Source created',
  'source.changed': 'Source changed',
  'source.run': 'Source run',
  'source.deleted': 'Source deleted',
  'source.trusted': 'Trust in source changed',
  'secret.set': 'Secret set',
  'secret.deleted': 'Secret deleted',
  'import.started': 'Import started',
  'import.undone': 'Import undone',
  'labels.run': 'Labels guessed again',
  'value.mapped': 'Value mapped',
  'value.set': 'Value added to the taxonomy',
  'value.removed': 'Value removed from the taxonomy',
  'platform.approved': 'Platform approved',
  'platform.withdrawn': 'Platform withdrawn',
  'sample.removed': 'Sample data removed',
  'labels.trained': 'Training of labels started',
  'announcement.created': 'Announcement created',
  'announcement.changed': 'Announcement corrected',
  'announcement.updated': 'Announcement updated',
  'announcement.deleted': 'Announcement deleted',
  'setup.changed': 'Setup checklist changed',
};

export const actorText: Readonly<Record<AuditRecord['actor'], string>> = {
  operator: 'Operator',
  session: 'Member',
  key: 'Key',
  system: 'Hookline',
  link: 'Link',
};

const detailNames: Readonly<Record<string, string>> = {
  expires_at: 'expires',
  grace_seconds: 'grace period',
  replaced_by: 'replaced by',
  allowed_ips: 'allowed addresses',
  webhook_url: 'URL',
  by: 'reason',
  backlog: 'backlog',
  previous_secret_until: 'old secret valid until',
  account_created: 'new account',
};

const pauseReasons: Readonly<Record<string, string>> = {
  owner: 'paused by owner',
  failures: 'failed deliveries',
  gone: '410 Gone',
};

const backlogs: Readonly<Record<string, string>> = { deliver: 'delivered', skip: 'skipped' };

/** Text for an unset value, for fields where unset has a meaning. */
const unset: Readonly<Record<string, string>> = {
  expires_at: 'never',
  allowed_ips: 'any',
  filters: 'all hooks',
  per_day: 'plan default',
  per_month: 'plan default',
};

const labelFields = ['niche', 'archetype', 'emotional_trigger', 'format', 'platform'];
/** `format` is a label of hooks, but the file format of exports and sources. */
const fileFormats = ['json', 'jsonl', 'csv', 'tsv', 'parquet'];

/** One value of the details; a change also has `from`. */
export type Detail = { name: string; from?: string; to: string };

/** Flattens the details; of a change, only the values that differ. */
export function describeDetails(details: Details, parent = ''): Detail[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = nameOf(key, parent);
    if (isObject(value) && 'from' in value && 'to' in value) return describeChange(key, name, value.from, value.to);
    if (isObject(value) && Object.keys(value).length > 0) return describeDetails(value, name);
    return isSet(value) || (!parent && key in unset) ? [{ name, to: formatValue(key, value) }] : [];
  });
}

function describeChange(key: string, name: string, from: unknown, to: unknown): Detail[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (!isObject(from) && !isObject(to)) return [{ name, from: formatValue(key, from), to: formatValue(key, to) }];
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((field) => describeChange(field, nameOf(field, name), before[field], after[field]));
}

/** False flags are left out. */
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

function formatValue(key: string, value: unknown): string {
  if (isEmpty(value)) return unset[key] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'grace_seconds') return formatGracePeriod(Number(value));
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map((item) => formatValue(key, item)).join(', ');
  const text = String(value);
  if (key === 'by') return pauseReasons[text] ?? text;
  if (key === 'backlog') return backlogs[text] ?? text;
  if (key === 'plan') return capitalized(text);
  if (labelFields.includes(key) && !fileFormats.includes(text)) return labelName(text);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  return isMoment ? formatDate(text) : text;
}

function formatGracePeriod(seconds: number): string {
  if (seconds === 0) return 'none';
  return seconds % 86_400 === 0 && seconds > 86_400
    ? `${seconds / 86_400} days`
    : `${Math.round(seconds / 360) / 10} h`;
}

function nameOf(key: string, parent: string): string {
  const name = detailNames[key] ?? key.replaceAll('_', ' ');
  return parent ? `${parent}, ${name}` : name;
}

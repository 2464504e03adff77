// Audit records: the closed list of actions, the record's shape, and what its details may contain.
import { z } from 'zod';
import { actorKinds } from './actor.ts';

export const auditActions = [
  'account.created',
  'account.changed',
  'account.email_requested',
  'account.email_canceled',
  'account.noted',
  'account.deleted',
  'account.restored',
  'account.erasure_requested',
  'account.erased',
  'account.data_exported',
  'account.viewed',
  'account.view_ended',
  'key.created',
  'key.changed',
  'key.regenerated',
  'key.revoked',
  'app.connected',
  'app.changed',
  'app.disconnected',
  'key_request.submitted',
  'key_request.withdrawn',
  'key_request.approved',
  'key_request.declined',
  'source_request.submitted',
  'source_request.approved',
  'source_request.declined',
  'source_request.collected',
  'sign_in_link.created',
  'member.invited',
  'member.uninvited',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.left',
  'session.started',
  'session.failed',
  'session.switched',
  'session.ended',
  'session.ended_everywhere',
  'passkey.added',
  'passkey.removed',
  'operator.added',
  'operator.changed',
  'operator.removed',
  'hook.edited',
  'hook.accepted',
  'hook.rejected',
  'hook.reopened',
  'hook.retired',
  'hook.views_accepted',
  'hook.views_rejected',
  'hook.taken_down',
  'hook.merged',
  'hook.duplicate_dismissed',
  'edit.undone',
  'takedown.lifted',
  'report.dismissed',
  'webhook.created',
  'webhook.changed',
  'webhook.tested',
  'webhook.paused',
  'webhook.resumed',
  'webhook.rotated',
  'webhook.replayed',
  'webhook.delivery_sent',
  'webhook.deleted',
  'export.requested',
  'export.canceled',
  'export.downloaded',
  'export.schedule_created',
  'export.schedule_changed',
  'export.schedule_paused',
  'export.schedule_deleted',
  'collection.created',
  'collection.changed',
  'collection.deleted',
  'collection.hooks_saved',
  'collection.hooks_removed',
  'collection.shared',
  'collection.unshared',
  'search.created',
  'search.changed',
  'search.rotated',
  'search.deleted',
  'search.digest_stopped',
  'search.digest_tested',
  'trend_alert.created',
  'trend_alert.changed',
  'trend_alert.deleted',
  'source.created',
  'source.changed',
  'source.run',
  'source.deleted',
  'source.trusted',
  'secret.set',
  'secret.deleted',
  'import.started',
  'import.undone',
  'labels.run',
  'value.mapped',
  'value.set',
  'value.removed',
  'platform.approved',
  'platform.withdrawn',
  'sample.removed',
  'labels.trained',
  'announcement.created',
  'announcement.changed',
  'announcement.updated',
  'announcement.deleted',
  'setup.changed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Nouns whose actions belong to an account. */
export const accountKinds = [
  'account',
  'key',
  'webhook',
  'export',
  'search',
  'collection',
  'trend_alert',
  'key_request',
  'source_request',
  'member',
  'session',
  'passkey',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Contains no secret, no key and no text of a mail. URLs are reduced to their origin, since a path or a query may contain a token. */
export type Details = Record<string, unknown>;

export const auditRecordSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.enum(auditActions),
    subject: z.string().meta({ description: 'Id of the changed object' }),
    subject_name: z
      .string()
      .nullable()
      .meta({ description: 'Current name of the subject; null if it has none or no longer exists' }),
    account_id: z.string().nullable().meta({ description: 'The account that the subject belongs to, if any' }),
    actor: z.enum(actorKinds),
    key_id: z.string().nullable(),
    key_name: z.string().nullable().meta({ description: 'Current name of the key' }),
    operator_email: z
      .string()
      .nullable()
      .meta({ description: 'Email of the signed-in operator; null for the operator key' }),
    member_email: z.string().nullable().meta({ description: 'Email of the signed-in member of the account' }),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
    address: z.string().nullable().meta({ description: 'IP address of the client' }),
  })
  .meta({ id: 'AuditRecord', description: 'A change: who, what, when' });
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Returns the fields that differ, as `{field: {from, to}}`; undefined if none does. `show` maps a value to its loggable form. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
  show: { [field in keyof T]?: (value: T[field]) => unknown } = {},
): Details | undefined {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return undefined;
  const shown = <F extends keyof T>(of: T, field: F) => show[field]?.(of[field]) ?? of[field];
  return Object.fromEntries(changed.map((field) => [field, { from: shown(before, field), to: shown(after, field) }]));
}

/** Returns scheme, host and port of an http(s) URL. Anything else, such as a path or a location of yt-dlp, only loses its queries. */
export function originOf(location: string): string {
  const url = URL.parse(location);
  return url && /^https?:$/.test(url.protocol) ? url.origin : location.replace(/\?\S+/g, '?…');
}

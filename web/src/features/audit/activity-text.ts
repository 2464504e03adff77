// What of an audit record its account's holder is told otherwise than the operator: who did it, and where to look.
import type { AuditRecord } from '../../../../src/audit/audit.ts';
import { actorWords } from '../../api/audit-text.ts';

export function actorName({ actor, key_id }: AuditRecord, nameOfKey: (id: string) => string | undefined): string {
  if (actor === 'key') return `Key ${nameOfKey(key_id ?? '') ?? key_id ?? 'that is gone'}`;
  return actor === 'session' ? 'You' : actorWords[actor];
}

/** The page of the subject, where there is one. */
export function subjectPage({ action, subject }: AuditRecord): string | undefined {
  if (action === 'webhook.deleted') return undefined;
  const [kind] = subject.split('_', 1);
  if (kind === 'wh') return `/dashboard/webhooks/${encodeURIComponent(subject)}`;
  if (kind === 'hook') return `/dashboard/hooks/${encodeURIComponent(subject)}`;
  return { key: '/dashboard/keys', exp: '/dashboard/exports', acc: '/dashboard/plan' }[kind];
}

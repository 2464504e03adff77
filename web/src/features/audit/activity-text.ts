// Actor names and subject links of audit records as the account holder sees them; the console has its own.
import { actorText } from '../../api/audit-text.ts';
import type { AuditRecord } from '../../api/openapi.ts';

/** `email`: of the person who reads. */
export function actorName(
  { actor, key_id, member_email }: AuditRecord,
  nameOfKey: (id: string) => string | undefined,
  email: string,
): string {
  if (actor === 'key') return `Key ${nameOfKey(key_id ?? '') ?? key_id ?? '(deleted)'}`;
  if (actor === 'session' && member_email !== null) return member_email === email ? 'You' : member_email;
  return actorText[actor];
}

/** Path of the page about the subject, if there is one. */
export function subjectPage({ action, subject }: AuditRecord): string | undefined {
  if (action === 'webhook.deleted') return undefined;
  const [kind = ''] = subject.split('_', 1);
  if (kind === 'wh') return `/dashboard/webhooks/${encodeURIComponent(subject)}`;
  if (kind === 'hook') return `/dashboard/hooks/${encodeURIComponent(subject)}`;
  return {
    key: '/dashboard/keys',
    exp: '/dashboard/exports',
    sch: '/dashboard/exports',
    acc: '/dashboard/plan',
    ses: '/dashboard/sessions',
  }[kind];
}

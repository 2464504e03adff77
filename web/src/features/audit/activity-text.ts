// Actor names and subject links of audit records as the account holder sees them; the console has its own.
import type { AuditRecord } from '../../api/openapi.ts';
import { actorText } from './audit-text.ts';

/** `email`: of the person who reads. */
export function actorName({ actor, key_id, key_name, member_email }: AuditRecord, email: string): string {
  if (actor === 'key') return `Key ${key_name ?? key_id ?? '(deleted)'}`;
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
    acc: '/dashboard/settings',
    req: '/dashboard/plan',
    srch: '/dashboard/searches',
    ses: '/dashboard/sessions',
  }[kind];
}

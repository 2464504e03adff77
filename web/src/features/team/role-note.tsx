// RoleNote: shown on every dashboard page to view-only members, to explain missing buttons.
import { Link } from 'wouter';
import type { Session } from '../../api/account.ts';

export default function RoleNote({ role }: { role: NonNullable<Session['member_role']> }) {
  return (
    <p className="mb-4 text-xs text-muted">
      {role === 'billing'
        ? 'With the role billing you can request another plan, and change nothing else.'
        : `As a ${role} you can’t change anything here.`}{' '}
      <Link href="/dashboard/team" className="underline underline-offset-4">
        Ask an owner
      </Link>
    </p>
  );
}

// Session: useSession for signed-in pages, Guard redirects everyone else.
import { createContext, type ReactNode, use } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { MemberPermission } from '../../../src/members/member.ts';
import { signOut as endSession, type Session } from '../api/account.ts';
import { request, sessionKey } from '../api/client.ts';
import { useApi } from '../api/use-api.ts';
import { forgetKey } from '../kit/code/remembered-key.ts';
import { toastError } from '../kit/overlay/toast.tsx';
import { Problem } from '../kit/page/problem.tsx';
import { homes } from './audience.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** The session of a signed-in page; throws outside Guard. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be called inside Guard.');
  return session;
}

/** Whether the person may do this in the account. An operator who views it may not. */
export function useMay(permission: MemberPermission): boolean {
  const { viewing, member_permissions } = useSession();
  return !viewing && member_permissions.includes(permission);
}

/** undefined while loading; null when signed out. */
export function useOptionalSession() {
  return useApi<Session | null>(sessionKey, () => request<Session | null>('GET', '/session'));
}

type GuardProps = { audience: 'holder' | 'operator'; fallback: ReactNode; children: ReactNode };

export function Guard({ audience, fallback, children }: GuardProps) {
  const { data: session, error, mutate } = useOptionalSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session === undefined && error)
    return (
      <div className="mx-auto max-w-140 p-8">
        <Problem error={error} onRetry={() => void mutate()} />
      </div>
    );
  if (session === undefined) return fallback;
  if (session === null) {
    const next = path + (search ? `?${search}` : '');
    return <Redirect to={`/sign-in?next=${encodeURIComponent(next)}`} replace />;
  }
  const { viewing } = session;
  // An operator views the pages of an account.
  if (audience === 'holder' && viewing)
    return <SessionContext value={{ ...session, role: 'holder', account: viewing.account }}>{children}</SessionContext>;
  if (session.role !== audience) return <Redirect to={homes[session.role]} replace />;
  // The person is invited, and a member of no account yet.
  if (audience === 'holder' && !session.account) return <Redirect to="/invitations" replace />;
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Loads a page in place of this one, so that nothing of the previous account stays in memory, nor its remembered key. */
export function leaveAccount(path: string): void {
  forgetKey();
  location.replace(path);
}

export function signOut(): void {
  endSession().then(() => leaveAccount('/sign-in'), toastError);
}

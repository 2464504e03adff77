// Who is signed in. Pages of account holders and operators ask useSession; Guard lets nobody else in.
import { createContext, type ReactNode, use } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { signOut as endSession, type Session } from '../api/account.ts';
import { request, sessionKey } from '../api/client.ts';
import { useApi } from '../api/use-api.ts';
import { forgetKey } from '../kit/code/known-key.ts';
import { tellProblem } from '../kit/overlay/toast.tsx';
import { Problem } from '../kit/page/problem.tsx';
import { homes } from '../routes.tsx';

const SessionContext = createContext<Session | undefined>(undefined);

/** Of whoever is signed in, in pages that ask for that. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession was called outside the pages that need a session.');
  return session;
}

/** undefined while it is not known yet. */
export function useMaybeSession() {
  return useApi<Session | null>(sessionKey, () => request<Session | null>('GET', '/session'));
}

type GuardProps = { audience: 'holder' | 'operator'; waiting: ReactNode; children: ReactNode };

export function Guard({ audience, waiting, children }: GuardProps) {
  const { data: session, error, mutate } = useMaybeSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session === undefined && error)
    return (
      <div className="mx-auto max-w-140 p-8">
        <Problem error={error} onRetry={() => void mutate()} />
      </div>
    );
  if (session === undefined) return waiting;
  if (session === null) {
    const next = path + (search ? `?${search}` : '');
    return <Redirect to={`/sign-in?next=${encodeURIComponent(next)}`} replace />;
  }
  if (session.role !== audience) return <Redirect to={homes[session.role]} replace />;
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Loads anew, so that nothing that was read stays in memory. */
export function signOut(): void {
  endSession().then(() => {
    forgetKey();
    location.assign('/sign-in');
  }, tellProblem);
}

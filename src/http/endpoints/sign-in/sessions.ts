// /account/sessions: the browsers that are signed in to an account, for its holder.
import { z } from 'zod';
import {
  endedSessionsSchema,
  endSession,
  endSessions,
  endSessionsParameters,
  listSessions,
  type Session,
  sessionEntrySchema,
} from '../../../auth/sessions.ts';
import type { SignIn } from '../../../auth/sign-in.ts';
import type { Database } from '../../../db/database.ts';
import { fail } from '../../../lib/errors.ts';
import { single, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';

export type SessionDeps = { db: Database; signIn: SignIn };

export function sessionEndpoints({ db, signIn }: SessionDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'session',
      path: '/account/sessions',
      summary: 'Sessions of the account, newest first',
      response: single(z.array(sessionEntrySchema)),
      handler: async (request) => {
        const session = await ownSession(request);
        // An operator who looks at the account sees those of its holder.
        const owner = session.role === 'holder' ? session : { accountId: request.caller.accountId };
        return toSingle(await listSessions(db, owner, session.id));
      },
    }),
    defineEndpoint({
      audience: 'session',
      method: 'DELETE',
      path: '/account/sessions/:id',
      needs: 'read',
      summary: 'End a session at once',
      response: single(endedSessionsSchema),
      handler: async (request) => {
        const { acting, session } = await ending(request);
        const { id } = request.params;
        if (!(await endSession(acting, session, id, session.accountId))) failEnded(id);
        return toSingle({ ended: 1 });
      },
    }),
    defineEndpoint({
      audience: 'session',
      method: 'DELETE',
      path: '/account/sessions',
      needs: 'read',
      summary: 'End all other sessions, or all',
      query: endSessionsParameters,
      response: single(endedSessionsSchema),
      handler: async (request) => {
        const { acting, session } = await ending(request);
        const except = request.query.include_current === 'true' ? undefined : session.id;
        return toSingle({ ended: await endSessions(acting, session, { except, accountId: session.accountId }) });
      },
    }),
  ];

  async function ownSession({ headers }: Pick<CallerRequest, 'headers'>): Promise<Session> {
    return (
      (await signIn.sessionOf(headers.cookie ?? '')) ?? fail('signed_out', 'The session has ended. Sign in again.')
    );
  }

  async function ending(request: Pick<CallerRequest, 'headers' | 'actor'>) {
    return { acting: { db, actor: request.actor() }, session: await ownSession(request) };
  }
}

export function failEnded(id: string): never {
  fail('not_found', `There is no session ${id}, or it has ended.`);
}

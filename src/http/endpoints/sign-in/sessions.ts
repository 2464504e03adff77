// /account/sessions: the signed-in browsers of an account, for its members.
import { z } from 'zod';
import {
  actorOf,
  endedSessionsSchema,
  endSession,
  endSessions,
  endSessionsParameters,
  listSessions,
  type Session,
  sessionEntrySchema,
} from '../../../auth/sessions.ts';
import { fail } from '../../../lib/errors.ts';
import { acceptInvitation, declineInvitation, switchAccount } from '../../../members/actions.ts';
import { ownInvitationSchema } from '../../../members/member.ts';
import { selectInvitationsOf } from '../../../members/store.ts';
import { readSession } from '../../pipeline/caller/authenticate.ts';
import {
  type CallerEndpoint,
  type CallerRequest,
  type ClientEndpoint,
  contextOf,
  publicEndpoint,
  sessionEndpoint,
} from '../../pipeline/endpoint.ts';
import { list, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

export function sessionEndpoints({ db, signIn }: Services): CallerEndpoint[] {
  return [
    sessionEndpoint({
      path: '/account/sessions',
      summary: 'Sessions of the account, newest first',
      response: single(z.array(sessionEntrySchema)),
      handler: async (request) => {
        const session = await ownSession(request);
        // An operator who views the account gets the sessions of its members.
        const owner = session.role === 'holder' ? session : { accountId: request.caller.accountId };
        return toSingle(await listSessions(db, { owner, current: session.id }));
      },
    }),
    sessionEndpoint({
      method: 'DELETE',
      path: '/account/sessions/:id',
      needs: 'read',
      summary: 'End a session at once',
      response: single(endedSessionsSchema),
      handler: async (request) => {
        const owner = await ownSession(request);
        const { id } = request.params;
        if (!(await endSession(contextOf({ db }, request), { owner, id, accountId: owner.accountId }))) failEnded(id);
        return toSingle({ ended: 1 });
      },
    }),
    sessionEndpoint({
      method: 'DELETE',
      path: '/account/sessions',
      needs: 'read',
      summary: 'End all other sessions, or all',
      query: endSessionsParameters,
      response: single(endedSessionsSchema),
      handler: async (request) => {
        const owner = await ownSession(request);
        const except = request.query.include_current === 'true' ? undefined : owner.id;
        const input = { owner, except, accountId: owner.accountId };
        return toSingle({ ended: await endSessions(contextOf({ db }, request), input) });
      },
    }),
  ];

  async function ownSession({ headers }: Pick<CallerRequest, 'headers'>): Promise<Session> {
    return (
      (await signIn.sessionOf(headers.cookie ?? '')) ?? fail('signed_out', 'The session has ended. Sign in again.')
    );
  }
}

export function failEnded(id: string): never {
  fail('not_found', `There is no session ${id}, or it has ended.`);
}

// PATCH /session and /session/invitations: the account that a session works in, and the invitations of its mailbox.

const common = { ignoresQuery: true } as const;
const accountIdSchema = z.strictObject({ account_id: z.string().max(100) });

/** Not part of the pipeline for accounts, since the person may have no account yet. */
export function membershipEndpoints(services: Services): ClientEndpoint[] {
  const { db, signIn, publicUrl } = services;
  type Request = Parameters<typeof readSession>[0] & { ip: string; requestId: string };
  const personOf = async (request: Request) => {
    const person = await readSession(request, signIn, publicUrl());
    if (person.role !== 'holder')
      fail('session_required', 'The email of an operator cannot be a member of an account. Sign in with another.');
    const actor = actorOf(person, { address: request.ip, requestId: request.requestId });
    return { person, ctx: { ...services, actor } };
  };
  return [
    publicEndpoint({
      ...common,
      method: 'PATCH',
      path: '/session',
      summary: 'Work in another account',
      requiresBody: true,
      body: accountIdSchema,
      response: single(accountIdSchema),
      handler: async (request) => {
        const { person, ctx } = await personOf(request);
        await switchAccount(ctx, { person, accountId: request.body.account_id });
        return toSingle(request.body);
      },
    }),
    publicEndpoint({
      ...common,
      path: '/session/invitations',
      summary: 'Invitations to this email, oldest first',
      response: list(ownInvitationSchema),
      handler: async (request) => toList(await selectInvitationsOf(db, (await personOf(request)).person.email)),
    }),
    publicEndpoint({
      ...common,
      method: 'POST',
      path: '/session/invitations/:id/accept',
      summary: 'Join the account, and work in it',
      response: single(accountIdSchema),
      handler: async (request) => {
        const { person, ctx } = await personOf(request);
        return toSingle({ account_id: await acceptInvitation(ctx, { person, id: request.params.id }) });
      },
    }),
    publicEndpoint({
      ...common,
      method: 'DELETE',
      path: '/session/invitations/:id',
      summary: 'Decline an invitation',
      response: single(z.object({ invitation_id: z.string() })),
      handler: async (request) => {
        const { person, ctx } = await personOf(request);
        await declineInvitation(ctx, { person, id: request.params.id });
        return toSingle({ invitation_id: request.params.id });
      },
    }),
  ];
}

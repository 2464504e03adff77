// GET /account-data/{token}: the data of a deleted account, by the link of the email about its deletion.

import { z } from 'zod';
import { keyRequestSchema, submitPlanRequestInput } from '../../../accounts/key-request.ts';
import { listOwnRequests } from '../../../accounts/queries.ts';
import { submitPlanRequest, withdrawPlanRequest } from '../../../accounts/request-actions.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { accountDataSchema, readLinkedData } from '../../../erasure/actions.ts';
import { fail } from '../../../lib/errors.ts';
import { changeRole, invite, removeMember } from '../../../members/actions.ts';
import { changeMemberInput, inviteInput, memberSchema } from '../../../members/member.ts';
import { getMember, listMembers } from '../../../members/store.ts';
import {
  accountOf,
  type CallerEndpoint,
  type CallerRequest,
  type ClientEndpoint,
  contextOf,
  idsOf,
  publicEndpoint,
  sessionEndpoint,
} from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { list, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const perAddress = { windowMs: 3_600_000, max: 20 };
const tooManyDownloads = 'Too many downloads from this address.';

export function accountDataEndpoints({ db }: Services): ClientEndpoint[] {
  const downloads = createRateLimiter(Date.now, perAddress);
  return [
    publicEndpoint({
      path: '/account-data/:token',
      summary: 'The data of a deleted account',
      response: accountDataSchema,
      handler: async ({ ip, params }, reply) => {
        throwIfRateLimited(downloads.record(clientKeyOf(ip)), tooManyDownloads);
        const data = await readLinkedData(db, params.token);
        reply.header('content-disposition', 'attachment; filename="hookline-account.json"');
        return data;
      },
    }),
  ];
}

// /account/requests: the holder of an account requests another plan or its reactivation. A suspended account may do so.

/** Of an account, per process; reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 10 };
const tooMany = 'Too many requests of this account. The operator has the last one.';

const common = { allowsSuspended: true } as const;

export function planRequestEndpoints(services: Services): CallerEndpoint[] {
  const { db } = services;
  const submissions = createRateLimiter(Date.now, perHour);
  return [
    sessionEndpoint({
      ...common,
      path: '/account/requests',
      summary: 'Requests of the account for another plan or reactivation, newest first',
      response: single(z.array(keyRequestSchema)),
      handler: async ({ caller }) => toSingle(await listOwnRequests(db, caller.accountId)),
    }),
    sessionEndpoint({
      ...common,
      method: 'POST',
      path: '/account/requests',
      needs: 'billing',
      summary: 'Request another plan, or reactivation',
      body: submitPlanRequestInput,
      requiresBody: true,
      status: 201,
      response: single(keyRequestSchema),
      handler: async (request) => {
        const { accountId } = request.caller;
        throwIfRateLimited(submissions.record(accountId), tooMany);
        const ctx = contextOf({ db, mail: services }, request);
        return toSingle(await submitPlanRequest(ctx, { ...request.body, accountId }));
      },
    }),
    sessionEndpoint({
      ...common,
      method: 'DELETE',
      path: '/account/requests/:id',
      needs: 'billing',
      summary: 'Withdraw a pending request',
      response: single(z.object({ id: z.string() })),
      handler: async (request) => {
        await withdrawPlanRequest(contextOf({ db }, request), idsOf(request));
        return toSingle({ id: request.params.id });
      },
    }),
  ];
}

// /members: who works in an account, and who is invited. By session only: a key is the account's, not a person's.

export function memberEndpoints(services: Services): CallerEndpoint[] {
  const { db } = services;
  const show = async ({ caller, member }: Pick<CallerRequest, 'caller' | 'member'>, id: string) =>
    toSingle(await getMember(db, caller.accountId, id, member?.email));
  return [
    sessionEndpoint({
      path: '/members',
      summary: 'Members of the account, then invitations, each by time',
      response: list(memberSchema),
      handler: async ({ caller, member }) => toList(await listMembers(db, caller.accountId, member?.email)),
    }),
    sessionEndpoint({
      method: 'POST',
      path: '/members',
      summary: 'Invite somebody, or send an invitation again',
      needs: 'members',
      requiresBody: true,
      body: inviteInput,
      status: 201,
      response: single(memberSchema),
      handler: async (request) =>
        show(request, await invite(contextOf(services, request), { ...request.body, ...accountOf(request) })),
    }),
    sessionEndpoint({
      method: 'PATCH',
      path: '/members/:id',
      summary: 'Change the role of a member or an invitation',
      needs: 'members',
      requiresBody: true,
      body: changeMemberInput,
      response: single(memberSchema),
      handler: async (request) => {
        await changeRole(contextOf(services, request), { ...request.body, ...idsOf(request) });
        return show(request, request.params.id);
      },
    }),
    sessionEndpoint({
      method: 'DELETE',
      path: '/members/:id',
      summary: 'Remove a member, revoke an invitation, or leave the account',
      // Everybody may leave; who may remove others is decided by the action.
      needs: 'read',
      response: single(z.object({ member_id: z.string() })),
      handler: async (request) => {
        const { member, params } = request;
        if (!member?.memberRole) fail('session_required', 'Sign in as a member of the account.');
        const by = { userId: member.userId, role: member.memberRole };
        await removeMember(contextOf(services, request), { ...idsOf(request), by });
        return toSingle({ member_id: params.id });
      },
    }),
  ];
}

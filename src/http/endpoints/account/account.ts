// /account: name, email, time zone, data and deletion of the signed-in account. GET /account-data/{token}: the data of a deleted account,
// by an emailed link.

import { z } from 'zod';
import { accountSchema } from '../../../accounts/account.ts';
import { updateAccount } from '../../../accounts/actions.ts';
import { keyRequestSchema, submitPlanRequestInput } from '../../../accounts/key-request.ts';
import { submitPlanRequest, withdrawPlanRequest } from '../../../accounts/key-request-actions.ts';
import { plans } from '../../../accounts/plan.ts';
import { getAccount, listOwnRequests } from '../../../accounts/queries.ts';
import {
  changeOwnAccountInput,
  confirmEmail,
  confirmEmailInput,
  requestEmailChange,
} from '../../../auth/email-change.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { setTimezone } from '../../../digests/actions.ts';
import { accountDataSchema, deleteAccount, exportAccountData, readLinkedData } from '../../../erasure/actions.ts';
import { listOwnSourceRequests, submitSourceRequest } from '../../../ingest/source-requests/actions.ts';
import {
  maxPending,
  sourceRequestSchema,
  submitSourceRequestInput,
} from '../../../ingest/source-requests/source-request.ts';
import { fail } from '../../../lib/errors.ts';
import { changeRole, invite, removeMember } from '../../../members/actions.ts';
import { changeMemberInput, inviteInput, memberSchema } from '../../../members/member.ts';
import { getMember, listMembers } from '../../../members/store.ts';
import { requireMember } from '../../pipeline/caller/access.ts';
import { replaceSession } from '../../pipeline/caller/authenticate.ts';
import {
  accountOf,
  type CallerEndpoint,
  type CallerRequest,
  type ClientEndpoint,
  contextOf,
  idsOf,
  keyEndpoint,
  publicEndpoint,
  sessionEndpoint,
} from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { list, moment, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';
import { planSchema, showPlan } from '../plans.ts';

const accountDetailSchema = z
  .object({ account: accountSchema, plan: planSchema })
  .meta({ id: 'AccountDetail', description: 'The account that is signed in, and its plan' });

/** Returns the signed-in member. Fails for an operator, who views the account read-only. */
const memberOf = ({ member }: Pick<CallerRequest, 'member'>) =>
  member ?? fail('view_only', 'You are viewing this account read-only. Use the page of the account in the console.');

export function ownAccountEndpoints(services: Services): CallerEndpoint[] {
  const { db, signIn } = services;
  const deps = { ...services, mail: services };
  const downloads = createRateLimiter(Date.now, perHour);
  const show = async (accountId: string) => {
    const account = await getAccount(db, accountId);
    return toSingle({ account, plan: showPlan(plans[account.plan]) });
  };
  return [
    sessionEndpoint({
      path: '/account',
      summary: 'This account and its plan',
      response: single(accountDetailSchema),
      handler: ({ caller }) => show(caller.accountId),
    }),
    sessionEndpoint({
      method: 'PATCH',
      path: '/account',
      summary: 'Change the name or time zone of the account, or request another email for it',
      body: changeOwnAccountInput,
      requiresBody: true,
      response: single(accountDetailSchema),
      handler: async (request) => {
        const ctx = contextOf(deps, request);
        const { name, email, timezone } = request.body;
        const { accountId } = request.caller;
        const session = memberOf(request);
        // Runs first, since it is refused most often.
        if (email !== undefined) {
          requireMember(session.memberRole ?? 'viewer', 'members');
          await requestEmailChange(ctx, { accountId, email, session });
        }
        if (name !== undefined) await updateAccount(ctx, { id: accountId, name });
        if (timezone !== undefined) await setTimezone(ctx, { accountId, timezone });
        return show(accountId);
      },
    }),
    sessionEndpoint({
      method: 'POST',
      path: '/account/email',
      needs: 'members',
      summary: 'Confirm the new email of the account by the token of a link',
      body: confirmEmailInput,
      requiresBody: true,
      response: single(accountDetailSchema),
      handler: async (request, reply) => {
        const { headers, body, caller } = request;
        const actor = request.actor();
        const { email } = await confirmEmail({ ...deps, actor }, { ...body, ...accountOf(request) });
        const client = { address: actor.address ?? '', requestId: actor.requestId ?? '' };
        const userAgent = (headers['user-agent'] ?? '').slice(0, 300);
        const begun = await signIn.beginFor(email.toLowerCase(), { ...client, userAgent }, false);
        if (begun) await replaceSession({ headers, signIn, client, cookies: begun.cookies }, reply);
        return show(caller.accountId);
      },
    }),
    sessionEndpoint({
      ...common,
      path: '/account/data',
      needs: 'members',
      summary: 'All data that the service stores about the account, as a file',
      response: accountDataSchema,
      handler: (request, reply) => {
        const { accountId: id } = memberOf(request) && request.caller;
        throwIfRateLimited(downloads.record(id), tooManyDownloads);
        reply.header('content-disposition', fileName);
        return exportAccountData(contextOf({ db }, request), { id });
      },
    }),
    sessionEndpoint({
      ...common,
      method: 'DELETE',
      path: '/account',
      needs: 'members',
      summary: 'Delete the account. Its keys, webhooks and sessions end at once, and after 30 days it is erased',
      response: single(z.object({ erase_after: moment })),
      handler: async (request) => {
        const { deletion } = await deleteAccount(contextOf(services, request), { id: request.caller.accountId });
        return toSingle({ erase_after: deletion?.erase_after ?? '' });
      },
    }),
  ];
}

const fileName = 'attachment; filename="hookline-account.json"';
const perAddress = { windowMs: 3_600_000, max: 20 };
const tooManyDownloads = 'Too many downloads in the last hour. Retry later.';

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
        reply.header('content-disposition', fileName);
        return data;
      },
    }),
  ];
}

// /account/requests: the account's holder requests another plan or its reactivation. A suspended account may do so.

/** Limit of one account, counted per process and reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 10 };
const tooMany = 'Too many requests of this account. The operator has received the last one.';

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

// /source-requests: creators and topics that the account requests.

const ofSources = { path: '/source-requests', tag: 'Account', isCounted: false } as const;

export function sourceRequestEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      ...ofSources,
      summary: 'List source requests',
      description: 'Creators and topics that you requested, newest first, at most 50. Not counted.',
      response: list(sourceRequestSchema),
      handler: async ({ caller }) => toList(await listOwnSourceRequests(services.db, caller.accountId)),
    }),
    keyEndpoint({
      ...ofSources,
      method: 'POST',
      summary: 'Request source',
      description: `Requests a creator or topic that is not in the catalog. The operator decides. You get an email when its first hooks are published, or the reason if it is declined. At most ${maxPending} requests can be pending. Not counted.`,
      body: submitSourceRequestInput,
      requiresBody: true,
      status: 201,
      response: sourceRequestSchema,
      handler: (request) => {
        const ctx = contextOf({ ...services, mail: services }, request);
        return submitSourceRequest(ctx, { ...request.body, ...accountOf(request) });
      },
    }),
  ];
}

// /members: members and invitations of an account. By session only, since a key belongs to the account, not to a person.

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
      // Every member may leave; the action decides who may remove others.
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

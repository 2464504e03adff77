// /operator/accounts, their keys, and /operator/key-requests.
import { z } from 'zod';
import { createAccountInput, operatorAccountSchema, updateAccountInput } from '../../accounts/account.ts';
import { createAccount, updateAccount } from '../../accounts/actions.ts';
import { planNames } from '../../accounts/caller.ts';
import {
  approvalSchema,
  approveKeyRequestInput,
  declineKeyRequestInput,
  keyRequestSchema,
  requestKinds,
} from '../../accounts/key-request.ts';
import { approveKeyRequest, declineKeyRequest } from '../../accounts/key-request-actions.ts';
import {
  accountOverviewPageSchema,
  accountOverviewSchema,
  findAccounts,
  findKeyRequests,
  getAccountOverview,
  getKeyRequest,
  keyRequestOverviewSchema,
  keyRequestPageSchema,
} from '../../accounts/queries.ts';
import { createKey, regenerateKey, revokeKey, updateKey } from '../../auth/keys/actions.ts';
import { createKeyInput, issuedKeySchema, keySchema, regenerateKeyInput, updateKeyInput } from '../../auth/keys/key.ts';
import { listKeys } from '../../auth/keys/store.ts';
import { beginView, endView, viewSchema } from '../../auth/operators.ts';
import type { Session } from '../../auth/sessions.ts';
import {
  accountDataSchema,
  deleteAccount,
  deleteAccountInput,
  eraseAccountNow,
  exportAccountData,
  restoreAccount,
  restoreAccountInput,
} from '../../erasure/actions.ts';
import { fail } from '../../lib/errors.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage, wholeNumber } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const yesOrNo = (name: string) =>
  z.enum(['true', 'false'], { error: `${name} is true or false.` }).transform((text) => text === 'true');

const accountParameters = z.object({
  q: z.string().max(200).optional(),
  email: z.string().optional(),
  plan: z.enum(planNames, { error: `plan is one of ${planNames.join(', ')}.` }).optional(),
  suspended: yesOrNo('suspended').optional(),
  deleted: yesOrNo('deleted')
    .default(false)
    .meta({ description: 'true: only deleted accounts. Default: no deleted accounts' }),
  sort: z
    .enum(['oldest', 'newest', 'busiest'], {
      error: 'sort is oldest, newest or busiest, which is by calls this month.',
    })
    .optional(),
  ...operatorPage,
});
const requestParameters = z.object({
  state: z.enum(['pending', 'approved', 'declined'], { error: 'state is pending, approved or declined.' }).optional(),
  account: z.string().optional().meta({ description: 'Only requests of the owner of this account' }),
  kind: z.enum(requestKinds, { error: `kind is one of ${requestKinds.join(', ')}.` }).optional(),
  sort: z.enum(['oldest', 'newest'], { error: 'sort is oldest or newest.' }).optional(),
  after: operatorPage.after,
  limit: wholeNumber('limit', { min: 1, max: 500 }).optional(),
});

export function operatorAccountEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts',
      summary: 'List accounts',
      query: accountParameters,
      response: accountOverviewPageSchema,
      handler: ({ query }) => findAccounts(db, query),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts',
      summary: 'Create account',
      body: createAccountInput,
      status: 201,
      response: operatorAccountSchema,
      handler: (request) => createAccount(contextOf({ ...services, mail: services }, request), request.body),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts/:id',
      summary: 'Get account',
      description: 'An account with its usage.',
      response: accountOverviewSchema,
      handler: ({ params }) => getAccountOverview(services, params.id),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'PATCH',
      path: '/operator/accounts/:id',
      summary: 'Update account',
      description: 'Changes the name, email, note, plan, limits or suspension of an account.',
      body: updateAccountInput,
      requiresBody: true,
      response: operatorAccountSchema,
      handler: (request) =>
        updateAccount(contextOf({ ...services, mail: services }, request), { ...request.body, ...request.params }),
    }),
    ...keyEndpoints(services),
    ...requestEndpoints(services),
  ];
}

function keyEndpoints(given: Services): ClientEndpoint[] {
  const services = { ...given, mail: given };
  const keyOf = ({ params }: { params: { id: string; key: string } }) => ({ id: params.key, accountId: params.id });
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts/:id/keys',
      summary: 'List keys',
      description: 'The keys of an account, newest first.',
      response: z.object({ keys: z.array(keySchema) }),
      handler: async ({ params }) => ({ keys: await listKeys(services.db, params.id) }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/keys',
      summary: 'Create key',
      body: createKeyInput,
      status: 201,
      response: issuedKeySchema,
      handler: (request) => createKey(contextOf(services, request), { ...request.body, accountId: request.params.id }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'PATCH',
      path: '/operator/accounts/:id/keys/:key',
      summary: 'Update key',
      description: 'Changes the name, scopes or allowed addresses of a key.',
      body: updateKeyInput,
      requiresBody: true,
      response: keySchema,
      handler: (request) => updateKey(contextOf(services, request), { ...request.body, ...keyOf(request) }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/keys/:key/regenerate',
      summary: 'Regenerate key',
      description: 'Replaces a key by a new one.',
      body: regenerateKeyInput,
      status: 201,
      response: issuedKeySchema,
      handler: (request) => regenerateKey(contextOf(services, request), { ...request.body, ...keyOf(request) }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'DELETE',
      path: '/operator/accounts/:id/keys/:key',
      summary: 'Revoke key',
      description: 'Revokes a key at once.',
      response: keySchema,
      handler: (request) => revokeKey(contextOf(services, request), keyOf(request)),
    }),
  ];
}

function requestEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/key-requests',
      summary: 'List key requests',
      description: 'Requests of keys, plans and reactivations, newest first.',
      query: requestParameters,
      response: keyRequestPageSchema,
      handler: ({ query }) => findKeyRequests(db, query),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/key-requests/:id',
      summary: 'Get key request',
      response: keyRequestOverviewSchema,
      handler: ({ params }) => getKeyRequest(db, params.id),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/key-requests/:id/approve',
      summary: 'Approve key request',
      description:
        'For a key request, creates the account and emails a sign-in link. For a plan request or a reactivation, changes the account and emails its owner.',
      body: approveKeyRequestInput,
      response: approvalSchema,
      handler: (request) => approveKeyRequest(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/key-requests/:id/decline',
      summary: 'Decline key request',
      body: declineKeyRequestInput,
      response: keyRequestSchema,
      handler: (request) => declineKeyRequest(contextOf(services, request), { ...request.body, ...request.params }),
    }),
  ];
}

// Deletion of accounts by operators: delete, restore, erase at once, and the export of their data.

export function operatorErasureEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'accounts',
      method: 'DELETE',
      path: '/operator/accounts/:id',
      summary: 'Delete account',
      description:
        'Keys, webhooks and sessions stop at once, and the owner is emailed a link to the data of the account. It can be restored for 30 days, then it is erased.',
      body: deleteAccountInput,
      response: operatorAccountSchema,
      handler: (request) => deleteAccount(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/restore',
      summary: 'Restore account',
      description: 'Restores the account; its keys and webhooks work again.',
      body: restoreAccountInput,
      response: operatorAccountSchema,
      handler: (request) => restoreAccount(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/erase',
      summary: 'Erase account',
      description: 'Erases a deleted account at once, without waiting for the 30 days. It cannot be undone.',
      status: 202,
      response: operatorAccountSchema,
      handler: (request) => eraseAccountNow(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/accounts/:id/data',
      summary: 'Export account data',
      description:
        'All data that the service stores about an account, for its owner. Secrets and the note are not included.',
      response: accountDataSchema,
      handler: (request, reply) => {
        const { id } = request.params;
        reply.header('content-disposition', `attachment; filename="hookline-${id.replace(/[^\w-]/g, '')}.json"`);
        return exportAccountData(contextOf(services, request), { id });
      },
    }),
  ];
}

// /operator/view: an operator views the dashboard of an account as its holder sees it, read-only.

export function operatorViewEndpoints({ db }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/view',
      tag: null,
      summary: 'View account read-only, for an hour',
      status: 201,
      response: viewSchema,
      handler: (request) =>
        beginView(contextOf({ db }, request), { session: required(request.session), accountId: request.params.id }),
    }),
    operatorEndpoint({
      permission: 'read',
      method: 'DELETE',
      path: '/operator/view',
      tag: null,
      summary: 'Stop viewing account',
      response: z.object({}),
      handler: async (request) => {
        await endView(contextOf({ db }, request), { session: required(request.session) });
        return {};
      },
    }),
  ];
}

function required(session: Session | null): Session {
  return session ?? fail('session_required', 'Sign in to the console: viewing an account requires a browser.');
}

// /account: what only the account's holder may do, signed in to the dashboard. A key cannot create keys.
import { z } from 'zod';
import { accountSchema } from '../../accounts/account.ts';
import { plans } from '../../accounts/plan.ts';
import { getAccount } from '../../accounts/queries.ts';
import type { Refresh } from '../../audit/actor.ts';
import { accountKinds, auditRecordSchema } from '../../audit/audit.ts';
import { listOwnAudit } from '../../audit/queries.ts';
import { createKey, type KeyMail, regenerateKey, revokeKey, updateKey } from '../../auth/keys/actions.ts';
import { createKeyInput, issuedKeySchema, keySchema, regenerateKeyInput, updateKeyInput } from '../../auth/keys/key.ts';
import { listKeys } from '../../auth/keys/store.ts';
import type { Database } from '../../db/database.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../pipeline/endpoint.ts';
import { wholeNumber } from '../pipeline/parameters.ts';
import { planSchema, showPlan } from './plans.ts';

const auditParameters = z.object({
  kind: z.enum(accountKinds, { error: `kind is one of ${accountKinds.join(', ')}.` }).optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

const accountDetailSchema = z
  .object({ account: accountSchema, plan: planSchema })
  .meta({ id: 'AccountDetail', description: 'The account that is signed in, and its plan' });

export type AccountDeps = { db: Database; refresh: Refresh } & KeyMail;

export function accountEndpoints(deps: AccountDeps): CallerEndpoint[] {
  const { db } = deps;
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, mail: deps, actor: actor() });
  return [
    defineEndpoint({
      audience: 'session',
      path: '/account',
      summary: 'This account and its plan',
      response: single(accountDetailSchema),
      handler: async ({ caller }) => {
        const account = await getAccount(db, caller.accountId);
        return toSingle({ account, plan: showPlan(plans[account.plan]) });
      },
    }),
    defineEndpoint({
      audience: 'session',
      path: '/account/keys',
      summary: 'Keys of the account, newest first',
      response: single(z.array(keySchema)),
      handler: async ({ caller }) => toSingle(await listKeys(db, caller.accountId)),
    }),
    defineEndpoint({
      audience: 'session',
      method: 'POST',
      path: '/account/keys',
      summary: 'Create a key',
      body: createKeyInput,
      status: 201,
      response: single(issuedKeySchema),
      handler: async (request) => toSingle(await createKey(acting(request), request.caller.accountId, request.body)),
    }),
    defineEndpoint({
      audience: 'session',
      method: 'PATCH',
      path: '/account/keys/:id',
      summary: 'Change the name, scopes or allowed addresses of a key',
      body: updateKeyInput,
      requiresBody: true,
      response: single(keySchema),
      handler: async (request) => {
        const { caller, params, body } = request;
        return toSingle(await updateKey(acting(request), caller.accountId, params.id, body));
      },
    }),
    defineEndpoint({
      audience: 'session',
      method: 'POST',
      path: '/account/keys/:id/regenerate',
      summary: 'Replace a key by a new one',
      body: regenerateKeyInput,
      status: 201,
      response: single(issuedKeySchema),
      handler: async (request) => {
        const { caller, params, body } = request;
        return toSingle(await regenerateKey(acting(request), caller.accountId, params.id, body));
      },
    }),
    defineEndpoint({
      audience: 'session',
      method: 'DELETE',
      path: '/account/keys/:id',
      summary: 'Revoke a key at once',
      response: single(keySchema),
      handler: async (request) =>
        toSingle(await revokeKey(acting(request), request.caller.accountId, request.params.id)),
    }),
    defineEndpoint({
      audience: 'session',
      path: '/account/audit',
      summary: 'Changes of this account, newest first',
      query: auditParameters,
      response: single(z.array(auditRecordSchema)).extend({ next: z.string().nullable() }),
      handler: async ({ caller, query }) => {
        const { records, next } = await listOwnAudit(db, caller.accountId, query);
        return { ...toSingle(records), next };
      },
    }),
  ];
}

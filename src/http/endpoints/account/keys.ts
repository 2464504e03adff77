// /account/keys and /account/audit: by session only, since a key cannot create keys. POST /keys/revoke takes a leaked key from anyone.
import { z } from 'zod';
import { accountKinds, auditRecordSchema } from '../../../audit/audit.ts';
import { listOwnAudit } from '../../../audit/queries.ts';
import { createKey, regenerateKey, revokeKey, updateKey } from '../../../auth/keys/actions.ts';
import {
  createKeyInput,
  issuedKeySchema,
  keySchema,
  regenerateKeyInput,
  reportKeyInput,
  updateKeyInput,
} from '../../../auth/keys/key.ts';
import { listKeys } from '../../../auth/keys/store.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { reportKey } from '../../../auth/report.ts';
import {
  accountOf,
  type CallerEndpoint,
  type ClientEndpoint,
  contextOf,
  idsOf,
  publicEndpoint,
  sessionEndpoint,
} from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { wholeNumber } from '../../pipeline/parameters.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { single, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const auditParameters = z.object({
  kind: z.enum(accountKinds, { error: `kind is one of ${accountKinds.join(', ')}.` }).optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

export function accountEndpoints(services: Services): CallerEndpoint[] {
  const { db } = services;
  const deps = { ...services, mail: services };
  return [
    sessionEndpoint({
      path: '/account/keys',
      summary: 'Keys of the account, newest first',
      response: single(z.array(keySchema)),
      handler: async ({ caller }) => toSingle(await listKeys(db, caller.accountId)),
    }),
    sessionEndpoint({
      method: 'POST',
      path: '/account/keys',
      summary: 'Create a key',
      body: createKeyInput,
      status: 201,
      response: single(issuedKeySchema),
      handler: async (request) =>
        toSingle(await createKey(contextOf(deps, request), { ...request.body, ...accountOf(request) })),
    }),
    sessionEndpoint({
      method: 'PATCH',
      path: '/account/keys/:id',
      summary: 'Change the name, scopes or allowed addresses of a key',
      body: updateKeyInput,
      requiresBody: true,
      response: single(keySchema),
      handler: async (request) =>
        toSingle(await updateKey(contextOf(deps, request), { ...request.body, ...idsOf(request) })),
    }),
    sessionEndpoint({
      method: 'POST',
      path: '/account/keys/:id/regenerate',
      summary: 'Replace a key by a new one',
      body: regenerateKeyInput,
      status: 201,
      response: single(issuedKeySchema),
      handler: async (request) =>
        toSingle(await regenerateKey(contextOf(deps, request), { ...request.body, ...idsOf(request) })),
    }),
    sessionEndpoint({
      method: 'DELETE',
      path: '/account/keys/:id',
      summary: 'Revoke a key at once',
      response: single(keySchema),
      handler: async (request) => toSingle(await revokeKey(contextOf(deps, request), idsOf(request))),
    }),
    sessionEndpoint({
      path: '/account/audit',
      summary: 'Changes of this account, newest first',
      query: auditParameters,
      response: single(z.array(auditRecordSchema)).extend({ next: z.string().nullable() }),
      handler: async ({ caller, query }) => {
        const { records, next } = await listOwnAudit(db, { ...query, accountId: caller.accountId });
        return { ...toSingle(records), next };
      },
    }),
  ];
}

const minuteMs = 60_000;
const revokedIfLive = 'If this key was live, it is revoked and its owner is notified.';

export function leakedKeyEndpoints(services: Services): ClientEndpoint[] {
  const { refusals, config } = services;
  const max = config.limits.keyRevocationsPerMinute;
  const reports = createRateLimiter(Date.now, { windowMs: minuteMs, max });
  const tooMany = `More than ${max} keys in a minute from this address. Retry later.`;
  return [
    publicEndpoint({
      method: 'POST',
      path: '/keys/revoke',
      tag: 'Account',
      summary: 'Revoke leaked key',
      description:
        'Revokes a key that was found in public. Needs no authentication. The response is the same whether or not the key exists.',
      ignoresQuery: true,
      requiresBody: true,
      body: reportKeyInput,
      status: 202,
      response: single(z.object({ message: z.string() }).meta({ id: 'KeyReportReceipt' })),
      errors: [400, 413, 415, 422, 429, 500, 503],
      onRequest: (ip) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(Math.max(reports.waitSeconds(client), refusals.waitSeconds(client)), tooMany);
      },
      handler: async ({ ip, body, requestId }) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(reports.record(client), tooMany);
        await reportKey(services, { ...body, client, requestId, address: ip });
        return toSingle({ message: revokedIfLive });
      },
    }),
  ];
}

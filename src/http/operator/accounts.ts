// The operator's API: accounts, keys, key requests, exports, stats. The CLI is its client, and so is the console.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAccountInput, updateAccountInput } from '../../accounts/account.ts';
import {
  approveKeyRequest,
  createAccount,
  type DecisionDeps,
  declineKeyRequest,
  updateAccount,
} from '../../accounts/actions.ts';
import { planNames } from '../../accounts/caller.ts';
import { approveKeyRequestInput, declineKeyRequestInput } from '../../accounts/key-request.ts';
import { findAccounts, findKeyRequests, getAccountOverview, getKeyRequest } from '../../accounts/queries.ts';
import { createKeyInput, regenerateKeyInput } from '../../auth/key.ts';
import { createKey, regenerateKey, revokeKey } from '../../auth/key-actions.ts';
import { listKeys } from '../../auth/store.ts';
import { countHooksByState } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import { cancelExport } from '../../exports/actions.ts';
import { exportStatuses } from '../../exports/export.ts';
import { findExports, getExportOverview } from '../../exports/queries.ts';
import type { Quota } from '../../quota/quota.ts';
import { type ExportLinkDeps, showExport } from '../endpoints/exports.ts';
import { asOperator } from '../pipeline/actor.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import { queryOf } from '../server/server.ts';

type Params = { id: string; key: string };

export type OperatorDeps = ExportLinkDeps &
  DecisionDeps & {
    db: Database;
    usage: Quota;
    stats: () => Record<string, unknown>;
    /** Waits until what was just written is being served by this process. */
    refresh: () => Promise<void>;
    refreshKeys: () => Promise<void>;
    refreshFreshness: () => Promise<void>;
  };

const limit = wholeNumber('limit', { min: 1, max: 200 }).optional();
const sort = z.enum(['oldest', 'newest'], { error: 'sort is oldest or newest.' }).optional();
const accountParameters = z.object({
  q: z.string().max(200).optional(),
  email: z.string().optional(),
  plan: z.enum(planNames, { error: `plan is one of ${planNames.join(', ')}.` }).optional(),
  suspended: z
    .enum(['true', 'false'], { error: 'suspended is true or false.' })
    .transform((text) => text === 'true')
    .optional(),
  sort: z
    .enum(['oldest', 'newest', 'busiest'], {
      error: 'sort is oldest, newest or busiest, which is by calls this month.',
    })
    .optional(),
  after: z.string().optional(),
  limit,
});
const requestParameters = z.object({
  state: z.enum(['pending', 'approved', 'declined'], { error: 'state is pending, approved or declined.' }).optional(),
  sort,
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 500 }).optional(),
});

const exportParameters = z.object({
  account: z.string().optional(),
  status: z.enum(exportStatuses, { error: `status is one of ${exportStatuses.join(', ')}.` }).optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});

export function registerOperator(app: FastifyInstance, deps: OperatorDeps): void {
  const { db, stats, refresh, refreshKeys, refreshFreshness } = deps;
  // NOTIFY tells the other processes; here an answer means that the change is in force.
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const isAt = (path: string) => request.url.startsWith(path);
    const renew = isAt('/operator/hooks') ? refresh : isAt('/operator/sources') ? refreshFreshness : refreshKeys;
    if (request.method !== 'GET') await renew();
    return payload;
  });
  const query = (request: FastifyRequest) => queryOf(request.raw);
  const params = (request: FastifyRequest) => request.params as Params;
  const by = asOperator(deps);

  app.get('/operator/accounts', async (request) =>
    findAccounts(db, parseParameters(accountParameters, query(request))),
  );
  app.post('/operator/accounts', async (request, reply) =>
    reply.code(201).send(await createAccount(by(request), readBody(createAccountInput, request.body))),
  );
  app.get('/operator/accounts/:id', async (request) => getAccountOverview(deps, params(request).id));
  app.patch('/operator/accounts/:id', async (request) =>
    updateAccount(by(request), params(request).id, readBody(updateAccountInput, request.body)),
  );

  app.get('/operator/accounts/:id/keys', async (request) => ({ keys: await listKeys(db, params(request).id) }));
  app.post('/operator/accounts/:id/keys', async (request, reply) =>
    reply
      .code(201)
      .send(await createKey(by(request), params(request).id, readBody(createKeyInput, request.body ?? {}))),
  );
  app.post('/operator/accounts/:id/keys/:key/regenerate', async (request, reply) =>
    reply
      .code(201)
      .send(
        await regenerateKey(
          by(request),
          params(request).id,
          params(request).key,
          readBody(regenerateKeyInput, request.body ?? {}),
        ),
      ),
  );
  app.delete('/operator/accounts/:id/keys/:key', async (request) =>
    revokeKey(by(request), params(request).id, params(request).key),
  );

  app.get('/operator/key-requests', async (request) =>
    findKeyRequests(db, parseParameters(requestParameters, query(request))),
  );
  app.get('/operator/key-requests/:id', async (request) => getKeyRequest(db, params(request).id));
  app.post('/operator/key-requests/:id/approve', async (request) =>
    approveKeyRequest(by(request), params(request).id, readBody(approveKeyRequestInput, request.body ?? {})),
  );
  app.post('/operator/key-requests/:id/decline', async (request) =>
    declineKeyRequest(by(request), params(request).id, readBody(declineKeyRequestInput, request.body ?? {})),
  );

  const show = showExport(deps);
  app.get('/operator/exports', async (request) => {
    const { exports, next } = await findExports(db, parseParameters(exportParameters, query(request)));
    return { exports: exports.map(show), next };
  });
  app.get('/operator/exports/:id', async (request) => show(await getExportOverview(db, params(request).id)));
  app.delete('/operator/exports/:id', async (request) => show(await cancelExport(by(request), params(request).id)));

  app.get('/operator/stats', async () => ({ ...stats(), hooks: await countHooksByState(db) }));
}

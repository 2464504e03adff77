// /account: what only the account's holder may see and do, signed in to the dashboard. A key cannot make keys.
import { z } from 'zod';
import { plans } from '../../accounts/plan.ts';
import { getAccount } from '../../accounts/queries.ts';
import { accountKinds } from '../../audit/audit.ts';
import { listOwnAudit } from '../../audit/queries.ts';
import { createKeyInput, keySchema, regenerateKeyInput } from '../../auth/key.ts';
import { createKey, regenerateKey, revokeKey } from '../../auth/key-actions.ts';
import { listKeys } from '../../auth/store.ts';
import type { Database } from '../../db/database.ts';
import type { Entry } from '../openapi/entry.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import type { Call, Handler } from '../pipeline/pipeline.ts';
import { readBody } from '../pipeline/read-body.ts';
import { type Answer, jsonAnswer } from '../pipeline/response.ts';
import { showPlan } from './plans.ts';

export type AccountEndpointDeps = { db: Database; refreshKeys: () => Promise<void> };

const auditParameters = z.object({
  kind: z.enum(accountKinds, { error: `kind is one of ${accountKinds.join(', ')}.` }).optional(),
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
});
const noStore = { cacheControl: 'no-store' };

export function accountEntries({ db, refreshKeys }: AccountEndpointDeps): Entry[] {
  const acting = ({ actor }: Call) => ({ db, actor: actor() });
  const entry = (method: Entry['method'], url: string, summary: string, handle: Handler): Entry => ({
    method,
    url,
    summary,
    handle,
    feature: 'read',
    isCounted: false,
    isForSessions: true,
    answer: z.unknown(),
    ...(url.includes(':') ? { params: z.object({ id: keySchema.shape.id }) } : {}),
  });
  /** The answer means that the change is in force. */
  const changed = async <T>(change: Promise<T>, status = 200): Promise<Answer> => {
    const data = await change;
    await refreshKeys();
    return jsonAnswer({ data }, { status, ...noStore });
  };

  return [
    entry('GET', '/account', 'This account and its plan', async ({ caller }) => {
      const account = await getAccount(db, caller.accountId);
      return jsonAnswer({ data: { account, plan: showPlan(plans[account.plan]) } }, noStore);
    }),
    entry('GET', '/account/keys', 'Its keys, the newest first', async ({ caller }) =>
      jsonAnswer({ data: await listKeys(db, caller.accountId) }, noStore),
    ),
    entry('POST', '/account/keys', 'A new key', (call) =>
      changed(createKey(acting(call), call.caller.accountId, readBody(createKeyInput, call.body ?? {})), 201),
    ),
    entry('POST', '/account/keys/:id/regenerate', 'A key in place of another', (call) => {
      const input = readBody(regenerateKeyInput, call.body ?? {});
      return changed(regenerateKey(acting(call), call.caller.accountId, call.params.id, input), 201);
    }),
    entry('DELETE', '/account/keys/:id', 'Ends a key at once', (call) =>
      changed(revokeKey(acting(call), call.caller.accountId, call.params.id)),
    ),
    entry('GET', '/account/audit', 'What was done to this account, the newest first', async ({ caller, query }) => {
      const { records, next } = await listOwnAudit(db, caller.accountId, parseParameters(auditParameters, query));
      return jsonAnswer({ data: records, next }, noStore);
    }),
  ];
}

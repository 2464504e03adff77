// /account/requests: the holder of an account requests another plan or its reactivation. A suspended account may do so.
import { z } from 'zod';
import type { AccountMail } from '../../../accounts/actions.ts';
import { keyRequestSchema, submitPlanRequestInput } from '../../../accounts/key-request.ts';
import { listOwnRequests } from '../../../accounts/queries.ts';
import { submitPlanRequest, withdrawPlanRequest } from '../../../accounts/request-actions.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import type { Database } from '../../../db/database.ts';
import { single, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';

/** Of an account, per process; reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 10 };
const tooMany = 'Too many requests of this account. The operator has the last one.';

export type PlanRequestDeps = AccountMail & { db: Database };

const common = { audience: 'session', allowsSuspended: true } as const;

export function planRequestEndpoints(deps: PlanRequestDeps): CallerEndpoint[] {
  const { db } = deps;
  const submissions = createRateLimiter(Date.now, perHour);
  return [
    defineEndpoint({
      ...common,
      path: '/account/requests',
      summary: 'Requests of the account for another plan or reactivation, newest first',
      response: single(z.array(keyRequestSchema)),
      handler: async ({ caller }) => toSingle(await listOwnRequests(db, caller.accountId)),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/account/requests',
      needs: 'billing',
      summary: 'Request another plan, or reactivation',
      body: submitPlanRequestInput,
      requiresBody: true,
      status: 201,
      response: single(keyRequestSchema),
      handler: async ({ caller, actor, body }) => {
        throwIfRateLimited(submissions.record(caller.accountId), tooMany);
        return toSingle(await submitPlanRequest({ db, actor: actor(), mail: deps }, caller.accountId, body));
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/account/requests/:id',
      needs: 'billing',
      summary: 'Withdraw a pending request',
      response: single(z.object({ id: z.string() })),
      handler: async ({ caller, actor, params }) => {
        await withdrawPlanRequest({ db, actor: actor() }, caller.accountId, params.id);
        return toSingle({ id: params.id });
      },
    }),
  ];
}

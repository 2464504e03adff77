// POST /key-requests: requests an API key. The one endpoint that writes without a key, so it is rate limited by address.
import { submitKeyRequest } from '../../accounts/actions.ts';
import { keyRequestSchema, submitKeyRequestInput } from '../../accounts/key-request.ts';
import type { MailConfig } from '../../accounts/reserved-email.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { Database } from '../../db/database.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

/** Counts valid requests, per process; reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 5 };
const tooMany = 'Too many key requests from this address.';

export type KeyRequestDeps = { db: Database; refusals: RateLimiter; config: MailConfig };

export function keyRequestEndpoints({ db, refusals, config }: KeyRequestDeps): ClientEndpoint[] {
  const submissions = createRateLimiter(Date.now, perHour);
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/key-requests',
      tag: 'Account',
      summary: 'Request an API key',
      description: 'The request waits for a decision, which is sent by email.',
      ignoresQuery: true,
      requiresBody: true,
      body: submitKeyRequestInput,
      status: 201,
      response: single(keyRequestSchema),
      errors: [400, 409, 413, 415, 422, 429, 500, 503],
      onRequest: (ip) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(Math.max(submissions.waitSeconds(client), refusals.waitSeconds(client)), tooMany);
      },
      handler: async ({ ip, body }) => {
        throwIfRateLimited(submissions.record(clientKeyOf(ip)), tooMany);
        return toSingle(await submitKeyRequest(db, body, config));
      },
    }),
  ];
}

// POST /key-requests: requests an API key. The one endpoint that writes without a key, so it is rate limited by address.
import type { AccountMail } from '../../accounts/actions.ts';
import { keyRequestSchema, submitKeyRequestInput } from '../../accounts/key-request.ts';
import { submitKeyRequest } from '../../accounts/request-actions.ts';
import { createMailboxLimiter } from '../../auth/mailbox-limiter.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import { mailboxOf } from '../../auth/sign-up/mailbox.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database } from '../../db/database.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

/** Counts valid requests, per process; reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 5 };
const tooMany = 'Too many key requests from this address.';

export type KeyRequestDeps = AccountMail & {
  db: Database;
  refusals: RateLimiter;
  config: { limits: Pick<Limits, 'signInEmails'> };
};

export function keyRequestEndpoints(deps: KeyRequestDeps): ClientEndpoint[] {
  const { db, refusals, config } = deps;
  const receipts = createMailboxLimiter(config.limits.signInEmails);
  const submissions = createRateLimiter(Date.now, perHour);
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/key-requests',
      tag: 'Account',
      summary: 'Request key',
      description:
        'Requests an API key. The request waits for a decision, which is sent by email. A receipt is emailed at once.',
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
        const isReceiptDue = () => receipts.isDue(mailboxOf(body.email));
        return toSingle(await submitKeyRequest({ db, mail: deps, isReceiptDue }, body));
      },
    }),
  ];
}

// POST /page-errors: a page of the dashboard that crashed reports why, so that the ID that its user quotes is in the log.
import { z } from 'zod';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { Observe } from '../../telemetry/events.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type PageErrorDeps = { observe: Observe; refusals: RateLimiter };

/** A page reports one crash; more would only fill the log. */
const perAddress = { windowMs: 60_000, max: 10 };
const tooMany = `More than ${perAddress.max} errors of pages in a minute from this address. Retry later.`;

const pageErrorInput = z.strictObject({
  path: z.string().max(200).meta({ description: 'Path of the page, without its query' }),
  message: z.string().max(500),
  stack: z.string().max(4000).default(''),
});

export function pageErrorEndpoints({ observe, refusals }: PageErrorDeps): ClientEndpoint[] {
  const reports = createRateLimiter(Date.now, perAddress);
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/page-errors',
      summary: 'Report the crash of a page',
      requiresBody: true,
      body: pageErrorInput,
      status: 202,
      response: single(z.object({ error_id: z.string() }).meta({ id: 'PageErrorReceipt' })),
      onRequest: (ip) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(Math.max(reports.waitSeconds(client), refusals.waitSeconds(client)), tooMany);
      },
      handler: async ({ ip, requestId, body: { path, message, stack } }) => {
        throwIfRateLimited(reports.record(clientKeyOf(ip)), tooMany);
        observe({ kind: 'page_failed', requestId, path, error: stack || message });
        return toSingle({ error_id: requestId });
      },
    }),
  ];
}

// POST /report: asks the operator to take a hook down. Needs no key, so it is rate limited by address.

import { z } from 'zod';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { submitReport } from '../../catalog/reports/actions.ts';
import { receiptSchema, reportInput } from '../../catalog/reports/report.ts';
import { type ClientEndpoint, publicEndpoint } from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { single, toSingle } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

const hourMs = 3_600_000;

export function reportEndpoints({ db, refusals, config: { limits } }: Services): ClientEndpoint[] {
  // Counts valid reports per process; reset at a restart.
  const submissions = createRateLimiter(Date.now, { windowMs: hourMs, max: limits.reportsPerHour });
  const tooMany = `More than ${limits.reportsPerHour} reports in an hour from this address. Retry later, or write to the operator.`;
  return [
    publicEndpoint({
      method: 'POST',
      path: '/report',
      tag: 'Catalog',
      summary: 'Report hook',
      description:
        'Reports a hook that should be taken down. A person reads every report. The response is the same whether or not the hook exists.',
      ignoresQuery: true,
      requiresBody: true,
      body: reportInput,
      status: 202,
      response: single(receiptSchema),
      errors: [400, 413, 415, 422, 429, 500, 503],
      onRequest: (ip) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(Math.max(submissions.waitSeconds(client), refusals.waitSeconds(client)), tooMany);
      },
      handler: async ({ ip, body }) => {
        throwIfRateLimited(submissions.record(clientKeyOf(ip)), tooMany);
        return toSingle(await submitReport({ db, limits }, body));
      },
    }),
  ];
}

// POST /page-errors: logs why a page of the dashboard crashed, with the ID that its user quotes.

/** A page reports one crash; more would only fill the log. */
const perAddress = { windowMs: 60_000, max: 10 };
const tooMany = `More than ${perAddress.max} errors of pages in a minute from this address. Retry later.`;

const pageErrorInput = z.strictObject({
  path: z.string().max(200).meta({ description: 'Path of the page, without its query' }),
  message: z.string().max(500),
  stack: z.string().max(4000).default(''),
});

export function pageErrorEndpoints({ observe, refusals }: Services): ClientEndpoint[] {
  const reports = createRateLimiter(Date.now, perAddress);
  return [
    publicEndpoint({
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

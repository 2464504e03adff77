// POST /report: asks the operator to take a hook down. Needs no key, so it is rate limited by address.
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import { submitReport } from '../../catalog/reports/actions.ts';
import { receiptSchema, reportInput } from '../../catalog/reports/report.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type ReportDeps = { db: Database; refusals: RateLimiter; config: Pick<Config, 'limits'> };

const hourMs = 3_600_000;

export function reportEndpoints({ db, refusals, config: { limits } }: ReportDeps): ClientEndpoint[] {
  // Counts valid reports, per process; reset at a restart.
  const submissions = createRateLimiter(Date.now, { windowMs: hourMs, max: limits.reportsPerHour });
  const tooMany = `More than ${limits.reportsPerHour} reports in an hour from this address. Retry later, or write to the operator.`;
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/report',
      tag: 'Catalog',
      summary: 'Report hook',
      description:
        'Reports a hook that should be taken down. A person reads every report. The response is the same whether the hook exists.',
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
        return toSingle(await submitReport(db, body, limits));
      },
    }),
  ];
}

// POST /keys/revoke: revokes a key that was found in public. Needs no other key, so it is rate limited by address.
import { z } from 'zod';
import { reportKeyInput } from '../../auth/keys/key.ts';
import { type ReportDeps as KeyReportDeps, reportKey } from '../../auth/keys/report.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { Config } from '../../config/config.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type LeakedKeyDeps = KeyReportDeps & { refusals: RateLimiter; config: Pick<Config, 'limits'> };

const minuteMs = 60_000;
const revokedIfLive = 'If this key was live, it is revoked and its owner is told.';

export function leakedKeyEndpoints(deps: LeakedKeyDeps): ClientEndpoint[] {
  const { refusals, config } = deps;
  const max = config.limits.keyRevocationsPerMinute;
  const reports = createRateLimiter(Date.now, { windowMs: minuteMs, max });
  const tooMany = `More than ${max} keys in a minute from this address. Retry later.`;
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/keys/revoke',
      tag: 'Account',
      summary: 'Revoke a leaked key',
      description: 'Needs no authentication. The response is the same whether the key exists.',
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
        await reportKey(deps, body.key, { client, requestId, address: ip });
        return toSingle({ message: revokedIfLive });
      },
    }),
  ];
}

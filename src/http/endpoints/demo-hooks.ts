// GET /demo/hooks: the search box of the public page. A few hooks without a key, and only so often from one address.
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { search } from '../../catalog/search/search.ts';
import { listParameters, toListQuery } from '../pipeline/hook-parameters.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { currentTime, fromByteString, joinRecords } from '../pipeline/records.ts';
import { clientKeyOf } from '../server/ip-address.ts';
import { queryOf } from '../server/server.ts';
import type { HooksDeps } from './hooks.ts';

const perMinute = { windowMs: 60_000, max: 30 };
const hooksShown = 5;
const demoParameters = listParameters.pick({
  q: true,
  niche: true,
  archetype: true,
  emotional_trigger: true,
  platform: true,
});

/** Each process counts for itself, and begins anew when it starts. */
export function registerDemoHooks(app: FastifyInstance, { catalog }: Pick<HooksDeps, 'catalog'>): void {
  const asked = createRateLimiter(Date.now, perMinute);
  app.get('/demo/hooks', {
    // It serves our own page and may change with it; clients that are to last have GET /hooks.
    schema: { hide: true },
    onRequest: async ({ ip }) =>
      throwIfRateLimited(
        asked.record(clientKeyOf(ip)),
        `More than ${perMinute.max} searches in a minute from this address.`,
      ),
    handler: async (request, reply) => {
      const given = parseParameters(demoParameters, queryOf(request.raw));
      const { snapshot, cache } = catalog();
      const { rows, total } = search(snapshot, cache, toListQuery({ ...given, limit: hooksShown }, snapshot, false));
      const data = fromByteString(joinRecords(snapshot, rows, false));
      return reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
        .send(
          `{"success":true,"data":[${data}],"count":${rows.length},"total":${total},"timestamp":"${currentTime()}"}`,
        );
    },
  });
}

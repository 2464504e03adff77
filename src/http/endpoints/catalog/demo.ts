// GET /demo/hooks: the search box of the public page. A few hooks without a key, rate limited by address.
import { z } from 'zod';
import { plans } from '../../../accounts/plan.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { hookSchema } from '../../../catalog/record.ts';
import { suggestFewerWords } from '../../../catalog/search/highlights.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { search } from '../../../catalog/search/search.ts';
import { dayMs } from '../../../lib/time.ts';
import { listParameters, toListQuery } from '../../lists/list-query.ts';
import { findHighlights } from '../../lists/render-list.ts';
import { type ClientEndpoint, publicEndpoint } from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { currentTime, joinRecords, toByteString } from '../../pipeline/records.ts';
import { responseHeaders } from '../../pipeline/response.ts';
import { list } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';
import { highlights } from './hooks.ts';

const searchesPerMinute = 30;
const hooksShown = 5;
const demoHook = hookSchema.extend({ highlights });
const suggestions = z.array(z.object({ without: z.string(), q: z.string(), total: z.int() })).optional();
const demoParameters = listParameters.pick({
  q: true,
  niche: true,
  archetype: true,
  emotional_trigger: true,
  platform: true,
});

/** Serves our own page and may change with it, so it is not documented; clients use GET /hooks. */
export function demoEndpoints({ catalog, limits }: Services): ClientEndpoint[] {
  const perDay = limits.demoSearchesPerDay;
  return [
    publicEndpoint({
      path: '/demo/hooks',
      isInMemory: true,
      summary: 'Search hooks without key',
      query: demoParameters,
      response: list(demoHook)
        .omit({ next_cursor: true, facets: true })
        .extend({ suggestions, sample_data: z.boolean() }),
      onRequest: createDemoLimiter({ noun: 'searches', perMinute: searchesPerMinute, perDay }),
      rawHandler: (request) => {
        const given = parseParameters(demoParameters, request.query);
        const { snapshot, cache } = catalog();
        const read = (q = given.q) =>
          toListQuery({ ...given, q, limit: hooksShown }, { snapshot, limits }, { isFull: false });
        const query = read();
        const { rows, total } = search(snapshot, cache, query);
        const members = given.q
          ? findHighlights(query, snapshot, rows).map((found) => `"highlights":${JSON.stringify(found)}`)
          : undefined;
        const data = joinRecords(snapshot, rows, false, { members });
        const counts = `"count":${rows.length},"total":${total},"sample_data":${snapshot.hasSample},"timestamp":"${currentTime()}"`;
        const count = (q: string) => resolve(snapshot, cache, read(q).filter).rows.length;
        const suggested =
          total === 0 && given.q ? `,"suggestions":${JSON.stringify(suggestFewerWords(given.q, count))}` : '';
        return {
          status: 200,
          headers: responseHeaders({ cacheControl: 'no-store' }),
          body: `{"success":true,"data":[${data}],${counts}${toByteString(suggested)}}`,
        };
      },
    }),
  ];
}

// Rate limits of the public page: requests from one address in a minute and in a day.

/** `noun` names the requests, such as searches. */
type DemoLimits = { noun: string; perMinute: number; perDay: number };

/**
 * Returns a function that counts a request from an address and throws `rate_limited` above a limit. Counted per process and reset at a
 * restart.
 */
export function createDemoLimiter({ noun, perMinute, perDay }: DemoLimits): (ip: string) => void {
  const ofMinute = createRateLimiter(Date.now, { windowMs: 60_000, max: perMinute });
  const ofDay = createRateLimiter(Date.now, { windowMs: dayMs, max: perDay });
  return (ip) => {
    const client = clientKeyOf(ip);
    const tooMany = `More than ${perMinute} ${noun} in a minute from this address. Retry later.`;
    throwIfRateLimited(ofMinute.record(client), tooMany);
    const tooManyOfDay = `More than ${perDay} ${noun} in a day from this address. A free API key allows ${plans.free.limits.perDay} calls a day: request one at /request-a-key.`;
    throwIfRateLimited(ofDay.record(client), tooManyOfDay);
  };
}

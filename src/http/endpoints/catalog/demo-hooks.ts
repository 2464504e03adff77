// GET /demo/hooks: the search box of the public page. A few hooks without a key, rate limited by address.
import { hookSchema } from '../../../catalog/hook.ts';
import { search } from '../../../catalog/search/search.ts';
import type { Limits } from '../../../config/limits.ts';
import { listParameters, toListQuery } from '../../lists/list-query.ts';
import { list } from '../../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import { currentTime, joinRecords } from '../../pipeline/records.ts';
import { responseHeaders } from '../../pipeline/response.ts';
import { createDemoLimiter } from './demo-limits.ts';
import type { ListDeps } from './list-hooks.ts';

const searchesPerMinute = 30;
const hooksShown = 5;
const demoParameters = listParameters.pick({
  q: true,
  niche: true,
  archetype: true,
  emotional_trigger: true,
  platform: true,
});

export type DemoDeps = Pick<ListDeps, 'catalog' | 'limits'> & { limits: Pick<Limits, 'demoSearchesPerDay'> };

/** Serves our own page and may change with it, so it is not documented; clients use GET /hooks. */
export function demoEndpoints({ catalog, limits }: DemoDeps): ClientEndpoint[] {
  const perDay = limits.demoSearchesPerDay;
  return [
    defineEndpoint({
      audience: 'public',
      path: '/demo/hooks',
      isInMemory: true,
      summary: 'Search hooks without key',
      query: demoParameters,
      response: list(hookSchema).omit({ next_cursor: true, facets: true }),
      onRequest: createDemoLimiter({ noun: 'searches', perMinute: searchesPerMinute, perDay }),
      rawHandler: ({ query }) => {
        const given = parseParameters(demoParameters, query);
        const { snapshot, cache } = catalog();
        const { rows, total } = search(
          snapshot,
          cache,
          toListQuery({ ...given, limit: hooksShown }, { snapshot, limits }, { isFull: false }),
        );
        const data = joinRecords(snapshot, rows, false);
        const counts = `"count":${rows.length},"total":${total},"timestamp":"${currentTime()}"`;
        return {
          status: 200,
          headers: responseHeaders({ cacheControl: 'no-store' }),
          body: `{"success":true,"data":[${data}],${counts}}`,
        };
      },
    }),
  ];
}

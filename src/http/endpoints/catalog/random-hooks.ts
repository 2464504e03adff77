// GET /hooks/random: a new sample of the matching hooks with each response.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { hookSchema } from '../../../catalog/hook.ts';
import { collectionsKey } from '../../../catalog/search/collection-filter.ts';
import { resolveDistinct } from '../../../catalog/search/distinct.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { groupByLabels } from '../../../catalog/search/results/label-groups.ts';
import { diverseRows, randomRows } from '../../../catalog/search/results/random-rows.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { dimensions } from '../../../catalog/snapshot/snapshot.ts';
import { encodeHooks } from '../../lists/encode-hooks.ts';
import { outputParameter } from '../../lists/list-query.ts';
import { acceptedOutput, mediaTypes, type Output } from '../../lists/output.ts';
import { textForm } from '../../lists/render-list.ts';
import { list } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import { distinctParameter, filterShape, toCheckedFilter } from '../../pipeline/hook-parameters.ts';
import { maxCachedQueryLength } from '../../pipeline/page-cache.ts';
import { parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { envelope, stamp } from '../../pipeline/records.ts';
import { type HttpResponse, responseHeaders } from '../../pipeline/response.ts';

export type RandomDeps = { catalog: () => Catalog; limits: FilterLimits };

const randomParameters = z.object({
  ...filterShape,
  distinct: distinctParameter.meta({
    description: '`text`: draws texts instead of hooks, and the most viewed matching hook of each',
  }),
  diverse: z
    .enum(dimensions, { error: `\`diverse\` must be one of ${dimensions.join(', ')}.` })
    .optional()
    .meta({
      description:
        'Draws a hook of each value of this label in turn, the values in random order; hooks without the label are one value',
    }),
  count: wholeNumber('count', { min: 1, max: 100, description: 'Number of hooks. Default 10' }).optional(),
  seed: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The same seed returns the same hooks until the catalog changes' }),
  output: outputParameter,
});

/** A parsed query: each response is a new sample of the same rows. `groups` are those to draw from in turn. */
type Draw = {
  rows: Uint32Array;
  groups: Uint32Array[] | undefined;
  count: number;
  seed: string | undefined;
  output: Output | undefined;
};

const maxCachedDrawBytes = 32 * 2 ** 20;

/** Parsing a query takes longer than sampling. Each entry counts its rows as its own, though many share them. */
const drawsOf = perSnapshot(
  () =>
    new LRUCache<string, Draw>({
      maxSize: maxCachedDrawBytes,
      sizeCalculation: ({ rows, groups }, query) => rows.byteLength * (groups ? 2 : 1) + query.length + 500,
    }),
);

export function randomEndpoints({ catalog, limits }: RandomDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      path: '/hooks/random',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'Draw random hooks',
      description: 'Draws hooks that match, uniformly and without repeats.',
      query: randomParameters,
      response: list(hookSchema),
      produces: Object.values(mediaTypes),
      rawHandler: (request) => drawRandom(request, catalog(), limits),
    }),
  ];
}

function readDraw({ query, collections }: CallerRequest, { snapshot, cache }: Catalog, limits: FilterLimits): Draw {
  const { count = 10, seed, distinct, diverse, output, ...given } = parseParameters(randomParameters, query);
  const filter = toCheckedFilter(given, { snapshot, limits, collections });
  const { rows } = distinct ? resolveDistinct(snapshot, cache, filter, '-views') : resolve(snapshot, cache, filter);
  const groups = diverse && groupByLabels(snapshot, rows, [diverse]).map((group) => group.rows);
  return { rows, groups, count, seed, output };
}

const noStore = { cacheControl: 'no-store' };
const varying = { ...noStore, headers: ['vary', 'accept'] };

function drawRandom(request: CallerRequest, current: Catalog, limits: FilterLimits): HttpResponse {
  const { headers } = request;
  const { snapshot } = current;
  const draws = drawsOf(snapshot);
  const key = request.query + collectionsKey(request.collections);
  let draw = draws.get(key);
  if (!draw) {
    draw = readDraw(request, current, limits);
    if (key.length <= maxCachedQueryLength) draws.set(key, draw);
  }
  const { rows, groups, count, seed, output = acceptedOutput(headers.accept) } = draw;
  const sample = groups ? diverseRows(groups, count, seed) : randomRows(rows, count, seed);
  const hooks = encodeHooks(output, snapshot, sample, { isFull: false, fields: null });
  const options = draw.output ? noStore : varying;
  if (output === 'json')
    return {
      status: 200,
      headers: responseHeaders(options),
      body: stamp(envelope(hooks, sample.length, rows.length, null)),
    };
  const { contentType, headers: more = [] } = textForm(output, rows.length, null);
  return {
    status: 200,
    headers: responseHeaders({
      cacheControl: 'no-store',
      contentType,
      headers: draw.output ? more : [...more, 'vary', 'accept'],
    }),
    body: hooks,
  };
}

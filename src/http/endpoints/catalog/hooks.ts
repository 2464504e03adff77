// GET /hooks/{id}: one hook, and why it has its labels.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { explainLabels, hookDetailSchema } from '../../../catalog/curation/why.ts';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { type FullHook, fullHookSchema, hookSchema } from '../../../catalog/record.ts';
import { groupByLabels } from '../../../catalog/search/facets.ts';
import { contextKey } from '../../../catalog/search/filter.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { diverseRows, randomRows } from '../../../catalog/search/random-rows.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { resolveDistinct } from '../../../catalog/search/search.ts';
import { recordBytes } from '../../../catalog/snapshot/records/expand.ts';
import { dimensions, findRetired, findRow, perSnapshot, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { fail } from '../../../lib/errors.ts';
import { hookNumber } from '../../../lib/ids.ts';
import { fewHooks } from '../../../searches/empty-searches.ts';
import {
  type ListQuery,
  listBody,
  listKey,
  listParameters,
  outputParameter,
  readListBody,
  toListQuery,
} from '../../lists/list-query.ts';
import { acceptedOutput, mediaTypes, type Output } from '../../lists/output.ts';
import { encodeHooks, renderList, textForm } from '../../lists/render-list.ts';
import { type CallerEndpoint, type CallerRequest, keyEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import {
  cachedPage,
  cachePages,
  etagOf,
  matchesEtag,
  maxCachedQueryLength,
  sendPage,
  toPage,
  withCursor,
} from '../../pipeline/page-cache.ts';
import {
  distinctParameter,
  filterShape,
  parseParameters,
  toCheckedFilter,
  wholeNumber,
} from '../../pipeline/parameters.ts';
import { type ByteString, currentTime, envelope, fromByteString, stamp, toByteString } from '../../pipeline/records.ts';
import { type HttpResponse, jsonResponse, notModified, responseHeaders } from '../../pipeline/response.ts';
import { list, single, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

type Reasons = { labellerVersion: number; json: ByteString };
const maxCachedReasonBytes = 16 * 2 ** 20;

/** Cached by hook, since finding reasons takes longer than the rest of the response. */
const reasonsOf = perSnapshot(
  () =>
    new LRUCache<number, Reasons>({
      maxSize: maxCachedReasonBytes,
      sizeCalculation: ({ json }) => json.length + 200,
    }),
);

export function hookEndpoints({ catalog, linkSecret, labeller }: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      path: '/hooks/:id',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'Get hook',
      description: 'One hook with all its fields.',
      response: single(hookDetailSchema),
      redirect: movedSchema,
      rawHandler: ({ query, params, headers }) => {
        parseParameters(noParameters, query);
        return getHook(params.id, headers['if-none-match'], catalog(), labeller(), linkSecret);
      },
    }),
  ];
}

function getHook(
  hookId: string,
  ifNoneMatch: string | undefined,
  { snapshot }: Catalog,
  labeller: Labeller,
  linkSecret: string,
): HttpResponse {
  const found = findHook(snapshot, hookId);
  if ('movedTo' in found) return redirectToHook(found);
  const { id, row } = found;
  // Another labeller version finds other reasons.
  const etag = etagOf(linkSecret, snapshot.version, `/hooks/${id} ${labeller.version}`);
  if (matchesEtag(ifNoneMatch, etag)) return notModified(etag);
  const record = recordBytes(snapshot, row).toString('latin1');
  const why = whyOf(id, record, snapshot, labeller);
  const body = `{"success":true,"data":${record.slice(0, -1)},"why":${why}},"timestamp":"${currentTime()}"}`;
  return { status: 200, headers: responseHeaders({ etag }), body };
}

function whyOf(id: number, record: ByteString, snapshot: Snapshot, labeller: Labeller): ByteString {
  const known = reasonsOf(snapshot).get(id);
  if (known?.labellerVersion === labeller.version) return known.json;
  const hook: FullHook = JSON.parse(fromByteString(record));
  const json = toByteString(JSON.stringify(explainLabels(hook, id, snapshot, labeller)));
  reasonsOf(snapshot).set(id, { labellerVersion: labeller.version, json });
  return json;
}

// Finds the hook of a path, or the hook that it was merged into.

/** Numeric parts of hook ids. */
type MovedHook = { id: number; movedTo: number };

/** Throws for an unknown id, and for a retired hook that was not merged into another. */
export function findHook(snapshot: Snapshot, hookId: string): { id: number; row: number } | MovedHook {
  const id = hookNumber(hookId) ?? fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
  const row = findRow(snapshot, id);
  if (row !== undefined) return { id, row };
  const retired = findRetired(snapshot, id) ?? fail('not_found', `There is no hook_${id}.`);
  if (retired.mergedInto === undefined) fail('gone', `hook_${id} was retired from the catalog.`);
  return { id, movedTo: retired.mergedInto };
}

export const movedSchema = single(z.object({ id: z.string(), merged_into: z.string() })).describe(
  'Merged into another hook, as both are of the same video: `Location` is that hook. Not counted against the quota',
);

/**
 * The location is relative to the request's URL, since clients drop the key when a redirect leads to another origin. `locationOf` is for
 * paths that continue after the id.
 */
export function redirectToHook(
  { id, movedTo }: MovedHook,
  locationOf: (hookId: string) => string = (hookId) => hookId,
): HttpResponse {
  const data = { id: `hook_${id}`, merged_into: `hook_${movedTo}` };
  const headers = ['location', locationOf(data.merged_into)];
  return jsonResponse(toSingle(data), { status: 308, cacheControl: 'no-store', headers });
}

// GET /hooks and /hooks/full, and POST /hooks/query and /hooks/full/query, which take the same query as JSON.

export const highlights = z
  .array(z.tuple([z.int(), z.int()]))
  .optional()
  .meta({
    description:
      'With `highlight`: the parts of `text` that match q, as `[start, end]` in UTF-16 units, `end` exclusive',
  });

const views_gained_7d = z.number().int().min(0).nullable().optional().meta({
  description:
    'If sorted by it: views gained in the last 7 days; null if the views of these days were not captured twice',
});

const views = z.number().int().min(0);
const group = z
  .object({
    ...Object.fromEntries(dimensions.map((dimension) => [dimension, z.string().nullable().optional()])),
    count: z.number().int(),
    median_views: views,
    p90_views: views.meta({ description: '90th percentile' }),
  })
  .meta({ id: 'HookGroup', description: 'Hooks with the same labels, by the labels of `group_by`' });

/**
 * Makes all fields optional, since `fields` may leave out any. Copies the schema, since a named one would stay in the document under its
 * name.
 */
function pageOf(schema: z.ZodObject) {
  const sortedBy = fullHookSchema.partial().pick({ views_per_day: true, views_vs_creator: true }).shape;
  return list(z.object({ ...schema.partial().shape, highlights, views_gained_7d, ...sortedBy })).extend({
    views_gained_unknown: z.number().int().optional().meta({
      description: 'If sorted by `views_gained_7d`: number of matching hooks whose growth is unknown. They are last',
    }),
    groups: z.array(group).optional().meta({
      description: 'With `group_by`: the groups with the most hooks first, at most 1,000. An unknown label is null',
    }),
    groups_total: z.number().int().optional().meta({ description: 'With `group_by`: number of all groups' }),
  });
}

const inForms = {
  isInMemory: true,
  tag: 'Catalog',
  produces: Object.values(mediaTypes),
} as const;

const formsDescription =
  'CSV and JSON Lines have a line for each hook of the page; `X-Total-Count` is the total and `X-Next-Cursor` the cursor of the next page. `facets` and `group_by` need JSON.';
const bodyDescription = `The same list with its query as JSON, for long lists of ids or values: at most 1,000 ids. It counts as one call, and cursors work with both. ${formsDescription}`;

export function listEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      ...inForms,
      path: '/hooks',
      summary: 'List hooks',
      description: `Hooks that match, most viewed first. ${formsDescription}`,
      query: listParameters,
      response: pageOf(hookSchema),
      rawHandler: listByUrl(services, false),
    }),
    keyEndpoint({
      ...inForms,
      method: 'POST',
      path: '/hooks/query',
      summary: 'Query hooks',
      description: `Hooks that match a query in the body. ${bodyDescription}`,
      body: listBody,
      response: pageOf(hookSchema),
      rawHandler: listByBody(services, false),
    }),
    keyEndpoint({
      ...inForms,
      path: '/hooks/full',
      feature: 'full',
      summary: 'List full hooks',
      description: `Hooks that match, with all their fields. ${formsDescription}`,
      query: listParameters,
      response: pageOf(fullHookSchema),
      rawHandler: listByUrl(services, true),
    }),
    keyEndpoint({
      ...inForms,
      method: 'POST',
      path: '/hooks/full/query',
      feature: 'full',
      summary: 'Query full hooks',
      description: `Hooks that match a query in the body, with all their fields. ${bodyDescription}`,
      body: listBody,
      response: pageOf(fullHookSchema),
      rawHandler: listByBody(services, true),
    }),
  ];
}

type Handler = (request: CallerRequest) => HttpResponse;

function listByUrl(services: Services, isFull: boolean): Handler {
  const { limits } = services;
  return cachePages(
    services,
    ({ query: text, headers, collections, nearest }, catalog) => {
      const given = parseParameters(listParameters, text);
      const accepted = acceptedOutput(headers.accept);
      const rules = { snapshot: catalog.snapshot, limits, collections, nearest };
      const query = toListQuery(given, rules, { isFull, accepted });
      const page = renderNoted(services, query, catalog, isFull);
      page.nextQuery = withCursor(text, page.cursor);
      return page;
    },
    acceptedForm,
  );
}

/** `output` takes precedence over the header. */
function acceptedForm({ query, headers }: CallerRequest): string | undefined {
  if (query.startsWith('output=') || query.includes('&output=')) return undefined;
  const output = acceptedOutput(headers.accept);
  return output === 'json' ? '' : output;
}

function listByBody(services: Services, isFull: boolean): Handler {
  const { catalog, limits, linkSecret } = services;
  return (request) => {
    const { path, query: text, body, headers, collections, nearest } = request;
    parseParameters(noParameters, text);
    const current = catalog();
    const { snapshot } = current;
    const reading = { isFull, accepted: acceptedOutput(headers.accept) };
    const query = readListBody(body, { snapshot, limits, collections, nearest }, reading);
    const key = `POST ${path} ${listKey(query)}`;
    const page = cachedPage(current, key, () =>
      toPage(etagOf(linkSecret, snapshot.version, key), renderNoted(services, query, current, isFull)),
    );
    return sendPage(page, request);
  };
}

/** Records an empty search each time a first page with few hooks is sent. */
function renderNoted({ emptySearches }: Services, query: ListQuery, catalog: Catalog, isFull: boolean) {
  const page = renderList(query, catalog, isFull);
  const sought = page.total < fewHooks ? query.sought() : undefined;
  if (sought)
    page.onSend = ({ caller, actor }) => {
      if (actor().kind !== 'operator') emptySearches.record(caller.accountId, sought);
    };
  return page;
}

// GET /hooks/random: draws matching hooks for each response.

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

/** A parsed query: each response is another draw from the same rows. `groups` are the rows to draw from in turn. */
type Draw = {
  rows: Uint32Array;
  groups: Uint32Array[] | undefined;
  count: number;
  seed: string | undefined;
  output: Output | undefined;
};

const maxCachedDrawBytes = 32 * 2 ** 20;

/** Cached, since parsing a query takes longer than drawing. The size of each entry includes its rows, although many entries share them. */
const drawsOf = perSnapshot(
  () =>
    new LRUCache<string, Draw>({
      maxSize: maxCachedDrawBytes,
      sizeCalculation: ({ rows, groups }, query) => rows.byteLength * (groups ? 2 : 1) + query.length + 500,
    }),
);

export function randomEndpoints({ catalog, limits }: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
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

function readDraw(request: CallerRequest, { snapshot, cache }: Catalog, limits: FilterLimits): Draw {
  const { query, collections, nearest } = request;
  const { count = 10, seed, distinct, diverse, output, ...given } = parseParameters(randomParameters, query);
  const filter = toCheckedFilter(given, { snapshot, limits, collections, nearest });
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
  const key = request.query + contextKey(request);
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

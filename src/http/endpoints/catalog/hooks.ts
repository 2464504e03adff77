// /hooks, /hooks/random, /hooks/full and /hooks/{id}: searches the snapshot and joins the records it finds.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type FullHook, fullHookSchema, hookSchema } from '../../../catalog/hook.ts';
import { explainLabels, hookDetailSchema } from '../../../catalog/labelling/why.ts';
import { encodeCursor } from '../../../catalog/search/cursor.ts';
import { resolveDistinct } from '../../../catalog/search/distinct.ts';
import { countFacets } from '../../../catalog/search/facets.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { randomRows } from '../../../catalog/search/random-rows.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { search } from '../../../catalog/search/search.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { recordEnd, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { list, single } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/etag.ts';
import { listParameters, randomParameters, toCheckedFilter, toListQuery } from '../../pipeline/hook-parameters.ts';
import {
  cachePages,
  maxCachedQueryLength,
  type PageDeps,
  type Rendered,
  withCursor,
} from '../../pipeline/page-cache.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import {
  type ByteString,
  currentTime,
  envelope,
  fromByteString,
  joinRecords,
  pickFields,
  stamp,
  toByteString,
} from '../../pipeline/records.ts';
import { type HttpResponse, jsonHeaders, notModified } from '../../pipeline/response.ts';
import { findHook, movedSchema, redirectToHook } from './find-hook.ts';

export type HooksDeps = PageDeps & { limits: FilterLimits; labeller: () => Labeller };

/** A parsed query of /hooks/random: each response is a new sample of the same rows. */
type Draw = { rows: Uint32Array; count: number; seed: string | undefined };

const noStore = jsonHeaders({ cacheControl: 'no-store' });
const maxCachedDrawBytes = 32 * 2 ** 20;

/** Parsing a query takes longer than sampling. Each entry counts its rows as its own, though many share them. */
const drawsOf = perSnapshot(
  () =>
    new LRUCache<string, Draw>({
      maxSize: maxCachedDrawBytes,
      sizeCalculation: ({ rows }, query) => rows.byteLength + query.length + 500,
    }),
);

type Reasons = { labellerVersion: number; json: ByteString };
const maxCachedReasonBytes = 16 * 2 ** 20;

/** By hook: finding reasons takes longer than the rest of the response. */
const reasonsOf = perSnapshot(
  () =>
    new LRUCache<number, Reasons>({
      maxSize: maxCachedReasonBytes,
      sizeCalculation: ({ json }) => json.length + 200,
    }),
);

function readDraw(query: string, { snapshot, cache }: Catalog, limits: FilterLimits): Draw {
  const { count = 10, seed, distinct, ...given } = parseParameters(randomParameters, query);
  const filter = toCheckedFilter(given, { snapshot, limits });
  const { rows } = distinct ? resolveDistinct(snapshot, cache, filter, '-views') : resolve(snapshot, cache, filter);
  return { rows, count, seed };
}

/** With `fields`, any field may be missing. Copied, since a named schema would stay in the document under its name. */
const partial = (schema: z.ZodObject) => z.object(schema.partial().shape);

export function hookEndpoints(deps: HooksDeps): CallerEndpoint[] {
  const { catalog, limits, linkSecret, labeller } = deps;
  return [
    defineEndpoint({
      audience: 'key',
      path: '/hooks',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'List matching hooks, most viewed first',
      query: listParameters,
      response: list(partial(hookSchema)),
      rawHandler: cachePages(deps, (request, current) => renderPage(request, { ...current, limits }, false)),
    }),
    defineEndpoint({
      audience: 'key',
      path: '/hooks/random',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'Draw random hooks, uniformly and without repeats',
      query: randomParameters,
      response: list(hookSchema),
      rawHandler: ({ query }) => drawRandom(query, catalog(), limits),
    }),
    defineEndpoint({
      audience: 'key',
      path: '/hooks/full',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'List matching hooks with all their fields',
      query: listParameters,
      response: list(partial(fullHookSchema)),
      rawHandler: cachePages(deps, (request, current) => renderPage(request, { ...current, limits }, true)),
    }),
    defineEndpoint({
      audience: 'key',
      path: '/hooks/:id',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'Get one hook with all its fields',
      response: single(hookDetailSchema),
      redirect: movedSchema,
      rawHandler: ({ query, params, headers }) => {
        parseParameters(noParameters, query);
        return getHook(params.id, headers['if-none-match'], catalog(), labeller(), linkSecret);
      },
    }),
  ];
}

function renderPage(
  { query: text }: CallerRequest,
  { snapshot, cache, limits }: Catalog & { limits: FilterLimits },
  isFull: boolean,
): Rendered {
  const query = toListQuery(parseParameters(listParameters, text), { snapshot, limits }, isFull);
  const { rows, total, next } = search(snapshot, cache, query);
  const cursor = next && encodeCursor(next, query.fingerprint);
  const records = joinRecords(snapshot, rows, isFull);
  const shown = query.fields ? pickFields(records, query.fields) : records;
  const facets =
    query.facets.length > 0 ? countFacets(snapshot, cache, query.filter, query.facets, query.isDistinct) : undefined;
  return { body: envelope(shown, rows.length, total, cursor, { facets }), nextQuery: withCursor(text, cursor) };
}

function drawRandom(query: string, current: Catalog, limits: FilterLimits): HttpResponse {
  const draws = drawsOf(current.snapshot);
  let draw = draws.get(query);
  if (!draw) {
    draw = readDraw(query, current, limits);
    if (query.length <= maxCachedQueryLength) draws.set(query, draw);
  }
  const { rows, count, seed } = draw;
  const sample = randomRows(rows, count, seed);
  const records = joinRecords(current.snapshot, sample, false);
  return { status: 200, headers: noStore, body: stamp(envelope(records, sample.length, rows.length, null)) };
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
  // Another model finds other reasons.
  const etag = etagOf(linkSecret, snapshot.version, `/hooks/${id} ${labeller.version}`);
  if (matchesEtag(ifNoneMatch, etag)) return notModified(etag);
  const record = snapshot.records.toString('latin1', snapshot.offsets[row], recordEnd(snapshot, row));
  const why = whyOf(id, record, snapshot, labeller);
  const body = `{"success":true,"data":${record.slice(0, -1)},"why":${why}},"timestamp":"${currentTime()}"}`;
  return { status: 200, headers: jsonHeaders({ etag }), body };
}

function whyOf(id: number, record: ByteString, snapshot: Snapshot, labeller: Labeller): ByteString {
  const known = reasonsOf(snapshot).get(id);
  if (known?.labellerVersion === labeller.version) return known.json;
  const hook: FullHook = JSON.parse(fromByteString(record));
  const json = toByteString(JSON.stringify(explainLabels(hook, id, snapshot, labeller)));
  reasonsOf(snapshot).set(id, { labellerVersion: labeller.version, json });
  return json;
}

// /hooks, /hooks/full, /hooks/random and /hooks/{id}: parameters in, records joined, out.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { encodeCursor } from '../../catalog/search/cursor.ts';
import { countFacets } from '../../catalog/search/facets.ts';
import { randomRows } from '../../catalog/search/random-rows.ts';
import { resolve } from '../../catalog/search/resolve.ts';
import { search } from '../../catalog/search/search.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../catalog/snapshot/per-snapshot.ts';
import { findRow, recordEnd, wasRetired } from '../../catalog/snapshot/snapshot.ts';
import { fail } from '../../lib/errors.ts';
import { hookNumber } from '../../lib/ids.ts';
import { listParameters, randomParameters, toCheckedFilter, toListQuery } from '../pipeline/hook-parameters.ts';
import { cachePages, maxCachedQueryLength, type Rendered, withCursor } from '../pipeline/page-cache.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { currentTime, envelope, joinRecords, pickFields, stamp } from '../pipeline/records.ts';
import { type Answer, jsonHeaders, matchesEtag, notModified } from '../pipeline/response.ts';

export type HooksDeps = {
  catalog: () => Catalog;
  publicUrl: () => string;
};

/** What a query of /hooks/random asks for: the answer is another each time, what it is drawn from is not. */
type Draw = { rows: Uint32Array; count: number; seed: string | undefined };

const noStore = jsonHeaders({ cacheControl: 'no-store' });
const maxKeptDrawBytes = 32 * 2 ** 20;

/** Reading a query takes longer than answering it. Each draw counts as if its rows were its own, though many share them. */
const drawsOf = perSnapshot(
  () =>
    new LRUCache<string, Draw>({
      maxSize: maxKeptDrawBytes,
      sizeCalculation: ({ rows }, query) => rows.byteLength + query.length + 500,
    }),
);

function readDraw(query: string, { snapshot, cache }: Catalog): Draw {
  const { count = 10, seed, ...filter } = parseParameters(randomParameters, query);
  const { rows } = resolve(snapshot, cache, toCheckedFilter(filter, snapshot));
  return { rows, count, seed };
}

export function createHooksHandlers(deps: HooksDeps) {
  const { catalog } = deps;
  const createList = (isFull: boolean) => cachePages(deps, (call, current) => renderPage(call, current, isFull));
  return { list: createList(false), full: createList(true), random, one };

  function renderPage({ query: text }: Call, { snapshot, cache }: Catalog, isFull: boolean): Rendered {
    const query = toListQuery(parseParameters(listParameters, text), snapshot, isFull);
    const { rows, total, next } = search(snapshot, cache, query);
    const cursor = next && encodeCursor(next, query.fingerprint);
    const records = joinRecords(snapshot, rows, isFull);
    const shown = query.fields ? pickFields(records, query.fields) : records;
    const facets = query.facets.length > 0 ? countFacets(snapshot, cache, query.filter, query.facets) : undefined;
    return { body: envelope(shown, rows.length, total, cursor, { facets }), nextQuery: withCursor(text, cursor) };
  }

  function random({ query }: Call): Answer {
    const current = catalog();
    const draws = drawsOf(current.snapshot);
    let draw = draws.get(query);
    if (!draw) {
      draw = readDraw(query, current);
      if (query.length <= maxCachedQueryLength) draws.set(query, draw);
    }
    const { rows, count, seed } = draw;
    const sample = randomRows(rows, count, seed);
    const records = joinRecords(current.snapshot, sample, false);
    return { status: 200, headers: noStore, body: stamp(envelope(records, sample.length, rows.length, null)) };
  }

  function one(call: Call): Answer {
    parseParameters(z.object({}), call.query);
    const id = hookNumber(call.params.id);
    if (id === undefined) fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
    const { snapshot } = catalog();
    const row = findRow(snapshot, id);
    if (row === undefined) {
      if (wasRetired(snapshot, id)) fail('gone', `hook_${id} was retired from the catalog.`);
      fail('not_found', `There is no hook_${id}.`);
    }
    const etag = `W/"${snapshot.version}-${id}"`;
    if (matchesEtag(call.headers['if-none-match'], etag)) return notModified(etag);
    const record = snapshot.records.toString('latin1', snapshot.offsets[row], recordEnd(snapshot, row));
    const body = `{"success":true,"data":${record},"timestamp":"${currentTime()}"}`;
    return { status: 200, headers: jsonHeaders({ etag }), body };
  }
}

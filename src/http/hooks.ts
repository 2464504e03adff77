// /hooks, /hooks/full, /hooks/random and /hooks/{id}: parameters in, records joined, out.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { encodeCursor, queryFingerprint } from '../catalog/cursor.ts';
import { countFacets } from '../catalog/facets.ts';
import type { Catalog } from '../catalog/live.ts';
import { resolve } from '../catalog/resolve.ts';
import { sampleRows } from '../catalog/sample-rows.ts';
import { search } from '../catalog/search.ts';
import { findRow } from '../catalog/snapshot.ts';
import { fail } from '../errors.ts';
import { hookNumber } from '../ids.ts';
import type { Answer, Call } from './door.ts';
import { type ListQuery, listParameters, randomParameters, toListQuery, toRandomFilter } from './hook-parameters.ts';
import { parseParameters } from './parameters.ts';
import { envelope, joinRecords, pickFields } from './records.ts';

export type HooksParts = {
  catalog: () => Catalog;
  publicUrl: () => string;
  stateOf: (id: number) => Promise<string | undefined>;
};

const longestCached = 1024;

export function createHooksHandlers({ catalog, publicUrl, stateOf }: HooksParts) {
  const brief = createParser(false);
  const full = createParser(true);
  return { list: (call: Call) => list(call, brief, false), full: (call: Call) => list(call, full, true), random, one };

  function list(call: Call, parse: ReturnType<typeof createParser>, isFull: boolean): Answer {
    const current = catalog();
    const { query, etag, rest } = parse(call.query, current);
    if (matchesEtag(call.ifNoneMatch, etag)) return { status: 304, body: '', etag };
    const page = search(current.snapshot, current.cache, query);
    const next = page.next && encodeCursor(page.next, query.fingerprint);
    const records = joinRecords(current.snapshot, page.rows, isFull);
    const facets =
      query.facets.length > 0 ? countFacets(current.snapshot, current.cache, query.filter, query.facets) : undefined;
    const shown = query.fields ? pickFields(records, query.fields) : records;
    const body = envelope(shown, page.rows.length, page.total, next, facets);
    return {
      status: 200,
      body,
      etag,
      link: next ? `<${publicUrl()}${call.path}${rest}cursor=${next}>; rel="next"` : undefined,
    };
  }

  function random(call: Call): Answer {
    const given = parseParameters(randomParameters, call.query);
    const { snapshot, cache } = catalog();
    const { rows } = resolve(snapshot, cache, toRandomFilter(given, snapshot));
    const sample = sampleRows(rows, given.count ?? 10, given.seed);
    const body = envelope(joinRecords(snapshot, sample, false), sample.length, rows.length, null);
    return { status: 200, body, cacheControl: 'no-store' };
  }

  async function one(call: Call): Promise<Answer> {
    parseParameters(z.object({}), call.query);
    const id = hookNumber(call.params.id);
    if (id === undefined) fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
    const { snapshot } = catalog();
    const row = findRow(snapshot, id);
    if (row === undefined) {
      if ((await stateOf(id)) === 'retired') fail('gone', `hook_${id} was retired from the catalog.`);
      fail('not_found', `There is no hook_${id}.`);
    }
    const etag = `W/"${snapshot.version}-${id}"`;
    if (matchesEtag(call.ifNoneMatch, etag)) return { status: 304, body: '', etag };
    const record = snapshot.records.toString('latin1', snapshot.offsets[row], snapshot.offsets[row + 1]);
    return { status: 200, body: `{"success":true,"data":${record},"timestamp":"${new Date().toISOString()}"}`, etag };
  }
}

/** `rest`: the query without its cursor, as the next page's address repeats it. */
type Parsed = { query: ListQuery; etag: string; rest: string };

/** Parses a text once per catalog version: clients repeat their queries far more often than hooks change. */
function createParser(isFull: boolean) {
  const known = new LRUCache<string, Parsed>({ max: 2000 });
  let parsedFor: unknown;
  return (text: string, { snapshot }: Catalog): Parsed => {
    if (parsedFor !== snapshot) {
      known.clear();
      parsedFor = snapshot;
    }
    const cached = known.get(text);
    if (cached) return cached;
    const query = toListQuery(parseParameters(listParameters, text), snapshot, isFull);
    const pairs = text.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
    const rest = `?${pairs
      .map((pair) => `${pair}&`)
      .join('')
      .replaceAll('>', '%3E')}`;
    const parsed = {
      query,
      rest,
      etag: `W/"${snapshot.version}-${queryFingerprint(`${isFull} ${text}`).toString(36)}"`,
    };
    if (text.length <= longestCached) known.set(text, parsed);
    return parsed;
  };
}

export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header === '*' || header.split(',').some((one) => one.trim() === etag);
}

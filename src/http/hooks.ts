// /hooks, /hooks/full, /hooks/random and /hooks/{id}: parameters in, records joined, out.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { encodeCursor, queryFingerprint } from '../catalog/cursor.ts';
import { countFacets } from '../catalog/facets.ts';
import type { Catalog } from '../catalog/live.ts';
import { perSnapshot } from '../catalog/per-snapshot.ts';
import { resolve } from '../catalog/resolve.ts';
import { sampleRows } from '../catalog/sample-rows.ts';
import { search } from '../catalog/search.ts';
import { findRow, recordEnd } from '../catalog/snapshot.ts';
import { fail } from '../errors.ts';
import { hookNumber } from '../ids.ts';
import { type Answer, type FlatHeaders, jsonHeaders, matchesEtag, notModified } from './answer.ts';
import type { Call } from './door.ts';
import { listParameters, randomParameters, toListQuery, toRandomFilter } from './hook-parameters.ts';
import { parseParameters } from './parameters.ts';
import { currentTime, type Envelope, envelope, joinRecords, pickFields, stamp } from './records.ts';

export type HooksParts = {
  catalog: () => Catalog;
  publicUrl: () => string;
  stateOf: (id: number) => Promise<string | undefined>;
};

/** A page as it is sent but for the time: the same query of one catalog version has one page. */
type Page = { etag: string; headers: FlatHeaders; body: Envelope };

const longestCached = 1024;
const maxCachedBytes = 32 * 2 ** 20;
const noStore = jsonHeaders({ cacheControl: 'no-store' });

export function createHooksHandlers({ catalog, publicUrl, stateOf }: HooksParts) {
  return { list: createList(false), full: createList(true), random, one };

  /** Clients repeat their queries far more often than hooks change, so pages are kept, as many as the bound allows. */
  function createList(isFull: boolean) {
    const pagesOf = perSnapshot(
      () =>
        new LRUCache<string, Page>({
          maxSize: maxCachedBytes,
          sizeCalculation: ({ body }, text) => body.beforeTime.length + body.afterTime.length + text.length + 1000,
        }),
    );
    return (call: Call): Answer => {
      const current = catalog();
      const pages = pagesOf(current.snapshot);
      let page = pages.get(call.query);
      if (!page) {
        page = renderPage(call, current, isFull);
        if (call.query.length <= longestCached) pages.set(call.query, page);
      }
      if (matchesEtag(call.headers['if-none-match'], page.etag)) return notModified(page.etag);
      return { status: 200, headers: page.headers, body: stamp(page.body) };
    };
  }

  function renderPage({ path, query: text }: Call, { snapshot, cache }: Catalog, isFull: boolean): Page {
    const query = toListQuery(parseParameters(listParameters, text), snapshot, isFull);
    const { rows, total, next } = search(snapshot, cache, query);
    const cursor = next && encodeCursor(next, query.fingerprint);
    const records = joinRecords(snapshot, rows, isFull);
    const shown = query.fields ? pickFields(records, query.fields) : records;
    const facets = query.facets.length > 0 ? countFacets(snapshot, cache, query.filter, query.facets) : undefined;
    const etag = `W/"${snapshot.version}-${queryFingerprint(`${isFull} ${text}`).toString(36)}"`;
    const link = cursor ? `<${publicUrl()}${path}?${withoutCursor(text)}cursor=${cursor}>; rel="next"` : undefined;
    return { etag, headers: jsonHeaders({ etag, link }), body: envelope(shown, rows.length, total, cursor, facets) };
  }

  function random(call: Call): Answer {
    const given = parseParameters(randomParameters, call.query);
    const { snapshot, cache } = catalog();
    const { rows } = resolve(snapshot, cache, toRandomFilter(given, snapshot));
    const sample = sampleRows(rows, given.count ?? 10, given.seed);
    const records = joinRecords(snapshot, sample, false);
    return { status: 200, headers: noStore, body: stamp(envelope(records, sample.length, rows.length, null)) };
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
    if (matchesEtag(call.headers['if-none-match'], etag)) return notModified(etag);
    const record = snapshot.records.toString('latin1', snapshot.offsets[row], recordEnd(snapshot, row));
    const body = `{"success":true,"data":${record},"timestamp":"${currentTime()}"}`;
    return { status: 200, headers: jsonHeaders({ etag }), body };
  }
}

/** The query as the next page's address repeats it. */
function withoutCursor(text: string): string {
  const pairs = text.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
  return pairs.map((pair) => `${pair.replaceAll('>', '%3E')}&`).join('');
}

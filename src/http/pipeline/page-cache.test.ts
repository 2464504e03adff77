import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Catalog, serveCatalog } from '../../catalog/live-catalog.ts';
import { buildSnapshot } from '../../catalog/snapshot/build.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { CallerRequest } from './endpoint.ts';
import { cachePages } from './page-cache.ts';

/** The cache reads only the version of a catalog. */
const catalogOf = (version: number) => ({ snapshot: { version } }) as unknown as Catalog;

function countRenders() {
  const renders = new Map<string, number>();
  let catalog = catalogOf(1);
  const handle = cachePages(
    { catalog: () => catalog, publicUrl: () => 'http://localhost', linkSecret: 'secret' },
    ({ query }) => {
      renders.set(query, (renders.get(query) ?? 0) + 1);
      return { body: `page of ${query}`.padEnd(20_000) };
    },
  );
  const request = (query: string) =>
    handle({ url: `/hooks?${query}`, path: '/hooks', query, headers: {} } as unknown as CallerRequest);
  return { request, rendersOf: (query: string) => renders.get(query), publish: () => (catalog = catalogOf(2)) };
}

test('a page is cached from its second request until the catalog changes', () => {
  const { request, rendersOf, publish } = countRenders();
  const first = request('niche=food');
  for (let times = 0; times < 5; times++) assert.deepEqual(request('niche=food'), first);
  assert.equal(rendersOf('niche=food'), 2);
  publish();
  assert.notDeepEqual(request('niche=food').headers, first.headers);
  assert.equal(rendersOf('niche=food'), 3);
});

test('paging beyond the cache size does not evict pages that are requested repeatedly', () => {
  const { request, rendersOf } = countRenders();
  for (let times = 0; times < 3; times++) request('niche=food');
  for (let page = 0; page < 10_000; page++) request(`cursor=${page}`);
  request('niche=food');
  assert.equal(rendersOf('niche=food'), 2);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function emptySnapshot(version: number): Promise<Snapshot> {
  const none = async () => {};
  const reader = { version, updatedAt: new Date(0), ownValues: [], readHooks: none, readRises: none };
  return buildSnapshot({ ...reader, countHooks: async () => 0, readRetired: async () => [] });
}

test('pages of previous versions are released when the catalog changes, also while requests still read it', async () => {
  const source = { first: await emptySnapshot(1), reach: async () => {}, close: async () => {} };
  const live = serveCatalog(source, undefined as never, () => {});
  const pages: WeakRef<object>[] = [];
  const handle = cachePages(
    { catalog: () => live.current(), publicUrl: () => 'http://localhost', linkSecret: 'secret' },
    ({ query }) => ({ body: { beforeTime: 'a page'.padEnd(100_000, query), afterTime: '' } }),
  );
  const request = (query: string) => {
    const { headers } = handle({ url: query, path: '', query, headers: {} } as unknown as CallerRequest);
    return headers;
  };
  const stillRead: Catalog[] = [];
  const heapBytes: number[] = [];
  for (let version = 2; version <= 5; version++) {
    for (let query = 0; query < 20; query++) for (let times = 0; times < 2; times++) request(`${query}`);
    pages.push(new WeakRef(request('0')));
    stillRead.push(live.current());
    live.take(await emptySnapshot(version));
    await setImmediate();
    collectGarbage();
    heapBytes.push(process.memoryUsage().heapUsed);
  }
  assert.deepEqual(
    pages.map((page) => page.deref()),
    pages.map(() => undefined),
  );
  const [, , early = 0] = heapBytes;
  assert.ok((heapBytes.at(-1) ?? 0) - early < 5_000_000, `${heapBytes.map((bytes) => Math.round(bytes / 1e6))} MB`);
});

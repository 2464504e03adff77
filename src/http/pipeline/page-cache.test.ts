import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import type { CallerRequest } from './endpoint.ts';
import { cachePages } from './page-cache.ts';

/** Of a catalog, the cache reads the version alone. */
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

test('a page is kept from its second request on, until the catalog changes', () => {
  const { request, rendersOf, publish } = countRenders();
  const first = request('niche=food');
  for (let times = 0; times < 5; times++) assert.deepEqual(request('niche=food'), first);
  assert.equal(rendersOf('niche=food'), 2);
  publish();
  assert.notDeepEqual(request('niche=food').headers, first.headers);
  assert.equal(rendersOf('niche=food'), 3);
});

test('a walk of more pages than the cache holds displaces no page that clients repeat', () => {
  const { request, rendersOf } = countRenders();
  for (let times = 0; times < 3; times++) request('niche=food');
  for (let page = 0; page < 10_000; page++) request(`cursor=${page}`);
  request('niche=food');
  assert.equal(rendersOf('niche=food'), 2);
});

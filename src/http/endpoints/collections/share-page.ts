// /c/{token}: the share page of a collection, for anyone who has its address.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { plans } from '../../../accounts/plan.ts';
import { hashToken, isToken } from '../../../auth/link-token.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { listCollectionHooks } from '../../../collections/queries.ts';
import { findShared, type SharedRow } from '../../../collections/store.ts';
import type { Database } from '../../../db/database.ts';
import { fail } from '../../../lib/errors.ts';
import { renderShared, sharedHeaders } from '../../pages/shared-collection.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/etag.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { type ByteString, toByteString } from '../../pipeline/records.ts';
import { notModified, responseHeaders } from '../../pipeline/response.ts';
import { clientKeyOf } from '../../server/ip-address.ts';

export type SharePageDeps = { db: Database; catalog: () => Catalog; linkSecret: string };

/** Counted per process and reset at a restart. */
const perAddress = { windowMs: 60_000, max: 120 };
const maxCachedBytes = 16 * 2 ** 20;

/** By collection and version of it. Each request looks in the database whether the page is still shared. */
const pagesOf = perSnapshot(
  () => new LRUCache<string, ByteString>({ maxSize: maxCachedBytes, sizeCalculation: (body) => body.length + 200 }),
);

export function sharePageEndpoints({ db, catalog, linkSecret }: SharePageDeps): ClientEndpoint[] {
  const requests = createRateLimiter(Date.now, perAddress);
  return [
    defineEndpoint({
      audience: 'public',
      path: '/c/:token',
      isPage: true,
      summary: 'Share page of a collection',
      ignoresQuery: true,
      response: z.string(),
      onRequest: (ip) =>
        throwIfRateLimited(requests.record(clientKeyOf(ip)), 'Too many pages for this address. Retry in a minute.'),
      rawHandler: async ({ params: { token }, headers }) => {
        const shared = isToken(token) ? await findShared(db, hashToken(token)) : undefined;
        if (!shared) fail('not_found', 'This collection is not shared at this address, or not any more.');
        const { snapshot } = catalog();
        const key = `${shared.id} ${shared.version} ${shared.plan}`;
        const etag = etagOf(linkSecret, snapshot.version, `/c ${key}`);
        const always = Object.entries(sharedHeaders).flat();
        if (!shared.indexable) always.push('x-robots-tag', 'noindex');
        if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag, always);
        const body = pagesOf(snapshot).get(key) ?? (await renderPage(db, snapshot, shared));
        pagesOf(snapshot).set(key, body);
        const contentType = 'text/html; charset=utf-8';
        return { status: 200, headers: responseHeaders({ etag, contentType, headers: always }), body };
      },
    }),
  ];
}

/** After a downgrade a collection stays whole. */
const limit = Math.max(...Object.values(plans).map(({ hooksPerCollection }) => hooksPerCollection));

async function renderPage(db: Database, snapshot: Snapshot, shared: SharedRow): Promise<ByteString> {
  const { features } = plans[shared.plan];
  const { items } = await listCollectionHooks({ db, snapshot, isFull: features.has('full') }, shared.id, { limit });
  const { name, description, updated_at: updatedAt, indexable } = shared;
  return toByteString(renderShared({ name, description, updatedAt, indexable, hooks: items }));
}

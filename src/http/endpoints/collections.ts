// /collections: the collections of an account and their share pages.

import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { plans } from '../../accounts/plan.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { hashToken, isToken } from '../../auth/sign-in.ts';
import { fullHookFields, hookFields } from '../../catalog/record.ts';
import { perSnapshot, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import {
  createCollection,
  removeCollection,
  removeHooks,
  saveHook,
  saveHooks,
  shareCollection,
  unshareCollection,
  updateCollection,
} from '../../collections/actions.ts';
import {
  type CollectionHook,
  collectionHookSchema,
  collectionSchema,
  createCollectionInput,
  maxHooksPerRequest,
  removedHooksSchema,
  removeHooksInput,
  savedHookSchema,
  savedHooksSchema,
  saveHookInput,
  saveHooksInput,
  shareInput,
  updateCollectionInput,
} from '../../collections/collection.ts';
import { getCollection, listCollectionHooks, listCollections } from '../../collections/queries.ts';
import { findShared, type SharedRow } from '../../collections/store.ts';
import type { Database } from '../../db/database.ts';
import { toCell } from '../../exports/formats/csv.ts';
import { columnsOf, type FlatHook, flatten } from '../../exports/formats/format.ts';
import { fail } from '../../lib/errors.ts';
import { outputParameter } from '../lists/list-query.ts';
import { acceptedOutput, mediaTypes } from '../lists/output.ts';
import { textForm } from '../lists/render-list.ts';
import { renderShared, sharedHeaders } from '../pages/shared-collection.ts';
import { shownTo } from '../pipeline/caller/access.ts';
import {
  accountOf,
  type CallerEndpoint,
  type CallerRequest,
  type ClientEndpoint,
  contextOf,
  idsOf,
  keyEndpoint,
  publicEndpoint,
} from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { etagOf, matchesEtag } from '../pipeline/page-cache.ts';
import { nextLink, pageCursor, parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { type ByteString, toByteString } from '../pipeline/records.ts';
import { type HttpResponse, jsonResponse, notModified, responseHeaders } from '../pipeline/response.ts';
import { list, toList } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

const listParameters = z.object({
  hook: z
    .string()
    .optional()
    .meta({ description: 'Id of a hook: only collections that contain it', example: 'hook_1204' }),
});

const common = { tag: 'Collections', isCounted: false } as const;

export function collectionEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      ...common,
      path: '/collections',
      summary: 'List collections',
      description: 'Your collections, newest first. Not counted.',
      query: listParameters,
      response: list(collectionSchema),
      handler: async (request) =>
        toList(await listCollections(shownTo(request, services), { ...request.query, ...accountOf(request) })),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/collections',
      summary: 'Create collection',
      description: 'Not counted.',
      body: createCollectionInput.meta({ example: { name: 'Openers for the spring campaign' } }),
      status: 201,
      response: collectionSchema,
      handler: async (request, reply) => {
        const created = await createCollection(contextOf(services, request), {
          ...request.body,
          ...accountOf(request),
        });
        reply.header('location', `${services.publicUrl()}/collections/${created.collection_id}`);
        return created;
      },
    }),
    keyEndpoint({
      ...common,
      path: '/collections/:id',
      isCounted: true,
      isRead: true,
      summary: 'Get collection',
      description:
        'A collection with its hooks in their order, page by page. Retired hooks stay, marked as retired. CSV and JSON Lines have a line for each hook of the page. Counts as one call.',
      query: pageParameters,
      response: collectionPageSchema,
      produces: Object.values(mediaTypes),
      rawHandler: (request) => getCollectionPage(shownTo(request, services), request, request.params.id),
    }),
    keyEndpoint({
      ...common,
      method: 'PATCH',
      path: '/collections/:id',
      summary: 'Update collection',
      description:
        'Changes the name or the description, or whether search engines may list the share page, which keeps its URL. Not counted.',
      body: updateCollectionInput,
      response: collectionSchema,
      handler: (request) => updateCollection(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id',
      summary: 'Delete collection',
      description:
        'Deletes a collection and its share page. Filters that use it find nothing from then on. Not counted.',
      response: collectionSchema,
      handler: (request) => removeCollection(contextOf(services, request), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/share',
      summary: 'Share collection',
      description:
        'Gives the collection a page that anyone with its URL can read. A second call gives it another URL, and the former one fails at once. Not counted.',
      body: shareInput,
      response: collectionSchema,
      handler: (request) => shareCollection(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id/share',
      summary: 'Stop sharing collection',
      description: 'The share page fails at once. Not counted.',
      response: collectionSchema,
      handler: (request) => unshareCollection(contextOf(services, request), idsOf(request)),
    }),
  ];
}

// /collections/{id}/hooks: saves, places and removes hooks of a collection.

export function collectionHookEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/hooks',
      summary: 'Save several hooks',
      description: `Adds up to ${maxHooksPerRequest} hooks at the end, in the given order. Hooks already in the collection keep their place and note. Not counted.`,
      requiresBody: true,
      body: saveHooksInput.meta({ example: { ids: ['hook_1204', 'hook_88'], tags: ['spring'] } }),
      response: savedHooksSchema,
      handler: (request) => saveHooks(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/hooks/remove',
      summary: 'Remove several hooks',
      description: `Removes up to ${maxHooksPerRequest} hooks. Hooks not in the collection are ignored. Not counted.`,
      requiresBody: true,
      body: removeHooksInput.meta({ example: { ids: ['hook_1204', 'hook_88'] } }),
      response: removedHooksSchema,
      handler: (request) => removeHooks(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'PUT',
      path: '/collections/:id/hooks/:hook_id',
      summary: 'Save hook',
      description:
        'Adds a hook to a collection, or changes its note, tags or place there. Omitted fields are unchanged; a new hook comes last. Not counted.',
      body: saveHookInput.meta({ example: { note: 'For the second cut', tags: ['spring'], position: 1 } }),
      response: savedHookSchema,
      handler: (request) =>
        saveHook(contextOf(services, request), {
          ...request.body,
          ...idsOf(request),
          hookId: request.params.hook_id,
        }),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id/hooks/:hook_id',
      summary: 'Remove hook',
      description: 'A hook not in the collection is ignored. Not counted.',
      response: removedHooksSchema,
      handler: (request) =>
        removeHooks(contextOf(services, request), { ...idsOf(request), ids: [request.params.hook_id] }),
    }),
  ];
}

// GET /collections/{id}: a collection with a page of its hooks, as JSON, CSV or JSON Lines.

const pageParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Hooks per page. Default 20' }).optional(),
  cursor: pageCursor,
  output: outputParameter,
});

const collectionPageSchema = list(collectionHookSchema).omit({ facets: true }).extend({ collection: collectionSchema });

async function getCollectionPage(
  services: Services,
  { caller, path, query: text, headers }: CallerRequest,
  id: string,
): Promise<HttpResponse> {
  const given = parseParameters(pageParameters, text);
  const { limit = 20, cursor, output = acceptedOutput(headers.accept) } = given;
  const collection = await getCollection(services, { id, accountId: caller.accountId });
  const isFull = caller.features.has('full');
  const { snapshot } = services.catalog();
  const page = await listCollectionHooks({ db: services.db, snapshot, isFull }, { id, limit, after: cursor });
  const link = page.next === null ? undefined : nextLink(services.publicUrl(), path, { ...given, cursor: page.next });
  const options = { cacheControl: 'private, no-cache', ...(link === undefined ? {} : { link }) };
  if (output === 'json')
    return jsonResponse({ ...toList(page.items, collection.hooks, page.next), collection }, options);
  const { contentType, headers: more = [] } = textForm(output, collection.hooks, page.next);
  const body =
    output === 'csv' ? toCsv(page.items, isFull) : page.items.map((item) => `${JSON.stringify(item)}\n`).join('');
  return {
    status: 200,
    headers: responseHeaders({ ...options, contentType, headers: more }),
    body: toByteString(body),
  };
}

const placeColumns = ['position', 'state', 'note', 'tags', 'saved_at'] as const;

/** The columns of exports come first, then the columns of the collection. */
function toCsv(items: readonly CollectionHook[], isFull: boolean): string {
  const names = [...columnsOf(isFull ? fullHookFields : hookFields).map(({ name }) => name), ...placeColumns];
  const lines = items.map((item) => {
    const { position, state, note, added_at } = item;
    const line: FlatHook = { ...flatHook(item), position, state, note, tags: item.tags.join(', '), saved_at: added_at };
    return names.map((name) => toCell(line[name] ?? null)).join();
  });
  return [names.join(), ...lines, ''].join('\r\n');
}

/** Only full hooks have nested columns. A retired hook has only its id and text. */
function flatHook({ hook }: CollectionHook): FlatHook {
  if (hook.labels) return flatten(JSON.stringify(hook));
  return Object.fromEntries(hookFields.map((field) => [field, hook[field] ?? null]));
}

// /c/{token}: the share page of a collection, for anyone who has its URL.

/** Counted per process and reset at a restart. */
const perAddress = { windowMs: 60_000, max: 120 };
const maxCachedBytes = 16 * 2 ** 20;

/** Cached by collection and its version. Each request checks in the database whether the page is still shared. */
const pagesOf = perSnapshot(
  () => new LRUCache<string, ByteString>({ maxSize: maxCachedBytes, sizeCalculation: (body) => body.length + 200 }),
);

export function sharePageEndpoints({ db, catalog, linkSecret }: Services): ClientEndpoint[] {
  const requests = createRateLimiter(Date.now, perAddress);
  return [
    publicEndpoint({
      path: '/c/:token',
      isPage: true,
      summary: 'Share page of a collection',
      ignoresQuery: true,
      response: z.string(),
      onRequest: (ip) =>
        throwIfRateLimited(requests.record(clientKeyOf(ip)), 'Too many requests from this address. Retry in a minute.'),
      rawHandler: async ({ params: { token }, headers }) => {
        const shared = isToken(token) ? await findShared(db, hashToken(token)) : undefined;
        if (!shared) fail('not_found', 'This collection is not shared at this URL, or no longer shared.');
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

/** A collection stays whole after a downgrade, so this is the highest limit of all plans. */
const limit = Math.max(...Object.values(plans).map(({ hooksPerCollection }) => hooksPerCollection));

async function renderPage(db: Database, snapshot: Snapshot, shared: SharedRow): Promise<ByteString> {
  const { features } = plans[shared.plan];
  const isFull = features.has('full');
  const { items } = await listCollectionHooks({ db, snapshot, isFull }, { id: shared.id, limit });
  const { name, description, updated_at: updatedAt, indexable } = shared;
  return toByteString(renderShared({ name, description, updatedAt, indexable, hooks: items }));
}

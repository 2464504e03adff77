// /searches: saved searches of an account.

import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Actor } from '../../audit/actor.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { contextKey } from '../../catalog/search/filter.ts';
import { findCollections } from '../../collections/live-collections.ts';
import { findDigestOfLink, sendTestDigest, unsubscribe } from '../../digests/actions.ts';
import { fail } from '../../lib/errors.ts';
import { createSearch, removeSearch, rotateToken, updateSearch } from '../../searches/actions.ts';
import { changedAt, type FeedCaller, feedPage } from '../../searches/feed/page.ts';
import { type FeedFormat, feedFormats, feedTypes, rendererOf } from '../../searches/feed/render.ts';
import { createSearchInput, getSearch, listSearches, searchSchema, updateSearchInput } from '../../searches/search.ts';
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
  type Target,
} from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { cachedPage, etagOf, sendPage, toPage } from '../pipeline/page-cache.ts';
import { throwIfRateLimited, tooManyRefused } from '../pipeline/rate-limits.ts';
import { toByteString } from '../pipeline/records.ts';
import { type HttpResponse, notModified } from '../pipeline/response.ts';
import { list, single, toList, toSingle } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

const common = { tag: 'Searches', isCounted: false } as const;

export function searchEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      ...common,
      path: '/searches',
      summary: 'List saved searches',
      description: 'Your saved searches, newest first, with the use of their feeds. Not counted.',
      response: list(searchSchema),
      handler: async (request) => toList(await listSearches(shownTo(request, services), request.caller.accountId)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/searches',
      summary: 'Create saved search',
      description: 'Saves a search. Its newest hooks are a feed, at `feed_url`. Not counted.',
      body: createSearchInput.meta({
        example: { name: 'Finance hooks over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } },
      }),
      status: 201,
      response: searchSchema,
      handler: async (request, reply) => {
        const created = await createSearch(contextOf(services, request), { ...request.body, ...accountOf(request) });
        reply.header('location', `${services.publicUrl()}/searches/${created.search_id}`);
        return created;
      },
    }),
    keyEndpoint({
      ...common,
      path: '/searches/:id',
      summary: 'Get saved search',
      description: 'Not counted.',
      response: searchSchema,
      handler: (request) => getSearch(shownTo(request, services), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'PATCH',
      path: '/searches/:id',
      summary: 'Update saved search',
      description: 'Changes the name, filters or sort. The feed URL stays. Not counted.',
      body: updateSearchInput,
      response: searchSchema,
      handler: (request) => updateSearch(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/searches/:id/rotate',
      summary: 'Rotate feed address',
      description: 'Gives the feed another URL. The former one fails at once. Not counted.',
      response: searchSchema,
      handler: (request) => rotateToken(contextOf(services, request), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/searches/:id',
      summary: 'Delete saved search',
      description: 'Deletes a saved search. Its feed fails at once. Not counted.',
      response: searchSchema,
      handler: (request) => removeSearch(contextOf(services, request), idsOf(request)),
    }),
  ];
}

// Digests: a test email, and the endpoints behind the links of their emails, which need no session.

const testDigestSchema = z
  .object({ email: z.string().meta({ description: 'Where the email goes' }) })
  .meta({ id: 'TestDigest', description: 'A test digest that will be sent' });

export function digestEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/searches/:id/digest/test',
      tag: 'Searches',
      isCounted: false,
      summary: 'Send test digest',
      description: `Emails a preview of the next digest, or a sample if there are no new hooks. The next digest is not affected. At most ${services.limits.digestTestsPerHour} an hour. Not counted.`,
      status: 202,
      response: testDigestSchema,
      handler: async (request) => ({
        email: await sendTestDigest(contextOf(services, request), idsOf(request)),
      }),
    }),
  ];
}

const token = z.string().min(1).max(200);
const digestLinkSchema = z.object({ search_name: z.string(), digest: z.enum(['off', 'daily', 'weekly']) });

/** Limits requests with wrong links. Counted per process and reset at a restart. */
const perAddress = { windowMs: 600_000, max: 60 };
const tooMany = 'Too many requests from this address. Retry later.';
const unknownLink =
  'This link is incomplete, or its saved search was deleted or is sent to another email now. You get no emails from it. See /dashboard/searches for your digests.';

export function digestLinkEndpoints(services: Services): ClientEndpoint[] {
  const refused = createRateLimiter(Date.now, perAddress);
  const find = async (ip: string, ofLink: string) => {
    const client = clientKeyOf(ip);
    throwIfRateLimited(refused.waitSeconds(client), tooMany);
    const digest = await findDigestOfLink(services, ofLink);
    if (digest) return digest;
    throwIfRateLimited(refused.record(client), tooMany);
    return fail('not_found', unknownLink);
  };
  return [
    publicEndpoint({
      path: '/digests/link',
      summary: 'The digest that the link of an email is about',
      query: z.object({ token }),
      response: single(digestLinkSchema),
      handler: async ({ ip, query }) => {
        const { search, every } = await find(ip, query.token);
        return toSingle({ search_name: search.name, digest: every });
      },
    }),
    publicEndpoint({
      method: 'POST',
      path: '/digests/unsubscribe',
      summary: 'Turn off the digest of a link, or all of its account',
      description: 'Also called by mail programs for List-Unsubscribe; the body is ignored (RFC 8058).',
      query: z.object({ token, all: z.enum(['true', 'false']).optional() }),
      // Mail programs send a form, which is ignored.
      streamsBody: true,
      status: 204,
      response: z.undefined(),
      handler: async ({ ip, requestId, query }) => {
        const digest = await find(ip, query.token);
        const actor: Actor = { kind: 'link', keyId: null, requestId, address: ip };
        await unsubscribe(
          { db: services.db, actor },
          { search: digest.search, which: query.all === 'true' ? 'all' : 'this' },
        );
        return undefined;
      },
    }),
  ];
}

// /f/{token}: the feed of a saved search in each format. Its token replaces a key and gives access to nothing else.

const titles: Readonly<Record<FeedFormat, string>> = { csv: 'CSV', json: 'JSON Feed', xml: 'RSS', md: 'Markdown' };

export function feedEndpoints(services: Services): CallerEndpoint[] {
  return feedFormats.map((format) =>
    keyEndpoint({
      path: `/f/:token.${format}`,
      findCaller: (req, target) => findFeed(services, req, target),
      isCrossOrigin: true,
      isInMemory: true,
      ignoresQuery: true,
      tag: 'Searches',
      summary: `Read feed as ${titles[format]}`,
      description: `The newest hooks of a saved search as ${titles[format]}. The token in the URL replaces a key. A 200 counts as a call, a 304 does not.`,
      response: z.string(),
      produces: [feedTypes[format].split(';')[0] ?? ''],
      errors: [403, 404, 429, 500, 503],
      rawHandler: (request) => serveFeed(services, request, format),
    }),
  );
}

const unknownFeed =
  'There is no feed at this URL. It may have been rotated or deleted: copy it again from /dashboard/searches.';

/** Guesses of tokens are refused by address. A known token is found before the limit is checked. */
function findFeed(
  { feeds, refusals, addressOf }: Services,
  req: IncomingMessage,
  { params }: Target,
): FeedCaller | Promise<FeedCaller> {
  const { token = '' } = params;
  const found = feeds.get(token);
  if (found) return found;
  const client = clientKeyOf(addressOf(req));
  throwIfRateLimited(refusals.waitSeconds(client), tooManyRefused);
  const looked = feeds.find(token, client);
  return looked ? looked.then((feed) => feed ?? fail('not_found', unknownFeed)) : fail('not_found', unknownFeed);
}

async function serveFeed(services: Services, request: CallerRequest, format: FeedFormat): Promise<HttpResponse> {
  const { catalog, feedUses, linkSecret } = services;
  const { caller, headers, actor, path } = request;
  const feed = caller as FeedCaller;
  const { id, updatedAt, name } = feed.search;
  const loaded = rendererOf(format);
  const render = loaded instanceof Promise ? await loaded : loaded;
  const collections = await findCollections(services.collections, feed.accountId, feed.search.filters);
  const current = catalog();
  const { snapshot } = current;
  const key = `${path} ${updatedAt.getTime()} ${feed.plan}${contextKey({ collections })}`;
  const page = cachedPage(current, key, () => {
    const urls = { publicUrl: services.publicUrl(), feedUrl: `${services.publicUrl()}${path}`, collections };
    return toPage(etagOf(linkSecret, snapshot.version, key), {
      body: toByteString(render(feedPage(current, feed, feed.search, urls))),
      contentType: feedTypes[format],
      headers: formatHeaders(format, name),
    });
  });
  feedUses.record({ searchId: id, userAgent: headers['user-agent'], address: actor().address ?? '' });
  const modified = lastModified(changedAt(snapshot, updatedAt, collections));
  const response =
    headers['if-none-match'] === undefined && modified !== undefined && isSince(headers['if-modified-since'], modified)
      ? notModified(page.etag)
      : sendPage(page, request);
  if (modified === undefined) return response;
  return { ...response, headers: [...response.headers, 'last-modified', modified.toUTCString()] };
}

/** Longer than a process needs to load a version of a million hooks. */
const settlingMs = 30_000;

/**
 * Truncates to whole seconds. Returns undefined soon after the change, since another change may have the same or an earlier date, such as a
 * catalog version that is being loaded, and a client with the previous content would miss it.
 */
function lastModified(changed: Date): Date | undefined {
  const second = Math.floor(changed.getTime() / 1000) * 1000;
  return Date.now() < second + settlingMs ? undefined : new Date(second);
}

function isSince(header: string | undefined, modified: Date): boolean {
  const time = header === undefined ? Number.NaN : Date.parse(header);
  return time >= modified.getTime();
}

/** Without this header, search engines would publish a feed that somebody linked. */
const everyFormat = ['x-robots-tag', 'noindex'];

/** A browser stores CSV as a file, whose name must not contain the token. */
function formatHeaders(format: FeedFormat, name: string): string[] {
  if (format !== 'csv') return everyFormat;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return [...everyFormat, 'content-disposition', `attachment; filename="${slug || 'hooks'}.csv"`];
}

// /f/{token}: the feed of a saved search in each format. Its token stands for a key, and opens nothing else.
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import { collectionsKey } from '../../catalog/search/collection-filter.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { findCollections, type LiveCollections } from '../../collections/live-collections.ts';
import { fail } from '../../lib/errors.ts';
import type { FeedUses } from '../../searches/feed/feed-use.ts';
import type { FeedCaller, Feeds } from '../../searches/feed/feeds.ts';
import { changedAt, feedPage } from '../../searches/feed/page.ts';
import { type FeedFormat, feedFormats, feedTypes, rendererOf } from '../../searches/feed/render.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint, type Target } from '../pipeline/endpoint.ts';
import { etagOf } from '../pipeline/etag.ts';
import { cachedPage, sendPage, toPage } from '../pipeline/page-cache.ts';
import { throwIfRateLimited, tooManyRefused } from '../pipeline/rate-limits.ts';
import { toByteString } from '../pipeline/records.ts';
import { type HttpResponse, notModified } from '../pipeline/response.ts';
import { type AddressOf, clientKeyOf } from '../server/ip-address.ts';

export type FeedDeps = {
  catalog: () => Catalog;
  feeds: Feeds;
  collections: LiveCollections;
  feedUses: Pick<FeedUses, 'record'>;
  /** Signs ETags. */
  linkSecret: string;
  publicUrl: () => string;
  refusals: RateLimiter;
  addressOf: AddressOf;
};

const titles: Readonly<Record<FeedFormat, string>> = { csv: 'CSV', json: 'JSON Feed', xml: 'RSS', md: 'Markdown' };

export function feedEndpoints(deps: FeedDeps): CallerEndpoint[] {
  return feedFormats.map((format) =>
    defineEndpoint({
      audience: 'feed',
      path: `/f/:token.${format}`,
      findCaller: (req, target) => findFeed(deps, req, target),
      isCrossOrigin: true,
      isInMemory: true,
      ignoresQuery: true,
      tag: 'Searches',
      summary: `Read feed as ${titles[format]}`,
      description: `The newest hooks of a saved search as ${titles[format]}. The token in the address stands for a key. A 200 counts as a call, a 304 does not.`,
      response: z.string(),
      produces: [feedTypes[format].split(';')[0] ?? ''],
      errors: [403, 404, 429, 500, 503],
      rawHandler: (request) => serveFeed(deps, request, format),
    }),
  );
}

const unknownFeed =
  'There is no feed at this address. It may have been rotated or deleted: copy it again from /dashboard/searches.';

/** Whoever guesses tokens is refused by address. A known one is found before that is checked. */
function findFeed(
  { feeds, refusals, addressOf }: FeedDeps,
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

async function serveFeed(deps: FeedDeps, request: CallerRequest, format: FeedFormat): Promise<HttpResponse> {
  const { catalog, feedUses, linkSecret } = deps;
  const { caller, headers, actor, path } = request;
  const feed = caller as FeedCaller;
  const { id, updatedAt, name } = feed.search;
  const loaded = rendererOf(format);
  const render = loaded instanceof Promise ? await loaded : loaded;
  const collections = await findCollections(deps.collections, feed.accountId, feed.search.filters);
  const current = catalog();
  const { snapshot } = current;
  const key = `${path} ${updatedAt.getTime()} ${feed.plan}${collectionsKey(collections)}`;
  const page = cachedPage(current, key, () => {
    const urls = { publicUrl: deps.publicUrl(), feedUrl: `${deps.publicUrl()}${path}`, collections };
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
      : sendPage(page, headers['if-none-match']);
  if (modified === undefined) return response;
  return { ...response, headers: [...response.headers, 'last-modified', modified.toUTCString()] };
}

/** Beyond the time that a process needs to load a version of a million hooks. */
const settlingMs = 30_000;

/**
 * In whole seconds. undefined soon after the change: another may have the same date or an earlier one, such as the version of the catalog
 * that is being loaded, and a client with the content before that would not get it.
 */
function lastModified(changed: Date): Date | undefined {
  const second = Math.floor(changed.getTime() / 1000) * 1000;
  return Date.now() < second + settlingMs ? undefined : new Date(second);
}

function isSince(header: string | undefined, modified: Date): boolean {
  const time = header === undefined ? Number.NaN : Date.parse(header);
  return time >= modified.getTime();
}

/** Search engines would make a feed public that somebody linked. */
const everyFormat = ['x-robots-tag', 'noindex'];

/** A browser stores CSV as a file, whose name must not have the token. */
function formatHeaders(format: FeedFormat, name: string): string[] {
  if (format !== 'csv') return everyFormat;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return [...everyFormat, 'content-disposition', `attachment; filename="${slug || 'hooks'}.csv"`];
}

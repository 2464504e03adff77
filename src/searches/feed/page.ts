// Page of a feed: the newest hooks of a saved search, for every format.
import type { Caller, KeyCaller } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import { type KeyringRow, toCaller } from '../../auth/keys/keyring.ts';
import { createSecretIndex, type LoadSecrets, type SecretIndex } from '../../auth/secret-index.ts';
import { hashToken, isToken } from '../../auth/sign-in.ts';
import type { Catalog } from '../../catalog/live-catalog.ts';
import { type FullHook, type Hook, hookFields } from '../../catalog/record.ts';
import { type Collections, filterText, resolveCollections, toFilter } from '../../catalog/search/filter.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { search as searchHooks } from '../../catalog/search/search.ts';
import { recordBytes } from '../../catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { defaultLimits, type Limits } from '../../config/limits.ts';
import { counted } from '../../lib/text.ts';
import { nameOf } from '../../taxonomy/taxonomy.ts';

export type FeedPage = {
  title: string;
  /** The filters in words. */
  description: string;
  /** URL of the hook explorer with these filters. */
  homeUrl: string;
  feedUrl: string;
  updatedAt: Date;
  snapshot: Snapshot;
  /** Newest first, then by id. */
  rows: Uint32Array;
  /** Hooks that match, of which `rows` are the newest. */
  total: number;
  /** Whether the plan has full hooks. */
  isFull: boolean;
  publicUrl: string;
};

type FeedItem = {
  hook: Hook | FullHook;
  /** URL of the source video for full hooks, else of the hook's page. */
  url: string;
  addedAt: Date;
  /** Display names of its labels. */
  labels: string[];
  /** Views and labels on one line. */
  facts: string;
};

export function feedPage(
  { snapshot, cache }: Catalog,
  { plan, features }: Pick<Caller, 'plan' | 'features'>,
  { name, filters, updatedAt }: FeedSearch,
  { publicUrl, feedUrl, collections }: { publicUrl: string; feedUrl: string; collections: Collections | undefined },
): FeedPage {
  const filter = toFilter(resolveCollections(filters, collections));
  const query = { filter, sort: '-added_at', limit: plans[plan].feedItems, after: null } as const;
  const { rows, total } = searchHooks(snapshot, cache, query);
  return {
    title: name,
    description: filterText(filters, collections).replace(/^./, (first) => first.toUpperCase()),
    homeUrl: explorerUrl(publicUrl, filters),
    feedUrl,
    updatedAt: changedAt(snapshot, updatedAt, collections),
    snapshot,
    rows,
    total,
    isFull: features.has('full'),
    publicUrl,
  };
}

/** URL of the hook explorer with these filters. */
export function explorerUrl(publicUrl: string, filters: FilterInput): string {
  return withFilters(`${publicUrl}/dashboard/hooks`, filters);
}

/** Appends filters and other parameters to a URL without a query. */
export function withFilters(url: string, filters: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams(
    Object.entries(filters).flatMap(([field, value]) => [value].flat().map((one) => [field, String(one)])),
  );
  return parameters.size === 0 ? url : `${url}?${parameters}`;
}

/** Returns when the content of a feed last changed: by the catalog, the search, or a collection in its filters. */
export function changedAt(
  snapshot: Pick<Snapshot, 'updatedAt'>,
  searchUpdatedAt: Date,
  collections: Collections | undefined,
): Date {
  const times = Array.from(collections?.values() ?? [], ({ updatedAt }) => updatedAt.getTime());
  return new Date(Math.max(Date.parse(snapshot.updatedAt), searchUpdatedAt.getTime(), ...times));
}

export function feedItems({
  snapshot,
  rows,
  isFull,
  publicUrl,
}: Pick<FeedPage, 'snapshot' | 'rows' | 'isFull' | 'publicUrl'>): FeedItem[] {
  return Array.from(rows, (row) => {
    const full: FullHook = JSON.parse(recordBytes(snapshot, row).toString());
    const labels = shownLabels.map((set) => nameOf(set, full[set]));
    return {
      hook: isFull ? full : pickBrief(full),
      url: (isFull && webUrl(full.source_url)) || `${publicUrl}/dashboard/hooks/${full.id}`,
      addedAt: new Date(snapshot.addedAt[row] ?? 0),
      labels,
      facts: [`${compact.format(full.views)} views`, ...labels].join(' · '),
    };
  });
}

const shownLabels = ['platform', 'archetype', 'emotional_trigger', 'niche'] as const;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function pickBrief(hook: FullHook): Hook {
  return Object.fromEntries(hookFields.map((field) => [field, hook[field]])) as Hook;
}

/** Imports store URLs unchecked. */
function webUrl(text: string | null): string | undefined {
  const url = text === null ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

// Feed as JSON Feed 1.1. Each item has its hook in `_hookline`.

export function toJsonFeed(page: FeedPage): string {
  const { title, description, homeUrl, feedUrl } = page;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: feedUrl,
    description,
    items: feedItems(page).map(toItem),
  });
}

function toItem({ hook, url, addedAt, labels, facts }: FeedItem) {
  const creator = 'creator' in hook ? hook.creator : null;
  const language = 'language' in hook ? hook.language : null;
  return {
    id: hook.id,
    url,
    title: hook.text,
    content_text: facts,
    date_published: addedAt.toISOString(),
    ...(creator === null ? {} : { authors: [{ name: creator }] }),
    tags: labels,
    ...(language === null ? {} : { language }),
    _hookline: hook,
  };
}

// Feed as Markdown: a list for notes and agents.

export function toMarkdown(page: FeedPage): string {
  const { title, description, homeUrl, updatedAt, rows, total } = page;
  const shown = rows.length < total ? `The ${rows.length} newest of ${counted(total, 'hook')}` : counted(total, 'hook');
  const lines = [
    `# ${escapeMarks(title)}`,
    '',
    `${shown}, updated ${updatedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. [${escapeMarks(description)}](${toTarget(homeUrl)})`,
    '',
    ...feedItems(page).map(toLine),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function toLine({ hook, url, facts, addedAt }: FeedItem): string {
  return `- [${escapeMarks(hook.text)}](${toTarget(url)}) · ${escapeMarks(facts)} · added ${addedAt.toISOString().slice(0, 10)} · ${hook.id}`;
}

/** Puts the text on one line. Only characters that are markup within a line are escaped, so that agents read the exact words. */
function escapeMarks(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)/g, '\\$&');
}

/** Parentheses would end the target of a link. */
function toTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replace(/\s/g, encodeURIComponent);
}

// Feeds: the tokens of all saved searches in memory, with the account that reads count for and the filters.

type FeedSearch = { id: string; name: string; filters: FilterInput; updatedAt: Date };

/** Caller that reads a feed. Its `keyId` is the id of the search. */
export type FeedCaller = KeyCaller & { search: FeedSearch };

export type FeedRow = Pick<KeyringRow, 'hash' | 'accountId' | 'plan' | 'ownLimits' | 'suspended'> & {
  search: FeedSearch;
};

export type Feeds = Pick<SecretIndex<FeedCaller>, 'reload'> & {
  get: (token: string) => FeedCaller | undefined;
  find: (token: string, client: string) => Promise<FeedCaller | undefined> | undefined;
};

/** Empty until the first `reload`. */
export function createFeeds(
  load: LoadSecrets<FeedRow>,
  limits: Pick<Limits, 'unknownKeyLookupsPerMinute'> = defaultLimits,
): Feeds {
  const { get, find, reload } = createSecretIndex(load, toFeedCaller, Date.now, limits);
  return {
    get: (token) => (isToken(token) ? get(hashToken(token)) : undefined),
    find: (token, client) => (isToken(token) ? find(hashToken(token), client) : undefined),
    reload,
  };
}

function toFeedCaller({ hash, search, ...account }: FeedRow): FeedCaller {
  return { ...toCaller({ ...account, keyId: search.id, scopes: ['read'], allowedIps: null }), search };
}

// Page of a feed: the newest hooks of a saved search, as every format shows them.
import type { Caller } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import { type FullHook, type Hook, hookFields } from '../../catalog/hook.ts';
import { type Collections, resolveCollections } from '../../catalog/search/collection-filter.ts';
import { toFilter } from '../../catalog/search/filter.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { filterText } from '../../catalog/search/filter-text.ts';
import { search as searchHooks } from '../../catalog/search/search.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { recordBytes } from '../../catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { nameOf } from '../../taxonomy/taxonomy.ts';
import type { FeedSearch } from './feeds.ts';

export type FeedPage = {
  title: string;
  /** The filters in words. */
  description: string;
  /** The hook explorer with these filters. */
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

export type FeedItem = {
  hook: Hook | FullHook;
  /** The source video with full hooks, else the page of the hook. */
  url: string;
  addedAt: Date;
  /** Display names of its labels. */
  labels: string[];
  /** Views and labels in a line. */
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

/** The hook explorer with these filters. */
export function explorerUrl(publicUrl: string, filters: FilterInput): string {
  return withFilters(`${publicUrl}/dashboard/hooks`, filters);
}

/** A page of the dashboard with filters, and its other parameters. */
export function withFilters(url: string, filters: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams(
    Object.entries(filters).flatMap(([field, value]) => [value].flat().map((one) => [field, String(one)])),
  );
  return parameters.size === 0 ? url : `${url}?${parameters}`;
}

/** When the content of a feed last changed: with the catalog, the search, or a collection that it names. */
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

/** Imports take the text of a source as it is. */
function webUrl(text: string | null): string | undefined {
  const url = text === null ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

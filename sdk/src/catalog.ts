// Catalog methods of the client: archetypes, taxonomy, counts, usage, trends and changes.
import type {
  Archetype,
  Change,
  ChangeQuery,
  Meta,
  Taxonomy,
  Trend,
  TrendQuery,
  Usage,
  UsageHistoryQuery,
  UsageRecord,
} from './openapi.ts';
import { nextQuery, type Page, type Pages, toPage, toPages } from './pages.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { CallOptions, Query, Transport } from './transport/transport.ts';

/**
 * Result of `trends`: the trend of each value of a label, and the time it covers.
 *
 * @example
 * ```ts
 * const trends: Trends = await hookline.trends({ by: 'niche' });
 * console.log(`${trends.by}, ${trends.from} to ${trends.until}`);
 * ```
 */
export type Trends = {
  data: Trend[];
  by: string;
  window: string;
  from: string;
  until: string;
  /** Of the views gained in the window, 0 to 1: what refreshes of view counts measured. `null` without gains. */
  refreshedShare: number | null;
  catalogVersion: number;
};

/**
 * A page of changes.
 *
 * @example
 * ```ts
 * const page: ChangesPage = await hookline.changes({ since: 0 });
 * console.log(`${page.total} changes up to version ${page.catalogVersion}`);
 * ```
 */
export type ChangesPage = Page<Change> & { catalogVersion: number };

/**
 * Result of `changes`: pages, and after the last one the catalog version that the copy has reached.
 *
 * @example
 * ```ts
 * const changes: Changes = hookline.changes({ since: 0 });
 * for await (const { id, change } of changes) console.log(id, change);
 * console.log(changes.catalogVersion());
 * ```
 */
export type Changes = Pages<Change, ChangesPage> & {
  /** `since` for the next synchronization. Throws until every page has been read; before that, changes would be lost. */
  catalogVersion: () => number;
};

/**
 * Methods about the catalog as a whole and about this account.
 *
 * @example
 * ```ts
 * const catalog: CatalogApi = hookline;
 * console.log((await catalog.meta()).hooks);
 * ```
 */
export type CatalogApi = {
  /**
   * Every archetype with its three most viewed hooks.
   *
   * @example
   * ```ts
   * for (const { name, template, hooks } of await hookline.archetypes()) console.log(name, template, hooks);
   * ```
   */
  archetypes: (options?: CallOptions) => ApiPromise<Archetype[]>;
  /**
   * Every value of every label, with its display name, description and aliases.
   *
   * @example
   * ```ts
   * const { niche, format } = await hookline.taxonomy();
   * for (const { id, name } of [...niche, ...format]) console.log(id, name);
   * ```
   */
  taxonomy: (options?: CallOptions) => ApiPromise<Taxonomy>;
  /**
   * Counts, values of every filter, time of the last and the next update, and your plan.
   *
   * @example
   * ```ts
   * const { hooks, values, account } = await hookline.meta();
   * console.log(hooks, values.niche, account.plan);
   * ```
   */
  meta: (options?: CallOptions) => ApiPromise<Meta>;
  /**
   * Calls used of the daily and the monthly quota. Not counted against the quota.
   *
   * @example
   * ```ts
   * const { windows } = await hookline.usage();
   * for (const { window, used, limit } of windows) console.log(`${window}: ${used} of ${limit ?? 'no limit'}`);
   * ```
   */
  usage: (options?: CallOptions) => ApiPromise<Usage>;
  /**
   * Calls grouped by day, endpoint, key or status; by day by default. Not counted against the quota.
   *
   * @example
   * ```ts
   * const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });
   * for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);
   * ```
   */
  usageHistory: (query?: Omit<UsageHistoryQuery, 'format'>, options?: CallOptions) => ApiPromise<UsageRecord[]>;
  /**
   * Growth of views per value of a label, with a verdict for each. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const { data } = await hookline.trends({ by: 'archetype', window: '7d', niche: 'finance' });
   * for (const trend of data) if (trend.verdict === 'heating') console.log(trend.value, trend.change);
   * ```
   */
  trends: (query?: TrendQuery, options?: CallOptions) => ApiPromise<Trends>;
  /**
   * Changes since a catalog version, to keep a copy of the database up to date. A change without `hook` is a deletion. All
   * plans but Free.
   *
   * @example
   * ```ts
   * const copy = new Map<string, FullHook>();
   * let since = 0;
   * const changes = hookline.changes({ since });
   * for await (const { id, hook } of changes) {
   *   if (hook) copy.set(id, hook);
   *   else copy.delete(id);
   * }
   * since = changes.catalogVersion();
   * ```
   */
  changes: (query?: ChangeQuery, options?: CallOptions) => Changes;
};

const maxChangesPerPage = 1000;

export function createCatalogApi({ send }: Transport): CatalogApi {
  const get = <T>(path: string, query?: Query, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(send({ path, query }, options), ({ body }) => body.data);
  return {
    archetypes: (options) => get('/archetypes', {}, options),
    taxonomy: (options) => get('/taxonomy', {}, options),
    meta: (options) => get('/meta', {}, options),
    usage: (options) => get('/usage', {}, options),
    usageHistory: (query, options) => get('/usage/history', query, options),
    trends: (query, options) => toApiPromise(send({ path: '/trends', query }, options), toTrends),
    changes: (query = {}, options) => {
      let finalVersion: number | undefined;
      const fetchPage = (cursor?: string) =>
        toApiPromise(
          send({ path: '/changes', query: nextQuery(query, cursor, maxChangesPerPage) }, options),
          (response): ChangesPage => ({ ...toPage<Change>(response), catalogVersion: response.body.catalog_version }),
        );
      const pages = toPages<Change, ChangesPage>(fetchPage, (last) => {
        finalVersion = last.catalogVersion;
      });
      return Object.assign(pages, { catalogVersion: () => finalVersion ?? throwIncomplete() });
    },
  };
}

function toTrends({ body }: ApiResponse): Trends {
  const { data, by, window, from, until, refreshed_share, catalog_version } = body;
  return { data, by, window, from, until, refreshedShare: refreshed_share, catalogVersion: catalog_version };
}

function throwIncomplete(): never {
  throw new Error('Read every page of changes first; until then, keep the previous `since`.');
}

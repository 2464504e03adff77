// The catalog in figures, what rises in it, and what changed.
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
import type { CallOptions, Transport } from './transport.ts';

/**
 * What `trends` gives: how each value of a label fares, and over which time.
 *
 * @example
 * ```ts
 * const trends: Trends = await hookline.trends({ by: 'niche' });
 * console.log(`${trends.by}, ${trends.from} to ${trends.until}`);
 * ```
 */
export type Trends = { data: Trend[]; by: string; window: string; from: string; until: string; catalogVersion: number };

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
 * What `changes` gives: pages, and after the last of them the version that the copy has then.
 *
 * @example
 * ```ts
 * const changes: Changes = hookline.changes({ since: 0 });
 * for await (const { id, change } of changes) console.log(id, change);
 * console.log(changes.catalogVersion());
 * ```
 */
export type Changes = Pages<Change, ChangesPage> & {
  /** The `since` of your next walk. Throws until a walk has come to its end: any earlier, changes would be lost. */
  catalogVersion: () => number;
};

/**
 * The part of the client that tells of the catalog as a whole, and of this account.
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
  archetypes: (options?: CallOptions) => Promise<Archetype[]>;
  /**
   * Every value of every label, with its display name, description and aliases.
   *
   * @example
   * ```ts
   * const { niche, format } = await hookline.taxonomy();
   * for (const { id, name } of [...niche, ...format]) console.log(id, name);
   * ```
   */
  taxonomy: (options?: CallOptions) => Promise<Taxonomy>;
  /**
   * Counts, values of every filter, freshness, and your plan.
   *
   * @example
   * ```ts
   * const { hooks, values, account } = await hookline.meta();
   * console.log(hooks, Object.keys(values.niche), account.plan);
   * ```
   */
  meta: (options?: CallOptions) => Promise<Meta>;
  /**
   * What is used of the day and the month. Costs nothing.
   *
   * @example
   * ```ts
   * const { windows } = await hookline.usage();
   * for (const { window, used, limit } of windows) console.log(`${window}: ${used} of ${limit ?? 'no limit'}`);
   * ```
   */
  usage: (options?: CallOptions) => Promise<Usage>;
  /**
   * Calls by day, endpoint, key or status, by day unless told. Costs nothing.
   *
   * @example
   * ```ts
   * const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });
   * for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);
   * ```
   */
  usageHistory: (query?: Omit<UsageHistoryQuery, 'format'>, options?: CallOptions) => Promise<UsageRecord[]>;
  /**
   * What rises and falls, per value of a label. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const { data } = await hookline.trends({ by: 'archetype', window: '7d', niche: 'finance' });
   * for (const trend of data) if (trend.verdict === 'heating') console.log(trend.value, trend.change);
   * ```
   */
  trends: (query?: TrendQuery, options?: CallOptions) => Promise<Trends>;
  /**
   * What to do to a copy of the database so that it is the database again. All plans but Free.
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

const mostChangesPerPage = 1000;

export function createCatalogApi({ send }: Transport): CatalogApi {
  const getData = async (path: string, { signal }: CallOptions = {}) => (await send({ path, signal })).body.data;
  return {
    archetypes: (options) => getData('/archetypes', options),
    taxonomy: (options) => getData('/taxonomy', options),
    meta: (options) => getData('/meta', options),
    usage: (options) => getData('/usage', options),
    usageHistory: async (query, { signal } = {}) => (await send({ path: '/usage/history', query, signal })).body.data,
    trends: async (query, { signal } = {}) => {
      const { data, by, window, from, until, catalog_version } = (await send({ path: '/trends', query, signal })).body;
      return { data, by, window, from, until, catalogVersion: catalog_version };
    },
    changes: (query = {}, { signal } = {}) => {
      let reached: number | undefined;
      const fetchPage = async (cursor?: string): Promise<ChangesPage> => {
        const answer = await send({ path: '/changes', query: nextQuery(query, cursor, mostChangesPerPage), signal });
        return { ...toPage<Change>(answer), catalogVersion: answer.body.catalog_version };
      };
      const pages = toPages<Change, ChangesPage>(fetchPage, (last) => {
        reached = last.catalogVersion;
      });
      return Object.assign(pages, { catalogVersion: () => reached ?? failEarly() });
    },
  };
}

function failEarly(): never {
  throw new Error('The changes were not walked to their end: keep the `since` that you have.');
}

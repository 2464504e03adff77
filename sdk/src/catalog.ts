// Catalog methods of the client that need more than one call or another form of the response: trends and changes.
import type { Change, ChangeQuery, Trend, TrendQuery } from './openapi.ts';
import { nextQuery, type Page, type Pages, toPage, toPages } from './pages.ts';
import type { CatalogMethods, Resources } from './resources.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { CallOptions, Transport } from './transport/transport.ts';

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
  /** Share of the views gained in the window that refreshes of view counts measured, 0 to 1. `null` without gains. */
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
 * Methods for the catalog and this account.
 *
 * @example
 * ```ts
 * const catalog: CatalogApi = hookline;
 * console.log((await catalog.meta()).hooks);
 * ```
 */
export type CatalogApi = CatalogMethods & {
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

export function createCatalogApi({ send }: Transport, { catalog }: Resources): CatalogApi {
  return {
    ...catalog,
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

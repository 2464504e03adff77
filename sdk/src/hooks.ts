// hookline.hooks: search, random hooks and single hooks.
import type {
  FullHook,
  Hook,
  HookDetail,
  HookQuery,
  QueryInput,
  RandomQuery,
  SimilarHook,
  SimilarQuery,
} from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { CallOptions, Query, Transport } from './transport/transport.ts';

/**
 * Query of a list. `fields` selects the properties of its records, also in their type.
 *
 * @example
 * ```ts
 * const query: ListQuery<'id' | 'text'> = { fields: ['id', 'text'] };
 * const { data } = await hookline.hooks.list(query);
 * for (const { id, text } of data) console.log(id, text);
 * ```
 */
export type ListQuery<Field extends string> = Omit<HookQuery, 'fields'> & { fields?: Field | readonly Field[] };

/**
 * The same as the body of a POST, where lists of filters may be longer.
 *
 * @example
 * ```ts
 * const input: ListInput<'id' | 'text'> = { filters: { ids: ['hook_1', 'hook_2'] }, fields: ['id', 'text'] };
 * const { data } = await hookline.hooks.query(input);
 * console.log(data.length);
 * ```
 */
export type ListInput<Field extends string> = Omit<QueryInput, 'fields'> & { fields?: Field | readonly Field[] };

/**
 * A hook of a list. With `highlight: true` it has the places in `text` that match `q`, as `[start, end]` for `text.slice`.
 *
 * @example
 * ```ts
 * const { data } = await hookline.hooks.list({ q: 'index fund', highlight: true });
 * const matched = ({ text, highlights }: Listed<Hook>) => highlights?.map(([start, end]) => text.slice(start, end));
 * console.log(data.map(matched));
 * ```
 */
export type Listed<T> = T & { highlights?: [start: number, end: number][] };

/**
 * `hookline.hooks`.
 *
 * @example
 * ```ts
 * const hooks: HooksApi = hookline.hooks;
 * const [hook] = await hooks.random({ count: 1 });
 * ```
 */
export type HooksApi = {
  /**
   * Hooks that match, most viewed first by default. Values of one filter are combined with OR, filters with AND.
   *
   * @example
   * ```ts
   * const { data, total } = await hookline.hooks.list({ niche: ['finance', 'career'], min_views: 1_000_000 });
   * for await (const hook of hookline.hooks.list({ q: 'index fund' })) console.log(hook.text);
   * ```
   */
  list: <Field extends keyof Hook = keyof Hook>(
    query?: ListQuery<Field>,
    options?: CallOptions,
  ) => Pages<Listed<Pick<Hook, Field>>>;
  /**
   * Like `list`, with all fields of a hook; unknown ones are null. All plans but Free.
   *
   * @example
   * ```ts
   * const { data } = await hookline.hooks.full({ language: 'en', fields: ['text', 'template', 'likes'], limit: 5 });
   * for (const { template, likes } of data) console.log(template, likes ?? 'unknown');
   * ```
   */
  full: <Field extends keyof FullHook = keyof FullHook>(
    query?: ListQuery<Field>,
    options?: CallOptions,
  ) => Pages<Listed<Pick<FullHook, Field>>>;
  /**
   * Like `list` with the query in the body, for up to 1,000 ids. Each page counts as one call.
   *
   * @example
   * ```ts
   * const saved = ['hook_1', 'hook_2', 'hook_3'];
   * const { data } = await hookline.hooks.query({ filters: { ids: saved }, fields: ['id', 'views'] });
   * for (const { id, views } of data) console.log(id, views);
   * ```
   */
  query: <Field extends keyof Hook = keyof Hook>(
    input?: ListInput<Field>,
    options?: CallOptions,
  ) => Pages<Listed<Pick<Hook, Field>>>;
  /**
   * Like `full` with the query in the body. All plans but Free.
   *
   * @example
   * ```ts
   * const filters: Filters = { niche: ['-finance', '-business'], has: 'source_url', max_duration_seconds: 30 };
   * for await (const { text, source_url } of hookline.hooks.queryFull({ filters })) console.log(text, source_url);
   * ```
   */
  queryFull: <Field extends keyof FullHook = keyof FullHook>(
    input?: ListInput<Field>,
    options?: CallOptions,
  ) => Pages<Listed<Pick<FullHook, Field>>>;
  /**
   * Random hooks without duplicates; with `distinct: 'text'` of different words too, with `diverse` of different labels. The
   * same `seed` returns the same hooks until the catalog changes.
   *
   * @example
   * ```ts
   * const hooks = await hookline.hooks.random({ count: 3, platform: 'TikTok', diverse: 'archetype' });
   * ```
   */
  random: (query?: RandomQuery, options?: CallOptions) => ApiPromise<Hook[]>;
  /**
   * One hook with all fields, and why its labels were guessed; the one it was merged into, with that `id`, if it was. Throws
   * HooklineError `not_found`, or `gone` if it was retired. All plans but Free.
   *
   * @example
   * ```ts
   * const hook = await hookline.hooks.get('hook_1');
   * console.log(hook.text, hook.added_at);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<HookDetail>;
  /**
   * Hooks whose lines are most similar to that of a hook, with a score from 0 to 1 and why. Empty if none is.
   *
   * @example
   * ```ts
   * const hooks = await hookline.hooks.similar('hook_1', { niche: 'finance', limit: 5 });
   * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
   * ```
   */
  similar: (id: string, query?: SimilarQuery, options?: CallOptions) => ApiPromise<SimilarHook[]>;
};

const maxHooksPerPage = 100;

export function createHooksApi(transport: Transport): HooksApi {
  const list =
    (path: string, isBody = false) =>
    <Record>(query?: Query, options?: CallOptions): Pages<Record> =>
      listPages<Record>(transport, { path, query, maxPerPage: maxHooksPerPage, isBody }, options);
  const get = <T>(path: string, query?: Query, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(transport.send({ path, query }, options), ({ body }) => body.data);
  const pathOf = (id: string) => `/hooks/${encodeURIComponent(id)}`;
  return {
    list: list('/hooks'),
    full: list('/hooks/full'),
    query: list('/hooks/query', true),
    queryFull: list('/hooks/full/query', true),
    random: (query, options) => get('/hooks/random', query, options),
    get: (id, options) => get(pathOf(id), {}, options),
    similar: (id, query, options) => get(`${pathOf(id)}/similar`, query, options),
  };
}

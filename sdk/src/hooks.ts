// hookline.hooks: what the database is for.
import type { FullHook, Hook, HookQuery, RandomQuery } from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';

/**
 * A list's query, whose `fields` decide which members the records have.
 *
 * @example
 * ```ts
 * const query: ListQuery<'id' | 'text'> = { fields: ['id', 'text'] };
 * const { data } = await hookline.hooks.list(query);
 * console.log(data[0].text);
 * ```
 */
export type ListQuery<Field extends string> = Omit<HookQuery, 'fields'> & { fields?: Field | readonly Field[] };

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
   * Hooks that match, the most viewed first. Values of one filter mean or, several filters mean and.
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
  ) => Pages<Pick<Hook, Field>>;
  /**
   * The same with everything that is known. All plans but Free.
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
  ) => Pages<Pick<FullHook, Field>>;
  /**
   * Random hooks without repeats. The same `seed` gives the same ones until the catalog changes.
   *
   * @example
   * ```ts
   * const hooks = await hookline.hooks.random({ count: 3, platform: 'TikTok' });
   * ```
   */
  random: (query?: RandomQuery, options?: CallOptions) => Promise<Hook[]>;
  /**
   * One full hook. `not_found` where there is none, `gone` where it was retired. All plans but Free.
   *
   * @example
   * ```ts
   * const hook = await hookline.hooks.get('hook_1');
   * console.log(hook.text, hook.added_at);
   * ```
   */
  get: (id: string, options?: CallOptions) => Promise<FullHook>;
};

/** As the service documents it. */
const mostHooksPerPage = 100;

export function createHooksApi(transport: Transport): HooksApi {
  const list =
    (path: string) =>
    <Record>(query: ListQuery<string> = {}, { signal }: CallOptions = {}): Pages<Record> =>
      listPages<Record>(transport, path, { query, mostPerPage: mostHooksPerPage, signal });
  return {
    list: list('/hooks'),
    full: list('/hooks/full'),
    random: async (query, { signal } = {}) =>
      (await transport.send({ path: '/hooks/random', query, signal })).body.data,
    get: async (id, { signal } = {}) =>
      (await transport.send({ path: `/hooks/${encodeURIComponent(id)}`, signal })).body.data,
  };
}

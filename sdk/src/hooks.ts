// hookline.hooks: search, random hooks and single hooks.
import type { FullHook, Hook, HookDetail, HookQuery, RandomQuery } from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';

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
  ) => Pages<Pick<Hook, Field>>;
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
  ) => Pages<Pick<FullHook, Field>>;
  /**
   * Random hooks without duplicates; with `distinct: 'text'` of different words too. The same `seed` returns the same hooks until the catalog changes.
   *
   * @example
   * ```ts
   * const hooks = await hookline.hooks.random({ count: 3, platform: 'TikTok' });
   * ```
   */
  random: (query?: RandomQuery, options?: CallOptions) => Promise<Hook[]>;
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
  get: (id: string, options?: CallOptions) => Promise<HookDetail>;
};

const maxHooksPerPage = 100;

export function createHooksApi(transport: Transport): HooksApi {
  const list =
    (path: string) =>
    <Record>(query: ListQuery<string> = {}, { signal }: CallOptions = {}): Pages<Record> =>
      listPages<Record>(transport, path, { query, maxPerPage: maxHooksPerPage, signal });
  return {
    list: list('/hooks'),
    full: list('/hooks/full'),
    random: async (query, { signal } = {}) =>
      (await transport.send({ path: '/hooks/random', query, signal })).body.data,
    get: async (id, { signal } = {}) =>
      (await transport.send({ path: `/hooks/${encodeURIComponent(id)}`, signal })).body.data,
  };
}

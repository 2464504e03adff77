// usePages: a list that is loaded page by page. Back shows all loaded pages at once and then refreshes them.
import { useEffect, useLayoutEffect } from 'react';
import useSWRInfinite from 'swr/infinite';
import { isRestored } from '../kit/page/places.ts';
import type { KeysetPage } from './client.ts';

export type LoadedPages<T> = {
  /** The items of all pages so far; undefined until the first page has loaded. */
  data: T[] | undefined;
  total: number | undefined;
  error: unknown;
  /** The first page is loading; `data` may still belong to the previous key. */
  isLoading: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Repeats the request that failed. */
  retry: () => void;
  /** Reloads all pages that are shown. */
  mutate: () => void;
};

/** `update` shows other items at once, without a request. */
export type ChangeablePages<T> = LoadedPages<T> & { update: (change: (items: T[]) => T[]) => void };

type AnyPage<T> = KeysetPage<T> | { data: T[]; nextCursor: string | null; total?: number };
type Options = {
  /** Reads count toward a limit, so Back shows the pages without loading them again. */
  isLimited?: boolean;
};

/** Lists that are shown, by the first part of their key. */
const shown = new Set<{ path: unknown; reload: () => void }>();
/** Paths whose lists were changed elsewhere while none of them was shown. */
const stale = new Set<unknown>();

/** Reloads the lists of the path, now or when they are next shown, after a change made elsewhere. */
export function reloadPages(path: string): void {
  stale.add(path);
  for (const list of shown)
    if (list.path === path) {
      stale.delete(path);
      list.reload();
    }
}

/** `key` lists everything the list depends on; `read` gets the previous page's `next` or `nextCursor`. */
export function usePages<T>(
  key: readonly unknown[] | null,
  read: (next: string | undefined) => PromiseLike<AnyPage<T>>,
  { isLimited = false }: Options = {},
): ChangeablePages<T> {
  const cacheKey = JSON.stringify(key);
  const list = useSWRInfinite<AnyPage<T> & { cacheKey: string }>(
    (_index: number, previous: AnyPage<T> | null) => {
      const next = previous ? nextOf(previous) : undefined;
      return key && next !== null ? [...key, next] : null;
    },
    async (pageKey: readonly unknown[]) => ({ ...(await read(pageKey.at(-1) as string | undefined)), cacheKey }),
    {
      keepPreviousData: true,
      // Revalidating would shift the rows the user has scrolled to.
      revalidateOnFocus: false,
      revalidateFirstPage: false,
    },
  );
  const { data, error, size, setSize } = list;
  const isOfKey = data?.[0]?.cacheKey === cacheKey;
  // Data of the previous key is shown while the new key loads, but not after it failed.
  const pages = error && !isOfKey ? undefined : data;
  const last = pages?.at(-1);
  const next = last ? nextOf(last) : null;
  const isLoadingMore = next !== null && size > (pages?.length ?? 0) && !error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that was in the cache
  useLayoutEffect(() => {
    if (!isOfKey) return;
    if (!isRestored()) void setSize(1);
    if (stale.delete(key?.[0]) || !isRestored() || !isLimited) void list.mutate();
  }, [cacheKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of it
  useEffect(() => {
    const entry = { path: key?.[0], reload: () => void list.mutate() };
    shown.add(entry);
    return () => {
      shown.delete(entry);
    };
  }, [cacheKey]);

  const [first] = pages ?? [];
  return {
    data: pages?.flatMap((page) => page.data),
    total: first && 'total' in first ? first.total : undefined,
    error,
    isLoading: list.isLoading,
    hasMore: next !== null,
    isLoadingMore,
    loadMore: () => {
      if (next !== null && !isLoadingMore && isOfKey) void setSize((pages?.length ?? 0) + 1);
    },
    // Loads the pages that are missing.
    retry: () => void setSize(size),
    mutate: () => void list.mutate(),
    update: (change) =>
      void list.mutate(
        // The cursors are kept, so the next page continues after the loaded ones.
        (now) => now?.map((page, at) => ({ ...page, data: at === 0 ? change(now.flatMap(({ data }) => data)) : [] })),
        { revalidate: false },
      ),
  };
}

function nextOf<T>(page: AnyPage<T>): string | null {
  return 'nextCursor' in page ? page.nextCursor : page.next;
}

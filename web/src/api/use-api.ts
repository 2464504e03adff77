// Data fetching in components: useApi for one response, usePages for a list loaded page by page.
import { useState } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { type KeysetPage, request } from './client.ts';

type Options = {
  refreshSeconds?: number;
  /** Fetched once: no revalidation on focus, reconnect or remount. */
  once?: boolean;
};

/** The response to GET `path`; null sends no request. */
export function useApi<T>(path: string | null, read?: undefined, options?: Options): SWRResponse<T>;
/** The result of `read`, cached under `key`, which lists everything it depends on; null sends no request. */
export function useApi<T>(
  key: readonly unknown[] | null,
  read: () => PromiseLike<T>,
  options?: Options,
): SWRResponse<T>;
export function useApi<T>(
  key: string | readonly unknown[] | null,
  read?: () => PromiseLike<T>,
  { refreshSeconds = 0, once = false }: Options = {},
): SWRResponse<T> {
  const fetcher = read ?? (() => request<T>('GET', key as string));
  return useSWR<T>(key, fetcher as () => Promise<T>, {
    refreshInterval: refreshSeconds * 1000,
    keepPreviousData: true,
    // SWR stops its interval after an error, and its own retries after three: a page that refreshes recovers by itself.
    ...(refreshSeconds > 0 && {
      onErrorRetry: (_error, _key, _config, revalidate, options) =>
        void setTimeout(() => void revalidate(options), refreshSeconds * 1000),
    }),
    ...(once && { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false }),
  });
}

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
  /** Reloads from the first page. */
  mutate: () => void;
};

type AnyPage<T> = KeysetPage<T> | { data: T[]; nextCursor: string | null; total?: number };
type MorePages<T> = { cacheKey: string; pages: AnyPage<T>[]; isLoading?: boolean; error?: unknown };

/** `key` lists everything the list depends on; `read` gets the previous page's `next` or `nextCursor`. */
export function usePages<T>(
  key: readonly unknown[] | null,
  read: (next: string | undefined) => PromiseLike<AnyPage<T>>,
): LoadedPages<T> {
  const cacheKey = JSON.stringify(key);
  const first = useSWR<AnyPage<T> & { cacheKey: string }>(key, async () => ({ ...(await read(undefined)), cacheKey }), {
    keepPreviousData: true,
    // Revalidating would shift the rows the user has scrolled to.
    revalidateOnFocus: false,
  });
  const [stored, setMore] = useState<MorePages<T>>({ cacheKey, pages: [] });
  const more: MorePages<T> = stored.cacheKey === cacheKey ? stored : { cacheKey, pages: [] };
  const firstPage = dataForKey(first, cacheKey);
  const pages = firstPage && [firstPage, ...more.pages];
  const last = pages?.at(-1);
  const next = last ? nextOf(last) : null;

  async function loadMore(): Promise<void> {
    if (next === null || more.isLoading) return;
    setMore({ ...more, isLoading: true, error: undefined });
    const settled: MorePages<T> = await read(next).then(
      (page) => ({ cacheKey, pages: [...more.pages, page] }),
      (error) => ({ ...more, isLoading: false, error }),
    );
    setMore((now) => (now.cacheKey === cacheKey ? settled : now));
  }

  return {
    data: pages?.flatMap((page) => page.data),
    total: firstPage && 'total' in firstPage ? firstPage.total : undefined,
    error: first.error ?? more.error,
    isLoading: first.isLoading,
    hasMore: next !== null,
    isLoadingMore: more.isLoading ?? false,
    loadMore: () => void loadMore(),
    retry: () => void (first.error ? first.mutate() : loadMore()),
    mutate: () => {
      setMore({ cacheKey, pages: [] });
      void first.mutate();
    },
  };
}

/** Data of the previous key is shown while the new key loads, but not after it failed. */
export function dataForKey<T extends { cacheKey: string }>(
  { data, error }: SWRResponse<T>,
  cacheKey: string,
): T | undefined {
  return error && data?.cacheKey !== cacheKey ? undefined : data;
}

function nextOf<T>(page: AnyPage<T>): string | null {
  return 'nextCursor' in page ? page.nextCursor : page.next;
}

// Reading in components: useApi for one answer, usePages for a list that is loaded page by page.
import { useState } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { type AfterPage, request } from './client.ts';

type Options = {
  refreshSeconds?: number;
  /** What came is kept: asked again neither on focus nor where it is shown again. */
  once?: boolean;
};

/** The answer to GET `path`; null asks nothing. */
export function useApi<T>(path: string | null, read?: undefined, options?: Options): SWRResponse<T>;
/** What `read` gives, kept under `key`, which names everything that it depends on; null asks nothing. */
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
    ...(once && { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false }),
  });
}

export type LoadedPages<T> = {
  /** The records of all pages so far; undefined until the first came. */
  data: T[] | undefined;
  total: number | undefined;
  error: unknown;
  /** The first page is on its way; `data` may still be of the key before. */
  isLoading: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Asks once more for what failed. */
  retry: () => void;
  /** Begins anew with the first page. */
  mutate: () => void;
};

type AnyPage<T> = AfterPage<T> | { data: T[]; nextCursor: string | null; total?: number };
type Further<T> = { of: string; pages: AnyPage<T>[]; isLoading?: boolean; error?: unknown };

/** `key` names everything that the list depends on; `read` is given what the page before told as its next. */
export function usePages<T>(
  key: readonly unknown[] | null,
  read: (next: string | undefined) => PromiseLike<AnyPage<T>>,
): LoadedPages<T> {
  const of = JSON.stringify(key);
  const first = useSWR<AnyPage<T> & { of: string }>(key, async () => ({ ...(await read(undefined)), of }), {
    keepPreviousData: true,
    // What has been read on must not shift under the reader.
    revalidateOnFocus: false,
  });
  const [kept, setFurther] = useState<Further<T>>({ of, pages: [] });
  const further = kept.of === of ? kept : { of, pages: [] };
  const begun = ownOf(first, of);
  const pages = begun && [begun, ...further.pages];
  const last = pages?.at(-1);
  const next = last ? nextOf(last) : null;

  async function loadMore(): Promise<void> {
    if (next === null || further.isLoading) return;
    setFurther({ ...further, isLoading: true, error: undefined });
    const settled: Further<T> = await read(next).then(
      (page) => ({ of, pages: [...further.pages, page] }),
      (error) => ({ ...further, error }),
    );
    setFurther((now) => (now.of === of ? settled : now));
  }

  return {
    data: pages?.flatMap((page) => page.data),
    total: begun && 'total' in begun ? begun.total : undefined,
    error: first.error ?? further.error,
    isLoading: first.isLoading,
    hasMore: next !== null,
    isLoadingMore: further.isLoading ?? false,
    loadMore: () => void loadMore(),
    retry: () => void (first.error ? first.mutate() : loadMore()),
    mutate: () => {
      setFurther({ of, pages: [] });
      void first.mutate();
    },
  };
}

/** What was kept of another key stands in while the list is on its way, not where it failed. */
export function ownOf<T extends { of: string }>({ data, error }: SWRResponse<T>, of: string): T | undefined {
  return error && data?.of !== of ? undefined : data;
}

function nextOf<T>(page: AnyPage<T>): string | null {
  return 'nextCursor' in page ? page.nextCursor : page.next;
}

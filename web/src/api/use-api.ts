// Reading in components: useApi for one answer, usePages for a list that is loaded page by page.
import useSWR, { type SWRResponse } from 'swr';
import useSWRInfinite from 'swr/infinite';
import { type AfterPage, request } from './client.ts';

type Options = { refreshSeconds?: number };

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
  { refreshSeconds = 0 }: Options = {},
): SWRResponse<T> {
  const fetcher = read ?? (() => request<T>('GET', key as string));
  return useSWR<T>(key, fetcher as () => Promise<T>, {
    refreshInterval: refreshSeconds * 1000,
    keepPreviousData: true,
  });
}

export type LoadedPages<T> = {
  /** Of all pages so far; undefined until the first came. */
  rows: T[] | undefined;
  total: number | undefined;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  reload: () => void;
};

type AnyPage<T> = AfterPage<T> | { data: T[]; nextCursor: string | null; total?: number };

/** `key` names everything that the list depends on; `read` is given what the page before told as its next. */
export function usePages<T>(
  key: readonly unknown[] | null,
  read: (next: string | undefined) => PromiseLike<AnyPage<T>>,
): LoadedPages<T> {
  const { data, error, size, setSize, isLoading, mutate } = useSWRInfinite<AnyPage<T>>(
    (index: number, before: AnyPage<T> | null) => {
      if (key === null || (index > 0 && (!before || !nextOf(before)))) return null;
      return ['pages', ...key, before ? nextOf(before) : null];
    },
    (all: readonly unknown[]) => read((all.at(-1) as string | null) ?? undefined) as Promise<AnyPage<T>>,
    { revalidateFirstPage: false, keepPreviousData: true },
  );
  const first = data?.[0];
  return {
    rows: data?.flatMap((page) => page.data),
    total: first && 'total' in first ? first.total : undefined,
    error,
    hasMore: data !== undefined && nextOf(data[data.length - 1]) !== null,
    isLoadingMore: isLoading || (data !== undefined && size > data.length),
    loadMore: () => void setSize(size + 1),
    reload: () => void mutate(),
  };
}

function nextOf<T>(page: AnyPage<T>): string | null {
  return 'nextCursor' in page ? page.nextCursor : page.next;
}

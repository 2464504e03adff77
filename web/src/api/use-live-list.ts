// useLiveList: a list that refreshes while it is open. All shown rows are fetched together, so none of them is stale.
import { useState } from 'react';
import { isRestored } from '../kit/page/places.ts';
import type { CursorPage } from './client.ts';
import { dataForKey, useApi } from './use-api.ts';
import type { LoadedPages } from './use-pages.ts';

const pageSize = 20;
const maxPageSize = 100;

/** Number of rows that were loaded of each list, which Back restores. */
const counts = new Map<string, number>();

type ReadPage<T> = (query: { limit: number; cursor?: string }) => Promise<CursorPage<T>>;
type Options<T> = { refreshSeconds: (data: readonly T[] | undefined) => number };
type LoadedRows<T> = { cacheKey: string; data: T[]; total: number; hasMore: boolean };

/** `key` lists everything the list depends on. Rows that were loaded with `loadMore` are refreshed too. */
export function useLiveList<T>(
  key: readonly unknown[] | null,
  readPage: ReadPage<T>,
  { refreshSeconds }: Options<T>,
): LoadedPages<T> {
  const cacheKey = JSON.stringify(key);
  const [wanted, setWanted] = useState(() => {
    return { cacheKey, count: (isRestored() && counts.get(cacheKey)) || pageSize };
  });
  const count = wanted.cacheKey === cacheKey ? wanted.count : pageSize;
  const [latest, setLatest] = useState<readonly T[]>();
  const read = useApi<LoadedRows<T>>(
    key && [...key, count],
    async () => {
      const loaded = await readUntil(readPage, count);
      setLatest(loaded.data);
      return { ...loaded, cacheKey };
    },
    { refreshSeconds: refreshSeconds(latest) },
  );
  const current = dataForKey(read, cacheKey);
  return {
    data: current?.data,
    total: current?.total,
    error: read.error,
    isLoading: read.isLoading,
    hasMore: current?.hasMore ?? false,
    isLoadingMore: read.isLoading && current !== undefined,
    loadMore: () => {
      const more = count + (count < maxPageSize ? pageSize * 2 : maxPageSize);
      counts.set(cacheKey, more);
      setWanted({ cacheKey, count: more });
    },
    retry: () => void read.mutate(),
    mutate: () => void read.mutate(),
  };
}

async function readUntil<T>(readPage: ReadPage<T>, count: number): Promise<Omit<LoadedRows<T>, 'cacheKey'>> {
  const limit = Math.min(count, maxPageSize);
  const data: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readPage({ limit, cursor });
    data.push(...page.data);
    if (page.nextCursor === null || data.length >= count)
      return { data, total: page.total, hasMore: page.nextCursor !== null };
    cursor = page.nextCursor;
  }
}

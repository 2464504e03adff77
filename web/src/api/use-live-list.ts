// useLiveList: a list that is read anew while it is looked at, all that is shown at once, so that nothing in it is of before.
import { useState } from 'react';
import type { CursorPage } from './client.ts';
import type { LoadedPages } from './use-api.ts';
import { ownOf, useApi } from './use-api.ts';

const pageSize = 20;
const mostPerPage = 100;

type ReadPage<T> = (query: { limit: number; cursor?: string }) => Promise<CursorPage<T>>;
type Options<T> = { refreshSeconds: (data: readonly T[] | undefined) => number };
type Read<T> = { of: string; data: T[]; total: number; hasMore: boolean };

/** `key` names everything that the list depends on. Loading more reads further, and goes on with all of it. */
export function useLiveList<T>(
  key: readonly unknown[] | null,
  readPage: ReadPage<T>,
  { refreshSeconds }: Options<T>,
): LoadedPages<T> {
  const of = JSON.stringify(key);
  const [wanted, want] = useState({ of, count: pageSize });
  const count = wanted.of === of ? wanted.count : pageSize;
  const [latest, setLatest] = useState<readonly T[]>();
  const read = useApi<Read<T>>(
    key && [...key, count],
    async () => {
      const found = await readUntil(readPage, count);
      setLatest(found.data);
      return { ...found, of };
    },
    { refreshSeconds: refreshSeconds(latest) },
  );
  const own = ownOf(read, of);
  return {
    data: own?.data,
    total: own?.total,
    error: read.error,
    isLoading: read.isLoading,
    hasMore: own?.hasMore ?? false,
    isLoadingMore: read.isLoading && own !== undefined,
    loadMore: () => want({ of, count: count + (count < mostPerPage ? pageSize * 2 : mostPerPage) }),
    retry: () => void read.mutate(),
    mutate: () => void read.mutate(),
  };
}

async function readUntil<T>(readPage: ReadPage<T>, count: number): Promise<Omit<Read<T>, 'of'>> {
  const limit = Math.min(count, mostPerPage);
  const data: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readPage({ limit, cursor });
    data.push(...page.data);
    if (page.nextCursor === null || data.length >= count)
      return { data, total: page.total, hasMore: page.nextCursor !== null };
    cursor = page.nextCursor;
  }
}

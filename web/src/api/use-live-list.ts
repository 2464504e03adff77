// useLiveList: a list that is read anew while it is looked at, all that is shown at once, so that nothing in it is of before.
import type { Page, Pages } from '@hookline/sdk';
import { useState } from 'react';
import type { LoadedPages } from './use-api.ts';
import { useApi } from './use-api.ts';

const pageSize = 20;
const mostPerPage = 100;

type ReadPages<T> = (query: { limit: number }) => Pages<T>;
type Options<T> = { refreshSeconds: (data: readonly T[] | undefined) => number };
type Read<T> = { data: T[]; total: number; hasMore: boolean };

/** `key` names everything that the list depends on. Loading more reads further, and goes on with all of it. */
export function useLiveList<T>(
  key: readonly unknown[] | null,
  pages: ReadPages<T>,
  { refreshSeconds }: Options<T>,
): LoadedPages<T> {
  const of = JSON.stringify(key);
  const [wanted, want] = useState({ of, count: pageSize });
  const count = wanted.of === of ? wanted.count : pageSize;
  const [latest, setLatest] = useState<readonly T[]>();
  const read = useApi<Read<T>>(
    key && [...key, count],
    async () => {
      const found = await readUntil(pages({ limit: Math.min(count, mostPerPage) }), count);
      setLatest(found.data);
      return found;
    },
    { refreshSeconds: refreshSeconds(latest) },
  );
  return {
    data: read.data?.data,
    total: read.data?.total,
    error: read.error,
    hasMore: read.data?.hasMore ?? false,
    isLoadingMore: read.isLoading && read.data !== undefined,
    loadMore: () => want({ of, count: count + (count < mostPerPage ? pageSize * 2 : mostPerPage) }),
    mutate: () => void read.mutate(),
  };
}

async function readUntil<T>(pages: Pages<T>, count: number): Promise<Read<T>> {
  const data: T[] = [];
  let last: Page<T> | undefined;
  for await (const page of pages.pages()) {
    last = page;
    data.push(...page.data);
    if (data.length >= count) break;
  }
  return { data, total: last?.total ?? 0, hasMore: last?.nextCursor !== null };
}

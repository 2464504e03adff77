// LoadList: a list that is read page by page: loading, failed, empty, or its items with “Load more” below.
import type { ReactNode } from 'react';
import { LoadMore } from './load-more.tsx';
import { Problem } from './problem.tsx';

type LoadListProps<T> = {
  /** Result of usePages. */
  from: Omit<Parameters<typeof LoadMore>[0]['from'], 'data'> & { data: T[] | undefined; mutate: () => void };
  /** Shown in place of a list without items. */
  empty?: ReactNode;
  /** Placeholder of the final size. */
  skeleton?: ReactNode;
  children?: (items: T[]) => ReactNode;
  /** Replaces `skeleton` and `children`: it shows skeleton rows while there are no items. */
  table?: (items: T[] | undefined) => ReactNode;
};

export function LoadList<T>({ from, empty, skeleton, children, table }: LoadListProps<T>) {
  const { data, error, mutate } = from;
  if (error && !data) return <Problem error={error} onRetry={mutate} />;
  if (data?.length === 0 && empty) return empty;
  return (
    <>
      {table ? table(data) : data ? children?.(data) : skeleton}
      <LoadMore from={from} />
    </>
  );
}

// LoadList: a list that is read page by page: loading, failed, empty, or its items with “Load more” below.
import type { ReactNode } from 'react';
import { LoadMore } from './load-more.tsx';
import { Problem } from './problem.tsx';

type LoadListProps<T> = {
  /** From usePages. */
  from: Omit<Parameters<typeof LoadMore>[0]['from'], 'data'> & { data: T[] | undefined; mutate: () => void };
  /** In place of a list without items. */
  empty?: ReactNode;
  /** Of the final size. */
  skeleton?: ReactNode;
  children?: (items: T[]) => ReactNode;
  /** In place of the two above: it shows skeleton rows while there are no items. */
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

// LoadMore: the count and “Load more” button below a paged list.
import { Button } from '../forms/button.tsx';
import { formatNumber } from './format.ts';
import { Problem } from './problem.tsx';

type LoadMoreProps = {
  /** Result of usePages. */
  from: {
    data: readonly unknown[] | undefined;
    total: number | undefined;
    error: unknown;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => void;
    retry: () => void;
  };
};

export function LoadMore({ from: { data, total, error, hasMore, isLoadingMore, loadMore, retry } }: LoadMoreProps) {
  if (!data || data.length === 0) return null;
  if (error) return <Problem error={error} onRetry={retry} />;
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 text-xs text-muted">
      <span aria-live="polite">
        {formatNumber(data.length)} {countSuffix(data.length, total, hasMore)}
      </span>
      {hasMore && (
        <Button small busy={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}

/** “of 120”, “shown” while more pages exist, else “results”. */
function countSuffix(count: number, total: number | undefined, hasMore: boolean): string {
  if (total !== undefined) return `of ${formatNumber(total)}`;
  if (hasMore) return 'shown';
  return count === 1 ? 'result' : 'results';
}

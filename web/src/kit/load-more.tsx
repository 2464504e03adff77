// LoadMore: the end of a list that goes on.
import { Button } from './button.tsx';
import { formatNumber } from './format.ts';

type LoadMoreProps = { shown: number; total?: number; hasMore: boolean; isLoading: boolean; onMore: () => void };

export function LoadMore({ shown, total, hasMore, isLoading, onMore }: LoadMoreProps) {
  if (shown === 0) return null;
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 pt-3 text-xs text-muted">
      <span aria-live="polite">
        {formatNumber(shown)}
        {total === undefined ? (hasMore ? ' shown' : ', that is all') : ` of ${formatNumber(total)}`}
      </span>
      {hasMore && (
        <Button small busy={isLoading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}

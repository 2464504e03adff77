// ReviewDone: the empty review queue, with the decisions of this session.
import { Stat } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import type { Tally } from './tally.ts';

type ReviewDoneProps = { tally: Tally; isFiltered: boolean; onRefresh: () => void };

export function ReviewDone({ tally, isFiltered, onRefresh }: ReviewDoneProps) {
  const { accepted, relabelled, rejected } = tally;
  const isAnyDecided = accepted + rejected > 0;
  return (
    <EmptyState
      title={isAnyDecided ? 'All caught up' : 'No hooks to review'}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton
            kind="primary"
            icon={isFiltered ? 'review' : 'hook'}
            href={isFiltered ? '/console/review' : '/console/hooks'}
          >
            {isFiltered ? 'Review all pending' : 'View hooks'}
          </LinkButton>
          <Button icon="refresh" onClick={onRefresh}>
            Refresh
          </Button>
        </span>
      }
    >
      {isAnyDecided ? (
        <div role="status" className="mt-2 grid grid-cols-3 gap-4 text-ink">
          <Stat label="Accepted" value={formatNumber(accepted)} note="published" />
          <Stat label="Relabelled" value={formatNumber(relabelled)} note="and accepted" />
          <Stat label="Rejected" value={formatNumber(rejected)} note="reopen in Hooks" />
        </div>
      ) : (
        'Imported hooks appear here if a label is uncertain or the record has an unknown one.'
      )}
    </EmptyState>
  );
}

// What stands where the next hook would: nothing waits, and what was decided in this sitting.

import { Stat } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { type Queue, tallyOf } from './review-queue.ts';

type ReviewDoneProps = { queue: Queue; isFiltered: boolean; onAgain: () => void };

export function ReviewDone({ queue, isFiltered, onAgain }: ReviewDoneProps) {
  const { accepted, relabelled, rejected } = tallyOf(queue);
  const isAnyDecided = accepted + rejected > 0;
  return (
    <EmptyState
      title={isAnyDecided ? 'Nothing waits any longer' : 'Nothing waits'}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton
            kind="primary"
            icon={isFiltered ? 'review' : 'hook'}
            href={isFiltered ? '/console/review' : '/console/hooks'}
          >
            {isFiltered ? 'Review everything that waits' : 'To the hooks'}
          </LinkButton>
          <Button icon="refresh" onClick={onAgain}>
            Look again
          </Button>
        </span>
      }
    >
      {isAnyDecided ? (
        <div role="status" className="mt-2 grid grid-cols-3 gap-4 text-ink">
          <Stat label="Accepted" value={formatNumber(accepted)} note="published" />
          <Stat label="Relabelled" value={formatNumber(relabelled)} note="and accepted" />
          <Stat label="Rejected" value={formatNumber(rejected)} note="can be reopened in Hooks" />
        </div>
      ) : (
        'Hooks come here from imports, where the classifier is unsure of a label or a record names one that is not known.'
      )}
    </EmptyState>
  );
}

// BulkReview: pending hooks as rows, decided one or several at a time by keyboard.
import { Key } from '../../kit/display/key.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { undoable } from '../bulk/edits.ts';
import { toEditFilter } from '../bulk/hook-query.ts';
import { RowList } from '../bulk/row-list.tsx';
import type { Selection } from '../bulk/selection.ts';
import { type Select, useSelection } from '../bulk/use-selection.ts';
import { OpenedHook } from './opened-hook.tsx';
import { tallyOf } from './tally.ts';
import { type PendingRows, type ReviewQuery, usePendingRows } from './use-pending.ts';
import { type ReviewCommands, useReviewCommands } from './use-review-commands.ts';

const skeleton = <Skeleton className="h-130 w-full" />;
const ReviewDone = lazyPart(() => import('./review-done.tsx'), 'ReviewDone', skeleton);

export type ReviewViewProps = { query: ReviewQuery; isFiltered: boolean; onReload: () => void; onHelp: () => void };

export function BulkReview({ query, isFiltered, onReload, onHelp }: ReviewViewProps) {
  const list = usePendingRows(query, onReload);
  const { pages, edits, rows, open, toggleGroup } = list;
  const [selection, select] = useSelection(rows, { start: true });
  const commands = useReviewCommands(list, selection, select, toEditFilter({ ...query, state: 'pending' }));
  if (!pages.data) return pages.error ? <Problem error={pages.error} onRetry={pages.retry} /> : skeleton;
  const isEmpty = rows.length === 0;
  return (
    <div className="stack">
      {pages.error !== undefined && <Problem error={pages.error} onRetry={pages.retry} />}
      {!isEmpty && (
        <RowList label="Pending hooks" {...{ rows, commands, selection, select, open }} onToggleGroup={toggleGroup}>
          {list.hasNext && (
            <li className="grid justify-center p-2">
              <Button kind="ghost" small onClick={list.showMore}>
                Show more
              </Button>
            </li>
          )}
        </RowList>
      )}
      {isEmpty && pages.hasMore && skeleton}
      {isEmpty && !pages.hasMore && <ReviewDone tally={tallyOf(edits)} isFiltered={isFiltered} onRefresh={onReload} />}
      {(!isEmpty || edits.length > 0) && <ReviewBar {...{ list, commands, selection, select, onHelp }} />}
      <OpenedHook store={list.store} />
    </div>
  );
}

type ReviewBarProps = {
  list: PendingRows;
  commands: ReviewCommands;
  selection: Selection;
  select: Select;
  onHelp: () => void;
};

function ReviewBar({ list, commands, selection, select, onHelp }: ReviewBarProps) {
  const { shownIds, remaining, notice, edits } = list;
  const shown = shownIds.length;
  const selected = commands.isEverything ? remaining : selection.ids.size;
  return (
    <BulkBar
      {...{ commands, selection, select, shown, notice }}
      total={remaining}
      noun="pending"
      isUndoable={undoable(edits) !== undefined}
      items={[
        ...(shown > 1
          ? [{ label: `Accept all ${formatNumber(shown)} shown (Shift+A)`, onSelect: commands.acceptShown }]
          : []),
        {
          label: commands.creator ? `Reject all by ${commands.creator}` : 'Reject all of this creator',
          disabled: !commands.creator,
          onSelect: commands.rejectCreator,
        },
        { label: 'Keyboard shortcuts', onSelect: onHelp },
      ]}
    >
      <Button onClick={commands.reject}>
        Reject <Key>r</Key>
      </Button>
      <Button kind="primary" onClick={commands.accept}>
        Accept {selected > 0 && formatNumber(selected)} <Key>a</Key>
      </Button>
    </BulkBar>
  );
}

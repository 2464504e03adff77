// SingleReview: pending hooks one at a time, with the suggested values of each label on digit keys.
import { useMemo, useState } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { LastEdit } from '../bulk/bulk-bar.tsx';
import { undoable } from '../bulk/edits.ts';
import { HookEditor } from '../bulk/hook-editor.tsx';
import { fieldKeys, type LabelField, labelFields } from '../bulk/label-fields.ts';
import { rowOf } from '../bulk/rows.ts';
import { useRowCommands } from '../bulk/use-row-commands.ts';
import { useSelection } from '../bulk/use-selection.ts';
import type { ReviewViewProps } from './bulk-review.tsx';
import { OpenedHook } from './opened-hook.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewDone } from './review-done.tsx';
import { optionsOf } from './review-label.tsx';
import { ReviewList } from './review-list.tsx';
import { tallyOf } from './tally.ts';
import { isPending, useLoadAhead, usePendingHooks } from './use-pending.ts';

const loadAhead = 10;

export function SingleReview({ query, isFiltered, onReload, onHelp }: ReviewViewProps) {
  const list = usePendingHooks(query, onReload);
  const { pages, hooks, edits, store } = list;
  const rows = useMemo(() => hooks.filter(isPending).map(rowOf), [hooks]);
  const [selection, select] = useSelection(rows, { start: true, single: true });
  const commands = useRowCommands({ store, rows, hooks, selection, filter: {}, onUndo: select.focus });
  const [label, setLabel] = useState<LabelField>('archetype');
  const hook = commands.cursorHook;
  const loaded = pages.data?.find(({ id }) => id === hook?.id) ?? hook;
  const at = hooks.findIndex(({ id }) => id === hook?.id);
  useLoadAhead(pages, rows.length < loadAhead || at >= hooks.length - loadAhead);
  const actions = {
    accept: () => commands.decide('published', 'pending'),
    reject: () => commands.decide('rejected', 'pending'),
    relabel: (field: LabelField, value: string) => hook && hook[field] !== value && commands.choose(field, value),
  };
  useKeys(actions, label, hook && loaded ? optionsOf(loaded, hook, label) : []);

  if (!pages.data) return pages.error ? <Problem error={pages.error} onRetry={pages.retry} /> : <ReviewSkeleton />;
  const tally = tallyOf(edits);
  return (
    <>
      {pages.error !== undefined && <Problem error={pages.error} onRetry={pages.retry} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="stack gap-3">
          {hook && loaded ? (
            <ReviewCard
              {...{ hook, loaded, label }}
              onLabel={setLabel}
              onChoose={actions.relabel}
              merge={commands.merge}
              dismiss={commands.dismiss}
              editor={
                commands.editing === hook.id && (
                  <HookEditor hook={hook} onSave={commands.save(hook)} onClose={commands.stopEditing} />
                )
              }
              actions={
                <ReviewActions
                  position={at + 1}
                  total={hooks.length + list.unloaded}
                  onMove={select.move}
                  onKeys={onHelp}
                  onAccept={actions.accept}
                  onReject={actions.reject}
                />
              }
            />
          ) : pages.hasMore ? (
            <Skeleton className="h-130 w-full" />
          ) : (
            <ReviewDone tally={tally} isFiltered={isFiltered} onRefresh={onReload} />
          )}
          <LastEdit notice={list.notice} isUndoable={undoable(edits) !== undefined} onUndo={commands.undo} />
        </div>
        <ReviewList list={list} tally={tally} current={hook?.id} onGo={select.focus} />
      </div>
      <OpenedHook store={store} />
    </>
  );
}

/** Digit keys change the focused label. */
const focusLabel = (name: LabelField) =>
  document.querySelector<HTMLElement>(`[name="label-${name}"]:checked, [name="label-${name}"]`)?.focus();

type Actions = {
  accept: () => void;
  reject: () => void;
  relabel: (label: LabelField, value: string) => void;
};

function useKeys(actions: Actions, label: LabelField, options: readonly string[]): void {
  const choose = (digit: number) => {
    const option = options[digit - 1];
    if (option !== undefined) actions.relabel(label, option);
    else if (digit === options.length + 1)
      document.querySelector<HTMLSelectElement>(`[name="other-${label}"]`)?.focus();
  };
  const digits = Array.from({ length: 9 }, (_, n) => [`${n + 1}`, () => choose(n + 1)] as const);
  const labels = labelFields.map((name) => [fieldKeys[name], () => focusLabel(name)] as const);
  useShortcuts({ a: actions.accept, r: actions.reject, ...Object.fromEntries([...digits, ...labels]) });
  useActions([
    { title: 'Accept hook', icon: 'check', run: actions.accept },
    { title: 'Reject hook', icon: 'close', run: actions.reject },
  ]);
}

function ReviewSkeleton() {
  return (
    <div aria-busy="true" className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <Skeleton className="h-130 w-full" />
      <Skeleton className="h-96 w-full max-lg:hidden" />
    </div>
  );
}

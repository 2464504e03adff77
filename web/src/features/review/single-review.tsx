// SingleReview: pending hooks one at a time, with the suggested values of each label on digit keys.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { editHooks, type HookChange, readHook } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { HookEditor } from '../bulk/hook-editor.tsx';
import { fieldKeys, type LabelField, labelFields } from '../bulk/label-fields.ts';
import type { ReviewViewProps } from './bulk-review.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewDone } from './review-done.tsx';
import { HeldDecisions, ReviewList } from './review-list.tsx';
import { currentOf, optionsOf, tallyOf } from './review-queue.ts';
import { openReview, type Review } from './review-store.ts';

export function SingleReview({ query, isFiltered, onReload, onHelp }: ReviewViewProps) {
  const [review] = useState(() => openReview(query));
  const { queue, error } = useSyncExternalStore(review.subscribe, review.get);
  const [label, setLabel] = useState<LabelField>('archetype');
  const [editing, setEditing] = useState('');
  const save =
    ({ id }: ReviewedHook) =>
    async (set: HookChange) => {
      await editHooks({ ids: [id], set });
      review.replaceHook(await readHook(id));
    };
  useFlushOnLeave(review);
  useKeys(review, label);
  useShortcuts({
    e: (event) => {
      event.preventDefault();
      setEditing(currentOf(queue)?.hook.id ?? '');
    },
  });
  const entry = currentOf(queue);

  if (queue.next === undefined) return error ? <Problem error={error} onRetry={review.load} /> : <ReviewSkeleton />;
  return (
    <>
      {error !== undefined && <Problem error={error} onRetry={review.load} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="stack gap-3">
          {entry ? (
            <ReviewCard
              entry={entry}
              label={label}
              onLabel={setLabel}
              onChoose={review.relabel}
              editor={
                editing === entry.hook.id && (
                  <HookEditor hook={entry.hook} onSave={save(entry.hook)} onClose={() => setEditing('')} />
                )
              }
              actions={<ReviewActions review={review} queue={queue} onKeys={onHelp} />}
            />
          ) : (
            <ReviewDone tally={tallyOf(queue)} isFiltered={isFiltered} onRefresh={onReload} />
          )}
          <HeldDecisions queue={queue} onUndo={review.undo} />
        </div>
        <ReviewList queue={queue} onGo={review.goTo} onUndo={review.undo} />
      </div>
    </>
  );
}

/** Sends held decisions when the user leaves the page. */
function useFlushOnLeave(review: Review): void {
  useEffect(() => {
    void review.load();
    addEventListener('pagehide', review.flush);
    return () => {
      removeEventListener('pagehide', review.flush);
      review.flush();
    };
  }, [review]);
}

/** Digit keys change the focused label. */
const focusLabel = (name: LabelField) =>
  document.querySelector<HTMLElement>(`[name="label-${name}"]:checked, [name="label-${name}"]`)?.focus();

function useKeys(review: Review, label: LabelField): void {
  const choose = (digit: number) => {
    const entry = currentOf(review.get().queue);
    if (!entry) return;
    const options = optionsOf(entry, label);
    const option = options[digit - 1];
    if (option !== undefined) review.relabel(label, option);
    else if (digit === options.length + 1)
      document.querySelector<HTMLSelectElement>(`[name="other-${label}"]`)?.focus();
  };
  const digits = Array.from({ length: 9 }, (_, n) => [`${n + 1}`, () => choose(n + 1)] as const);
  const labels = labelFields.map((name) => [fieldKeys[name], () => focusLabel(name)] as const);
  useShortcuts({
    a: () => review.decide('accepted'),
    r: () => review.decide('rejected'),
    u: () => review.undo(),
    j: () => review.move(1),
    k: () => review.move(-1),
    ...Object.fromEntries([...digits, ...labels]),
  });
  useActions([
    { title: 'Accept hook', icon: 'check', run: () => review.decide('accepted') },
    { title: 'Reject hook', icon: 'close', run: () => review.decide('rejected') },
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

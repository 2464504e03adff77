// /console/review: review pending hooks one at a time, by keyboard.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { FilterBar } from '../../kit/display/chip.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewCard } from './review-card.tsx';
import { HeldDecisions, ReviewList } from './review-list.tsx';
import { currentOf, type LabelField, optionsOf } from './review-queue.ts';
import { openReview, type Review } from './review-store.ts';

const ReviewDone = lazy(() => import('./review-done.tsx').then(({ ReviewDone }) => ({ default: ReviewDone })));
const ReviewKeys = lazy(() => import('./review-keys.tsx').then(({ ReviewKeys }) => ({ default: ReviewKeys })));

const sorts = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'confidence', label: 'Least confident first' },
  { value: 'views', label: 'Most viewed first' },
];

export function ReviewPage() {
  const [sort, setSort] = useQueryState('sort', 'oldest');
  const filters = useFilters(['import', 'source']);
  const query = { sort, import: filters.import?.[0], source: filters.source?.[0] };
  return (
    <PageBody>
      <PageHeader
        title="Review"
        description="Hooks with uncertain labels. Clients see a hook once you accept it."
        call={{ path: '/operator/hooks', query: { state: 'pending', ...query }, isOperator: true }}
        actions={
          <SelectField
            name="sort"
            label="Sort by"
            hideLabel
            options={sorts}
            value={sort}
            onChange={(event) => setSort(event.target.value)}
          />
        }
      />
      <FilterBar
        filters={filters}
        onChange={(name, values) => changeQuery({ [name]: values })}
        onClear={() => changeQuery({ import: undefined, source: undefined })}
      />
      <Session key={JSON.stringify(query)} query={query} />
    </PageBody>
  );
}

function Session({ query }: { query: Parameters<typeof openReview>[0] }) {
  const [count, setCount] = useState(0);
  return <Queue key={count} query={query} onRefresh={() => setCount(count + 1)} />;
}

function Queue({ query, onRefresh }: { query: Parameters<typeof openReview>[0]; onRefresh: () => void }) {
  const [review] = useState(() => openReview(query));
  const { queue, error } = useSyncExternalStore(review.subscribe, review.get);
  const [label, setLabel] = useState<LabelField>('archetype');
  const [isHelpOpen, setHelpOpen] = useState(false);
  useFlushOnLeave(review);
  useKeys(review, label, () => setHelpOpen(true));
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
              actions={<ReviewActions review={review} queue={queue} onKeys={() => setHelpOpen(true)} />}
            />
          ) : (
            <Suspense fallback={<Skeleton className="h-48 w-full" />}>
              <ReviewDone queue={queue} isFiltered={Boolean(query.import ?? query.source)} onRefresh={onRefresh} />
            </Suspense>
          )}
          <HeldDecisions queue={queue} onUndo={review.undo} />
        </div>
        <ReviewList queue={queue} onGo={review.goTo} onUndo={review.undo} />
      </div>
      <Suspense>{isHelpOpen && <ReviewKeys onClose={() => setHelpOpen(false)} />}</Suspense>
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

const labelKeys = { t: 'archetype', e: 'emotional_trigger', n: 'niche', f: 'format' } as const;

/** Digit keys change the focused label. */
const focusLabel = (name: LabelField) =>
  document.querySelector<HTMLElement>(`[name="label-${name}"]:checked, [name="label-${name}"]`)?.focus();

function useKeys(review: Review, label: LabelField, onHelp: () => void): void {
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
  const labels = Object.entries(labelKeys).map(([key, name]) => [key, () => focusLabel(name)] as const);
  useShortcuts({
    a: () => review.decide('accepted'),
    r: () => review.decide('rejected'),
    u: () => review.undo(),
    j: () => review.move(1),
    k: () => review.move(-1),
    '?': onHelp,
    ...Object.fromEntries([...digits, ...labels]),
  });
  useActions([
    { title: 'Accept hook', icon: 'check', run: () => review.decide('accepted') },
    { title: 'Reject hook', icon: 'close', run: () => review.decide('rejected') },
    { title: 'Keyboard shortcuts', icon: 'info', run: onHelp },
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

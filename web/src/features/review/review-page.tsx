// /console/review: pending hooks, as a list that is decided in bulk or one at a time, by keyboard.
import { useState } from 'react';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { showShortcuts } from '../../shell/shortcuts/help.tsx';
import { useHookQuery } from '../bulk/hook-query.ts';
import { HookFilters } from '../curation/hook-filters.tsx';
import { Confidence, QueueFilters } from './queue-filters.tsx';

const placeholder = <Skeleton className="h-130 w-full" />;
const BulkReview = lazyPart(() => import('./bulk-review.tsx'), 'BulkReview', placeholder);
const SingleReview = lazyPart(() => import('./single-review.tsx'), 'SingleReview', placeholder);

const sorts = [
  { value: 'promising', label: 'Most promising' },
  { value: 'views', label: 'Most viewed first' },
  { value: 'teaching', label: 'Best for training' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'group', label: 'Same texts together' },
  { value: 'confidence', label: 'Least confident first' },
];

export function ReviewPage() {
  const { query: filters, chips } = useHookQuery();
  const [sort] = useQueryState('sort', 'promising');
  const query = { ...filters, sort };
  // A new number reloads the queue.
  const [number, setNumber] = useState(0);
  const props = {
    query,
    isFiltered: Object.keys(filters).length > 0,
    onReload: () => setNumber((now) => now + 1),
    onHelp: showShortcuts,
  };
  const key = JSON.stringify([query, number]);
  return (
    <PageBody>
      <PageHeader
        title="Review"
        description="Customers see a hook once you accept it."
        call={{ path: '/operator/hooks', query: { state: 'pending', ...query }, isOperator: true }}
      />
      <HookFilters sorts={sorts} sort="promising" chips={chips}>
        <QueueFilters />
      </HookFilters>
      <Confidence query={query} />
      <Tabs
        label="Views"
        name="view"
        tabs={[
          { id: 'list', label: 'List', panel: <BulkReview key={key} {...props} /> },
          { id: 'single', label: 'One at a time', panel: <SingleReview key={key} {...props} /> },
        ]}
      />
    </PageBody>
  );
}

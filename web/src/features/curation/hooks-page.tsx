// /console/hooks: hooks in every state, with search and filters; `?hook=` opens one next to the list.
import { hooksPath, readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { anyState, noFilters, useHookQuery } from '../bulk/hook-query.ts';
import { FilterSelect, HookFilters } from './hook-filters.tsx';
import { WaitingClaims } from './source-records.tsx';

const placeholder = <Skeleton className="h-130 w-full" />;
const SampleData = lazyPart(() => import('./sample-data.tsx'), 'SampleData');
const HookDialog = lazyPart(() => import('./hook-dialog.tsx'), 'HookDialog');
const HooksTable = lazyPart(() => import('./hooks-table.tsx'), 'HooksTable', placeholder);

const states = [
  { value: 'published', label: 'In the catalog' },
  { value: 'pending', label: 'Pending' },
  { value: 'retired', label: 'Retired' },
  { value: 'rejected', label: 'Rejected' },
  { value: anyState, label: 'Any state' },
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'views', label: 'Most viewed first' },
  { value: 'group', label: 'Same texts together' },
  { value: 'confidence', label: 'Least confident first' },
];

export function HooksPage() {
  const { query: filters, chips } = useHookQuery('published');
  const [sort] = useQueryState('sort', 'newest');
  const query = { ...filters, sort };
  const [open, setOpen] = useQueryState('hook');
  const pages = usePages<ReviewedHook>([hooksPath, query], (after) => readHooks({ ...query, limit: 50, after }));
  const { data: hooks, error, mutate } = pages;
  return (
    <PageBody>
      <PageHeader
        title="Hooks"
        description="Imports never overwrite your edits."
        call={{ path: hooksPath, query, isOperator: true }}
        actions={
          <LinkButton icon="review" href="/console/review">
            Review pending
          </LinkButton>
        }
      />
      <SampleData onRemoved={mutate} />
      <WaitingClaims />
      <HookFilters sorts={sorts} sort="newest" chips={chips}>
        <FilterSelect name="state" label="State" options={states} />
      </HookFilters>
      {error && !hooks ? (
        <Problem error={error} onRetry={mutate} />
      ) : hooks?.length === 0 ? (
        <NoHooks isFiltered={Object.keys(filters).length > 1 || filters.state !== 'published'} />
      ) : (
        (hooks && <HooksTable pages={pages} query={filters} />) || placeholder
      )}
      <LoadMore from={pages} />
      {open && <HookDialog key={open} id={open} onClose={() => setOpen('')} onChanged={mutate} />}
    </PageBody>
  );
}

function NoHooks({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No hooks match these filters"
        action={<Button onClick={() => changeQuery(noFilters)}>Clear filters</Button>}
      >
        Search finds any part of the text, ignoring case, or an exact id such as hook_1204.
      </EmptyState>
    );
  return (
    <EmptyState
      title="The catalog is empty"
      action={
        <LinkButton kind="primary" icon="import" href="/console/imports">
          Import a file
        </LinkButton>
      }
    >
      Import a file, or add a source that fetches hooks on a schedule.
    </EmptyState>
  );
}

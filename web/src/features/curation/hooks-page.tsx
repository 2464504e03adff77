// /console/hooks: hooks in every state, with search and filters; `?hook=` opens one beside the list.
import { lazy, Suspense } from 'react';
import { hooksPath, readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { usePages } from '../../api/use-api.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { FilterBar } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { HookList } from '../hooks/hook-list.tsx';
import { filterText, type HookFilterName, HookFilters, noFilters, useHookQuery } from './hook-filters.tsx';
import { WaitingClaims } from './hook-holders.tsx';
import { stateTones } from './hook-state.ts';
import { SampleData } from './sample-data.tsx';

const HookDialog = lazy(() => import('./hook-dialog.tsx').then(({ HookDialog }) => ({ default: HookDialog })));

export function HooksPage() {
  const { query, chips } = useHookQuery();
  const [open, setOpen] = useQueryState('hook');
  const pages = usePages<ReviewedHook>([hooksPath, query], (after) => readHooks({ ...query, limit: 50, after }));
  const { data: hooks, error, mutate } = pages;
  // The API accepts one value per filter.
  const filter = (name: HookFilterName, value: string) =>
    changeQuery({ [name]: chips[name]?.includes(value) ? undefined : value });
  return (
    <PageBody>
      <PageHeader
        title="Hooks"
        description="All hooks in any state. Imports never overwrite your edits."
        call={{ path: hooksPath, query, isOperator: true }}
        actions={
          <LinkButton icon="review" href="/console/review">
            Review pending
          </LinkButton>
        }
      />
      <SampleData onRemoved={mutate} />
      <WaitingClaims />
      <div className="stack gap-3">
        <HookFilters />
        <FilterBar
          filters={chips}
          labelOf={filterText}
          onChange={(name, values) => changeQuery({ [name]: values })}
          onClear={() => changeQuery(noFilters)}
        />
      </div>
      {error && !hooks ? (
        <Problem error={error} onRetry={mutate} />
      ) : hooks?.length === 0 ? (
        <NoHooks isFiltered={Object.keys(query).length > 1} />
      ) : (
        <HookList
          label="Hooks"
          hooks={hooks}
          href={({ id }) => hrefOf(id)}
          onFilter={filter}
          filters={chips}
          actions={(hook) => <State of={hook as ReviewedHook} />}
        />
      )}
      <LoadMore from={pages} />
      {open && (
        <Suspense>
          <HookDialog key={open} id={open} onClose={() => setOpen('')} onChanged={mutate} />
        </Suspense>
      )}
    </PageBody>
  );
}

/** Keeps the list's filters in the URL. */
function hrefOf(id: string): string {
  const search = new URLSearchParams(location.search);
  search.set('hook', id);
  return `/console/hooks?${search}`;
}

function State({ of: { state } }: { of: ReviewedHook }) {
  return (
    <span className={`flex shrink-0 justify-end sm:w-20 ${state === 'published' ? 'max-sm:hidden' : ''}`}>
      <Badge tone={stateTones[state]}>{capitalized(state)}</Badge>
    </span>
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

// /console/hooks: every hook in any state, found by text, id, labels and origin; one of them beside the list.
import { lazy, Suspense } from 'react';
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';
import { hooksPath, readHooks } from '../../api/curation.ts';
import { usePages } from '../../api/use-api.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { FilterBar } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { HookList } from '../../kit/display/hook-list.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { type HookFilterName, HookFilters, noFilters, useHookQuery } from './hook-filters.tsx';
import { stateTones } from './hook-state.ts';

const HookDialog = lazy(() => import('./hook-dialog.tsx').then(({ HookDialog }) => ({ default: HookDialog })));

export function HooksPage() {
  const { query, chips } = useHookQuery();
  const [open, setOpen] = useQueryState('hook');
  const pages = usePages<ReviewedHook>([hooksPath, query], (after) => readHooks({ ...query, limit: 50, after }));
  const { data: hooks, error, mutate } = pages;
  // The API takes one value of each.
  const filter = (name: HookFilterName, value: string) =>
    changeQuery({ [name]: chips[name]?.includes(value) ? undefined : value });
  return (
    <PageBody>
      <PageHeader
        title="Hooks"
        description="In every state. What is changed here is a curator’s, and no import takes it back."
        call={{ path: hooksPath, query, isOperator: true }}
        actions={
          <LinkButton icon="review" href="/console/review">
            Review what waits
          </LinkButton>
        }
      />
      <div className="stack gap-3">
        <HookFilters />
        <FilterBar
          filters={chips}
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

/** The row beside which the hook is shown: the list's own address with the hook in it. */
function hrefOf(id: string): string {
  const search = new URLSearchParams(location.search);
  search.set('hook', id);
  return `/console/hooks?${search}`;
}

function State({ of: { state } }: { of: ReviewedHook }) {
  return (
    <span className={`flex shrink-0 justify-end sm:w-20 ${state === 'published' ? 'max-sm:hidden' : ''}`}>
      <Badge tone={stateTones[state]}>{state}</Badge>
    </span>
  );
}

function NoHooks({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No hook is like that"
        action={<Button onClick={() => changeQuery(noFilters)}>Clear all</Button>}
      >
        The text is looked for as a part of the line, whatever its case. An id is hook_ and digits.
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
      Hooks come from files that are imported, and from sources that fetch them.
    </EmptyState>
  );
}

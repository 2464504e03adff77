// Rows of the hooks page. A row opens the hook's page, or a dialog when the plan lacks full records.
import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListedHook } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import type { Selection } from '../bulk/selection.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { HookList } from './hook-list.tsx';

const RowActions = lazyPart(() => import('./row-actions.tsx'), 'default');
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'default');
const HookBrief = lazyPart(() => import('./hook-brief.tsx'), 'HookBrief');

/** Takes the room of the actions while they load. */
const noActions = (
  <>
    <span className="order-first w-4 max-sm:hidden" />
    <span className="w-14.5 shrink-0 max-sm:w-6.5" />
  </>
);

type HookRowsProps = {
  label: string;
  hooks: readonly ListedHook[] | undefined;
  control: FilterControl;
  skeletonRows?: number;
};

export function HookRows({ label, hooks, control: { filters, toggle }, skeletonRows }: HookRowsProps) {
  const search = new URLSearchParams(useSearch());
  const [path] = useLocation();
  const { data: meta } = useMeta();
  const isFull = meta?.account.features.includes('full') ?? true;
  const [selection, onSelect] = useState<Selection>();
  const selecting = { ids: hooks?.map(({ id }) => id) ?? [], selection, onSelect };
  const opened = hooks?.find(({ id }) => id === search.get('hook'));
  const briefPath = (id: string) => {
    search.set('hook', id);
    return `${path}?${search}`;
  };
  return (
    <>
      <HookList
        label={label}
        hooks={hooks}
        href={({ id }) => (isFull ? `/dashboard/hooks/${id}` : briefPath(id))}
        onFilter={toggle}
        filters={filters}
        skeletonRows={skeletonRows}
        actions={(hook) => (
          <Suspense fallback={noActions}>
            <RowActions hook={hook} isFull={isFull} selecting={selecting} />
          </Suspense>
        )}
      />
      <SelectionBar {...selecting} />
      {opened && <HookBrief hook={opened} onClose={() => changeQuery({ hook: undefined })} />}
    </>
  );
}

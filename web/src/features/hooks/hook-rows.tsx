// Rows of the hooks page. A row opens the hook's page, or a dialog when the plan lacks full records.
import { lazy, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListedHook } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { HookList } from './hook-list.tsx';

const HookMenu = lazy(() => import('./hook-menu.tsx'));
const HookBrief = lazy(() => import('./hook-brief.tsx').then(({ HookBrief }) => ({ default: HookBrief })));

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
          <span className="-mr-1.5 w-8 shrink-0">
            <Suspense>
              <HookMenu hook={hook} isFull={isFull} />
            </Suspense>
          </span>
        )}
      />
      {opened && (
        <Suspense>
          <HookBrief hook={opened} onClose={() => changeQuery({ hook: undefined })} />
        </Suspense>
      )}
    </>
  );
}

// Rows of the hooks page. A row opens the hook's page.
import { useState } from 'react';
import type { ListedHook } from '../../api/catalog.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import type { Selection } from '../bulk/selection.ts';
import type { FilterControl } from '../filters/use-hook-filters.ts';
import { HookList } from './hook-list.tsx';
import type { Sort } from './hook-sorts.ts';

const SortedBy = lazyPart(() => import('./sorted-by.tsx'), 'default');
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'default');

const RowActions = lazyPart(
  () => import('./row-actions.tsx'),
  'default',
  // Placeholder with the size of the actions.
  <>
    <span className="order-first w-4 max-sm:hidden" />
    <span className="w-14.5 shrink-0 max-sm:w-6.5" />
  </>,
);

type HookRowsProps = {
  label: string;
  hooks: readonly ListedHook[] | undefined;
  control: FilterControl;
  sort?: Sort;
  skeletonRows?: number;
};

export function HookRows({ label, hooks, control: { filters, toggle }, sort, skeletonRows }: HookRowsProps) {
  const [selection, onSelect] = useState<Selection>();
  const selecting = { ids: hooks?.map(({ id }) => id) ?? [], selection, onSelect };
  return (
    <>
      <HookList
        label={label}
        hooks={hooks}
        href={({ id }) => `/dashboard/hooks/${id}`}
        onFilter={toggle}
        filters={filters}
        skeletonRows={skeletonRows}
        figure={(hook) => <SortedBy hook={hook} sort={sort} />}
        actions={(hook) => <RowActions hook={hook} selecting={selecting} />}
      />
      <SelectionBar {...selecting} />
    </>
  );
}

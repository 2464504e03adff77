// MoreFilters: a button that opens the filters that are not needed every day in a panel at the side.

import { useState } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import type { MoreFiltersProps } from './collection-filter.tsx';
import { type FilterName, type HookFilters, isLabel, setNames } from './hook-filters.ts';

const MoreFiltersForm = lazyPart(
  () => import('./more-filters-form.tsx'),
  'MoreFiltersForm',
  <Skeleton className="h-160 w-full" />,
);

const everyday: readonly FilterName[] = ['min_views', 'max_views', 'added_since', 'q'];

export function MoreFilters(props: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countMore(props.filters);
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        More filters{count > 0 && ` · ${count}`}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="More filters" side>
        <MoreFiltersForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Filters that only this panel shows, excluded values among them. */
function countMore(filters: HookFilters): number {
  return setNames(filters).filter(
    (name) => !everyday.includes(name) && (!isLabel(name) || filters[name]?.some((value) => value.startsWith('-'))),
  ).length;
}

// MoreFilters: a button that opens the filters that are not needed every day in a panel at the side.

import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import type { MoreFiltersProps } from './collection-filter.tsx';
import { type FilterName, type HookFilters, isLabel, setNames } from './hook-filters.ts';

const MoreFiltersForm = lazy(() =>
  import('./more-filters-form.tsx').then(({ MoreFiltersForm }) => ({ default: MoreFiltersForm })),
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
        <Suspense fallback={<Skeleton className="h-160 w-full" />}>
          <MoreFiltersForm {...props} onDone={() => setOpen(false)} />
        </Suspense>
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

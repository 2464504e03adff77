// Button that opens the hook filters in a dialog, for pages and screens without room for the panel.
import { useState } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import type { FilterControl } from './use-hook-filters.ts';

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'), 'FilterSheet', <Skeleton className="h-96 w-full" />);

export function FilterButton({ control }: { control: FilterControl }) {
  const [isOpen, setOpen] = useState(false);
  const { filters } = control;
  const count = Object.entries(filters).filter(([name, values]) => name !== 'q' && values?.length).length;
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        Filters{count > 0 && ` · ${count}`}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters">
        <FilterSheet control={control} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

// Button that opens the facet panel in a dialog, for pages and screens without room for it. A separate chunk.
import { useState } from 'react';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { type FilterControl, useFacets } from './use-hook-filters.ts';

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
        <Panel control={control} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Panel({ control, onDone }: { control: FilterControl; onDone: () => void }) {
  const { filters, query, change } = control;
  return (
    <>
      <FacetPanel control={control} facets={useFacets(query)} />
      <div className="sticky -bottom-px -mx-5 -mb-5 flex gap-2 border-t bg-surface px-5 py-3">
        <Button kind="primary" onClick={onDone}>
          Show results
        </Button>
        <Button kind="ghost" onClick={() => change({ q: filters.q })}>
          Clear all
        </Button>
      </div>
    </>
  );
}

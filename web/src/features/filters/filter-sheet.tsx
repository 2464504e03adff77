// Content of the filter dialog: the facet panel and its buttons.
import { Button } from '../../kit/forms/button.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { type FilterControl, useFacets } from './use-hook-filters.ts';

export function FilterSheet({ control, onDone }: { control: FilterControl; onDone: () => void }) {
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

// CollectionFilter: only hooks of one of the account's collections. Nothing without collections.

import { SelectField } from '../../kit/forms/field.tsx';
import type { HookFilters } from './hook-filters.ts';
import { useCollections } from './use-collection-names.ts';

export type MoreFiltersProps = { filters: HookFilters; onChange: (filters: HookFilters) => void };

export function CollectionFilter({ filters, onChange }: MoreFiltersProps) {
  const collections = useCollections();
  const chosen = filters.collection ?? [];
  if (!collections?.length) return null;
  return (
    <SelectField
      name="collection"
      label="Collection"
      value={chosen.join(',')}
      options={[
        { value: '', label: 'Any' },
        // By API a filter can have several.
        ...(chosen.length > 1 ? [{ value: chosen.join(','), label: `${chosen.length} collections` }] : []),
        ...collections.map(({ collection_id, name }) => ({ value: collection_id, label: name })),
      ]}
      onChange={({ target }) => onChange({ ...filters, collection: target.value ? target.value.split(',') : [] })}
    />
  );
}

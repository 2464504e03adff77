// CollectionFilter: only hooks of one of the account's collections. Nothing without collections.
import type { Collection } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { SelectField } from '../../kit/forms/field.tsx';
import type { MoreFiltersProps } from './more-filters.tsx';

export function CollectionFilter({ filters, onChange }: MoreFiltersProps) {
  const { data: collections } = useApi<Collection[]>('/collections');
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

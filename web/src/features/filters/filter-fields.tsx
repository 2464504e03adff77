// HookFilterFields: the filters of hooks that can be added, each with its field. Applied as they are set.
import { filterFields } from '../../../../sdk/src/filter-fields.ts';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { useMeta } from '../../api/meta.ts';
import { AddFilter, type OpenFilter } from '../../kit/forms/add-filter.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { CommitField } from '../../kit/forms/commit-field.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { CountRange } from './count-range.tsx';
import { filterExamples } from './filter-examples.ts';
import { valueName, valueText } from './filter-text.ts';
import { countFields } from './form-filters.ts';
import { type FilterName, filterNames, type HookFilters, isLabel, kindOf, namesOf, toggled } from './hook-filters.ts';
import { useCollections } from './use-collection-names.ts';

/** `hasPanel` is true if the facet panel is next to it. */
type FieldsProps = OpenFilter & { filters: HookFilters; onChange: (filters: HookFilters) => void; hasPanel?: boolean };

/** Filters that the search field and the facets set. */
const notAdded: readonly FilterName[] = ['q', 'match', 'ids'];
const ofPanel: readonly FilterName[] = ['min_views', 'added_since'];
const choices: Partial<Record<FilterName, readonly string[]>> = {
  min_confidence: ['0.5', '0.7', '0.8', '0.9', '0.95'],
  sample: ['false', 'true'],
};

export function HookFilterFields({ filters, onChange, hasPanel, ...open }: FieldsProps) {
  const collections = useCollections();
  const { data: meta } = useMeta();
  const set = (name: FilterName, values: readonly string[]) =>
    onChange({ ...filters, [name]: values.map((value) => value.trim()).filter(Boolean) });

  function fieldOf(name: FilterName) {
    const values = filters[name] ?? [];
    const [value = ''] = values;
    const shared = { name, label: filterTitle(name), placeholder: filterExamples[name] };
    const count = countFields.find((field) => name === `min_${field}`);
    if (count) return <CountRange field={count} filters={filters} onChange={onChange} />;
    if (kindOf(name) === 'time')
      return <DateField {...shared} value={value.slice(0, 10)} onCommit={(text) => set(name, [text])} />;
    if (choices[name])
      return (
        <SelectField
          name={name}
          label={shared.label}
          value={value}
          options={[
            { value: '', label: 'Any' },
            ...[...new Set([...choices[name], ...values])].map((one) => ({
              value: one,
              label: capitalized(valueText(name, one)),
            })),
          ]}
          onChange={({ target }) => set(name, [target.value])}
        />
      );
    const options = optionsOf(name);
    if (options)
      return (
        <Combobox
          label={shared.label}
          isMultiple
          options={options}
          chosen={values}
          onChoose={(one) => onChange(toggled(filters, name, one))}
        />
      );
    const isList = name === 'creator';
    return (
      <CommitField
        {...shared}
        maxLength={2048}
        hint={isList && 'Separate names with commas. Write - before a name to exclude it.'}
        value={isList ? values.join(', ') : value}
        onCommit={(text) => set(name, isList ? text.split(',') : [text])}
      />
    );
  }

  function optionsOf(name: FilterName) {
    if (name === 'collection') return collections?.map((one) => ({ value: one.collection_id, label: one.name }));
    if (name !== 'has' && name !== 'labels_method') return undefined;
    return Object.entries(filterFields[name].values).map(([value, label]) => ({ value, label: capitalized(label) }));
  }

  const names = filterNames.filter(
    (name) =>
      !isLabel(name) &&
      !name.startsWith('max_') &&
      !notAdded.includes(name) &&
      (name !== 'collection' || collections?.length),
  );
  const fields = names.map((name) => {
    return { name, title: titleOf(name), field: fieldOf(name), isOnlySearched: hasPanel && ofPanel.includes(name) };
  });
  const values = namesOf('label').flatMap((label) =>
    Object.keys(meta?.values[label] ?? {}).map((value) => {
      const title = `${filterTitle(label)}: ${valueName(label, value)}`;
      return {
        name: `${label} ${value}`,
        title,
        isOnlySearched: true,
        onChoose: () => onChange(toggled(filters, label, value)),
      };
    }),
  );
  return <AddFilter {...open} fields={[...fields, ...values]} />;
}

/** “Likes”, for `min_likes` and `max_likes`. */
function titleOf(name: FilterName): string {
  const field = countFields.find((one) => name === `min_${one}`);
  if (!field) return filterTitle(name);
  const known: Readonly<Record<string, string>> = filterFields.has.values;
  return capitalized(known[field] ?? field.replaceAll('_', ' '));
}

// MoreFilters: hook filters that can be added to the ones always shown. A separate chunk.
import { readImports, useValues } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { AddFilter, type OpenFilter } from '../../kit/forms/add-filter.tsx';
import { CommitField } from '../../kit/forms/commit-field.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { formatDate, formatPercent } from '../../kit/page/format.ts';
import { changeQuery, useFilters } from '../../kit/page/query-state.ts';
import { filterNames, filterText, type HookFilterName, labelFilters } from '../bulk/hook-query.ts';
import { labelMethods, reviewReasons } from '../bulk/hook-state.ts';
import { fieldTitles } from '../bulk/label-fields.ts';

type Options = readonly { value: string; label: string }[];

const titles = { ...fieldTitles, platform: 'Platform' };
const optionOf = (name: HookFilterName, value: string): Options => [{ value, label: filterText(name, value) }];
const reasons = Object.entries(reviewReasons).map(([value, label]) => ({ value, label }));
const shares = ['0.3', '0.5', '0.7', '0.9'].map((value) => ({ value, label: formatPercent(Number(value)) }));

export function MoreFilters(open: OpenFilter) {
  const values = useValues();
  const { data: imports } = useApi(['imports', 'recent'], () => readImports({ limit: 50 }));
  const sources = [...new Set(imports?.data.map(({ source }) => source))].sort();
  const importName = (filename: string, at: string) => `${filename}, ${formatDate(at)}`;
  /** The third item is a list of options, undefined while loading, or the placeholder of a text field. */
  const filters: [HookFilterName, string, Options | string | undefined][] = [
    ...labelFilters.map((name): (typeof filters)[number] => {
      return [name, titles[name], values?.[name].map((term) => ({ value: term.id, label: term.name }))];
    }),
    ['language', 'Language', 'en'],
    ['creator', 'Creator', 'Full name'],
    ['source', 'Source', sources.map((value) => ({ value, label: value }))],
    [
      'import',
      'Import',
      imports?.data.map((one) => ({ value: one.id, label: importName(one.filename, one.started_at) })),
    ],
    ['reason', 'Reason for review', reasons],
    ['min_confidence', 'Minimum confidence', shares],
    ['max_confidence', 'Maximum confidence', shares],
    ['method', 'Where labels come from', labelMethods],
    ['claims', 'Unlikely view counts', optionOf('claims', 'waiting')],
    ['duplicates', 'Duplicates', optionOf('duplicates', 'near')],
  ];
  return (
    <AddFilter
      {...open}
      fields={filters.map(([name, title, options]) => {
        return { name, title, field: <FilterField name={name} label={title} options={options} /> };
      })}
    />
  );
}

type FieldProps = { name: HookFilterName; label: string; options: Options | string | undefined };

/** A value of the URL that is not in the list is kept. */
function FilterField({ name, label, options = [] }: FieldProps) {
  const value = useFilters(filterNames)[name]?.[0] ?? '';
  const set = (text: string) => changeQuery({ [name]: text.trim() });
  if (typeof options === 'string')
    return <CommitField {...{ name, label, value }} placeholder={options} onCommit={set} />;
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <SelectField
      {...{ name, label, value }}
      options={[{ value: '', label: 'Any' }, ...options, ...(isListed ? [] : optionOf(name, value))]}
      onChange={({ target }) => set(target.value)}
    />
  );
}

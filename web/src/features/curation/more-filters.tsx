// MoreFilters: the filters of hooks that can be added to those that are always shown. A separate chunk.
import { readImports, useValues } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { AddFilter, type OpenFilter } from '../../kit/forms/add-filter.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { formatDate, formatPercent } from '../../kit/page/format.ts';
import { changeQuery, useFilters } from '../../kit/page/query-state.ts';
import { filterNames, filterText, type HookFilterName, labelFilters } from '../bulk/hook-query.ts';
import { labelMethods, reviewReasons } from '../bulk/hook-state.ts';
import { fieldTitles } from '../bulk/label-fields.ts';

const titles = { ...fieldTitles, platform: 'Platform' };
const reasons = Object.entries(reviewReasons).map(([value, label]) => ({ value, label }));
const shares = ['0.3', '0.5', '0.7', '0.9'].map((value) => ({ value, label: formatPercent(Number(value)) }));

export function MoreFilters(open: OpenFilter) {
  const values = useValues();
  const { data: imports } = useApi(['imports', 'recent'], () => readImports({ limit: 50 }));
  const sources = [...new Set(imports?.data.map(({ source }) => source))].sort();
  const choice = (name: HookFilterName, title: string, options: ChoiceProps['options']) => ({
    name,
    title,
    field: <Choice name={name} label={title} options={options} />,
  });
  const text = (name: HookFilterName, title: string, placeholder: string) => ({
    name,
    title,
    field: <TextFilter name={name} label={title} placeholder={placeholder} />,
  });
  const ofImports = imports?.data.map(({ id, filename, started_at }) => ({
    value: id,
    label: `${filename}, ${formatDate(started_at)}`,
  }));
  return (
    <AddFilter
      {...open}
      fields={[
        ...labelFilters.map((name) =>
          choice(
            name,
            titles[name],
            values?.[name].map((term) => ({ value: term.id, label: term.name })),
          ),
        ),
        text('language', 'Language', 'en'),
        text('creator', 'Creator', 'Full name'),
        choice(
          'source',
          'Source',
          sources.map((value) => ({ value, label: value })),
        ),
        choice('import', 'Import', ofImports),
        choice('reason', 'Reason for review', reasons),
        choice('min_confidence', 'Confidence from', shares),
        choice('max_confidence', 'Confidence up to', shares),
        choice('method', 'Labels by', labelMethods),
        choice('claims', 'View counts', optionOf('claims', 'waiting')),
        choice('duplicates', 'Duplicates', optionOf('duplicates', 'near')),
      ]}
    />
  );
}

const optionOf = (name: HookFilterName, value: string) => [{ value, label: filterText(name, value) }];

type ChoiceProps = {
  name: HookFilterName;
  label: string;
  /** undefined while loading. */
  options: readonly { value: string; label: string }[] | undefined;
};

/** A value of the URL that is not in the list is kept. */
function Choice({ name, label, options = [] }: ChoiceProps) {
  const value = useFilters(filterNames)[name]?.[0] ?? '';
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <SelectField
      name={name}
      label={label}
      value={value}
      options={[
        { value: '', label: 'Any' },
        ...options,
        ...(isListed ? [] : [{ value, label: filterText(name, value) }]),
      ]}
      onChange={(event) => changeQuery({ [name]: event.target.value })}
    />
  );
}

/** Applied on blur or Enter, since only complete values match. */
function TextFilter({ name, label, placeholder }: { name: HookFilterName; label: string; placeholder: string }) {
  const value = useFilters(filterNames)[name]?.[0] ?? '';
  return (
    <TextField
      key={value}
      name={name}
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => changeQuery({ [name]: event.target.value.trim() })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

// MoreFilters: the filters of hooks that are not always shown.
import { readImports, useValues } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { formatDate, formatPercent } from '../../kit/page/format.ts';
import { changeQuery, useFilters } from '../../kit/page/query-state.ts';
import { filterNames, filterText, type HookFilterName, labelFilters } from '../bulk/hook-query.ts';
import { labelMethods, reviewReasons } from '../bulk/hook-state.ts';
import { fieldTitles } from '../bulk/label-fields.ts';

const titles = { ...fieldTitles, platform: 'Platform' };
const reasons = Object.entries(reviewReasons).map(([value, label]) => ({ value, label }));
const shares = ['0.3', '0.5', '0.7', '0.9'].map((value) => ({ value, label: formatPercent(Number(value)) }));

export function MoreFilters() {
  const values = useValues();
  const { data: imports } = useApi(['imports', 'recent'], () => readImports({ limit: 50 }));
  const sources = [...new Set(imports?.data.map(({ source }) => source))].sort();
  return (
    <div className="grid gap-3 rounded-md border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4">
      {labelFilters.map((name) => (
        <Choice
          key={name}
          name={name}
          label={titles[name]}
          options={values?.[name].map((term) => ({ value: term.id, label: term.name }))}
        />
      ))}
      <TextFilter name="language" label="Language" placeholder="en" />
      <TextFilter name="creator" label="Creator" placeholder="Full name" />
      <Choice name="source" label="Source" options={sources.map((value) => ({ value, label: value }))} />
      <Choice
        name="import"
        label="Import"
        options={imports?.data.map(({ id, filename, started_at }) => ({
          value: id,
          label: `${filename}, ${formatDate(started_at)}`,
        }))}
      />
      <Choice name="reason" label="Reason for review" options={reasons} />
      <Choice name="min_confidence" label="Confidence from" options={shares} />
      <Choice name="max_confidence" label="Confidence up to" options={shares} />
      <Choice name="method" label="Labels by" options={labelMethods} />
      <Choice name="claims" label="View counts" options={optionOf('claims', 'waiting')} />
      <Choice name="duplicates" label="Duplicates" options={optionOf('duplicates', 'near')} />
    </div>
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

// FilterBuilder: which hooks are meant, by labels with their counts, views and words. Used where an export or a webhook is made.
import { useState } from 'react';
import { useMeta } from '../../api/meta.ts';
import { TextField } from '../../kit/forms/field.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterValues } from './filter-values.tsx';
import { findFault, type HookFilters, hasFilters, labelNames, readViews, toggled } from './hook-filters.ts';

type FilterBuilderProps = { value: HookFilters; onChange: (value: HookFilters) => void };

export function FilterBuilder({ value, onChange }: FilterBuilderProps) {
  const { data: meta } = useMeta();
  const fault = findFault(value);
  return (
    <fieldset className="stack gap-3">
      <legend className="mb-1.5 font-medium">
        Which hooks <span className="font-normal text-muted">· all of them unless you say</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {labelNames.map((name) => (
          <FilterValues
            key={name}
            name={name}
            counts={meta?.values[name]}
            chosen={value[name] ?? []}
            onToggle={(one) => onChange(toggled(value, name, one))}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_2fr]">
        <ViewsField name="min_views" label="Views from" value={value} onChange={onChange} />
        <ViewsField name="max_views" label="to" value={value} onChange={onChange} />
        <div className="max-sm:col-span-2">
          <TextField
            name="filters/q"
            label="Words in the text"
            placeholder="such as salary"
            maxLength={200}
            spellCheck={false}
            value={value.q?.[0] ?? ''}
            onChange={(event) => onChange({ ...value, q: event.target.value ? [event.target.value] : [] })}
          />
        </div>
      </div>
      {fault && (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      )}
      {/* Of a height of its own, so that nothing below moves with the first one. */}
      <div className="flex min-h-5.5 items-center text-xs text-muted">
        {hasFilters(value) ? <FilterChips filters={value} onChange={onChange} /> : 'No filter is set.'}
      </div>
    </fieldset>
  );
}

type ViewsFieldProps = FilterBuilderProps & { name: 'min_views' | 'max_views'; label: string };

function ViewsField({ name, label, value, onChange }: ViewsFieldProps) {
  const views = value[name]?.[0];
  const [text, setText] = useState(views ?? '');
  // A chip that was taken away empties the field.
  const shown = views === undefined ? '' : text;
  return (
    <TextField
      name={`filters/${name}`}
      label={label}
      placeholder={name === 'min_views' ? '500k' : 'any'}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        const written = event.target.value;
        setText(written);
        onChange({ ...value, [name]: written.trim() === '' ? [] : [readViews(written) ?? written] });
      }}
    />
  );
}

// FilterBuilder: the filters of a new export or webhook: labels, views and search text.
import { useState } from 'react';
import { useMeta } from '../../api/meta.ts';
import { TextField } from '../../kit/forms/field.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterValues } from './filter-values.tsx';
import { findFilterError } from './form-filters.ts';
import { type HookFilters, labelFields, parseCount, toggled } from './hook-filters.ts';

type FilterBuilderProps = { value: HookFilters; onChange: (value: HookFilters) => void };

export function FilterBuilder({ value, onChange }: FilterBuilderProps) {
  const { data: meta } = useMeta();
  const error = findFilterError(value);
  return (
    <fieldset className="stack gap-3">
      <legend className="mb-1.5 font-medium">
        Filters <span className="font-normal text-muted">· all hooks by default</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {labelFields.map((name) => (
          <FilterValues
            key={name}
            name={name}
            counts={meta?.values[name]}
            chosen={value[name]?.filter((label) => !label.startsWith('-')) ?? []}
            onToggle={(label) => onChange(toggled(value, name, label))}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_2fr]">
        <ViewsField name="min_views" label="Min views" value={value} onChange={onChange} />
        <ViewsField name="max_views" label="Max views" value={value} onChange={onChange} />
        <div className="max-sm:col-span-2">
          <TextField
            name="filters/q"
            label="Search text"
            placeholder="e.g. salary"
            maxLength={200}
            spellCheck={false}
            value={value.q?.[0] ?? ''}
            onChange={(event) => onChange({ ...value, q: event.target.value ? [event.target.value] : [] })}
          />
        </div>
      </div>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <FilterChips filters={value} onChange={onChange} />
    </fieldset>
  );
}

type ViewsFieldProps = FilterBuilderProps & { name: 'min_views' | 'max_views'; label: string };

function ViewsField({ name, label, value, onChange }: ViewsFieldProps) {
  const views = value[name]?.[0];
  const [text, setText] = useState(views ?? '');
  // Removing the chip clears the field.
  const shown = views === undefined ? '' : text;
  return (
    <TextField
      name={`filters/${name}`}
      label={label}
      placeholder={name === 'min_views' ? '500k' : 'Any'}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        const input = event.target.value;
        setText(input);
        onChange({ ...value, [name]: input.trim() === '' ? [] : [parseCount(input, name) ?? input] });
      }}
    />
  );
}

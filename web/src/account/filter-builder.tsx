// FilterBuilder: which hooks are meant, by labels with their counts, views and words. Used where an export or a webhook is made.
import type { Meta } from '@hookline/sdk';
import { useState } from 'react';
import { hookline } from '../api/hookline.ts';
import { useApi } from '../api/use-api.ts';
import { TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import { FilterValues } from './filter-builder-values.tsx';
import {
  type FilterState,
  filterParts,
  findFault,
  labelFilters,
  noFilters,
  toggleValue,
  toViews,
} from './filter-state.ts';

type FilterBuilderProps = { value: FilterState; onChange: (value: FilterState) => void };

export function FilterBuilder({ value, onChange }: FilterBuilderProps) {
  const { data: meta } = useApi<Meta>(['meta'], () => hookline.meta());
  const fault = findFault(value);
  return (
    <fieldset className="stack gap-3">
      <legend className="mb-1.5 font-medium">
        Which hooks <span className="font-normal text-muted">· all of them unless you say</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {labelFilters.map((name) => (
          <FilterValues
            key={name}
            name={name}
            counts={meta?.values[name]}
            chosen={value.labels[name] ?? []}
            onToggle={(one) => onChange(toggleValue(value, name, one))}
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
            value={value.q ?? ''}
            onChange={(event) => onChange({ ...value, q: event.target.value || undefined })}
          />
        </div>
      </div>
      {fault && (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      )}
      <ChosenFilters value={value} onChange={onChange} />
    </fieldset>
  );
}

type ViewsFieldProps = FilterBuilderProps & { name: 'min_views' | 'max_views'; label: string };

function ViewsField({ name, label, value, onChange }: ViewsFieldProps) {
  const views = value[name];
  const [text, setText] = useState(views === undefined ? '' : String(views));
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
        onChange({ ...value, [name]: written.trim() === '' ? undefined : (toViews(written) ?? Number.NaN) });
      }}
    />
  );
}

/** Of a height of its own, so that nothing below moves with the first one. */
function ChosenFilters({ value, onChange }: FilterBuilderProps) {
  const parts = filterParts(value);
  if (parts.length === 0) return <p className="flex min-h-5.5 items-center text-xs text-muted">No filter is set.</p>;
  return (
    <div className="flex min-h-5.5 flex-wrap items-center gap-1.5">
      {parts.map(({ name, words, without }) => (
        <button
          key={`${name} ${words}`}
          type="button"
          aria-label={`Remove the filter ${name}: ${words}`}
          className="inline-flex h-5.5 max-w-full items-center gap-1 rounded-full border border-accent bg-accent-soft px-2 text-xs text-accent"
          onClick={() => onChange(without)}
        >
          <span className="truncate">{words}</span>
          <Icon name="close" className="size-3" />
        </button>
      ))}
      <button
        type="button"
        className="rounded-sm px-1 text-xs text-muted hover:text-ink"
        onClick={() => onChange(noFilters)}
      >
        Clear all
      </button>
    </div>
  );
}

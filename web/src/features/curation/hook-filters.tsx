// What hooks are found by in the console: text or id, state, order, and the rest behind a button. The URL keeps it.
import { useState } from 'react';
import { useValues } from '../../api/curation.ts';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';

const labels = ['archetype', 'emotional_trigger', 'niche', 'format', 'platform'] as const;
const names = [...labels, 'language', 'source', 'import', 'method'] as const;
export type HookFilterName = (typeof names)[number];

export const noFilters = Object.fromEntries([...names, 'q', 'state'].map((name) => [name, undefined]));

const states = [
  { value: '', label: 'Any state' },
  { value: 'published', label: 'Published' },
  { value: 'pending', label: 'Pending' },
  { value: 'retired', label: 'Retired' },
  { value: 'rejected', label: 'Rejected' },
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'views', label: 'Most viewed first' },
  { value: 'confidence', label: 'Least sure first' },
];
const methods = [
  { value: '', label: 'Any' },
  { value: 'given', label: 'Came with the record' },
  { value: 'rules', label: 'The classifier’s' },
  { value: 'curator', label: 'A curator’s' },
];

/** As GET /operator/hooks takes it, and what stands in it beside text, state and order. */
export function useHookQuery() {
  const [q] = useQueryState('q');
  const [state] = useQueryState('state');
  const [sort] = useQueryState('sort', 'newest');
  const chips = useFilters(names);
  const first = Object.fromEntries(Object.entries(chips).map(([name, [value]]) => [name, value]));
  const text: Record<string, string> = q === '' ? {} : /^hook_\d+$/.test(q) ? { id: q } : { text: q };
  return { query: { ...text, ...(state ? { state } : {}), ...first, sort }, chips };
}

export function HookFilters() {
  const [q, setQ] = useQueryState('q');
  const [state, setState] = useQueryState('state');
  const [sort, setSort] = useQueryState('sort', 'newest');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <div className="flex min-w-0 basis-60 grow">
          <SearchField
            label="Find by text or id"
            placeholder="A part of the line, or hook_1204"
            value={q}
            onChange={(value) => setQ(value, { replace: true })}
          />
        </div>
        <SelectField
          name="state"
          label="State"
          hideLabel
          options={states}
          value={state}
          onChange={(event) => setState(event.target.value)}
        />
        <SelectField
          name="sort"
          label="Order"
          hideLabel
          options={sorts}
          value={sort}
          onChange={(event) => setSort(event.target.value)}
        />
        <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </Button>
      </div>
      {isOpen && <MoreFilters />}
    </>
  );
}

const titles = {
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  niche: 'Niche',
  format: 'Format',
  platform: 'Platform',
} as const;

function MoreFilters() {
  const values = useValues();
  const set = useFilters(names);
  return (
    <div className="grid gap-3 rounded-md border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4">
      {labels.map((name) => (
        <SelectField
          key={name}
          name={name}
          label={titles[name]}
          value={set[name]?.[0] ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...(values?.[name].map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={(event) => changeQuery({ [name]: event.target.value })}
        />
      ))}
      <SelectField
        name="method"
        label="Labels"
        value={set.method?.[0] ?? ''}
        options={methods}
        onChange={(event) => changeQuery({ method: event.target.value })}
      />
      <Written name="source" label="Source" value={set.source?.[0] ?? ''} placeholder="Its whole name" />
      <Written name="language" label="Language" value={set.language?.[0] ?? ''} placeholder="en" />
    </div>
  );
}

type WrittenProps = { name: HookFilterName; label: string; value: string; placeholder: string };

/** Told when it is finished, since only the whole word finds something. */
function Written({ name, label, value, placeholder }: WrittenProps) {
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

// HookFilters: search, state, sort order and further filters of /console/hooks, kept in the URL.
import { useState } from 'react';
import { useValues } from '../../api/curation.ts';
import { labelName } from '../../api/label-names.ts';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField, TextField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { labelMethods } from './hook-state.ts';

const labels = ['archetype', 'emotional_trigger', 'niche', 'format', 'platform'] as const;
const names = [...labels, 'language', 'source', 'source_url', 'import', 'method', 'claims'] as const;
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
  { value: 'confidence', label: 'Least confident first' },
];
const methods = [
  { value: '', label: 'Any' },
  ...Object.entries(labelMethods).map(([value, label]) => ({ value, label })),
];

const claims = [
  { value: '', label: 'Any' },
  { value: 'waiting', label: 'View count to decide' },
];

/** Text of an active filter: a label's display name, a label method, or the value itself. */
export function filterText(name: HookFilterName, value: string): string {
  if (name === 'method') return methods.find((method) => method.value === value)?.label ?? value;
  if (name === 'claims') return claims.find((claim) => claim.value === value)?.label ?? value;
  return labels.some((label) => label === name) ? labelName(value) : value;
}

/** `query`: parameters of GET /operator/hooks. `chips`: the active filters other than search, state and order. */
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
            placeholder="Text or hook_1204"
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
          label="Sort by"
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
  const active = useFilters(names);
  return (
    <div className="grid gap-3 rounded-md border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4">
      {labels.map((name) => (
        <SelectField
          key={name}
          name={name}
          label={titles[name]}
          value={active[name]?.[0] ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...(values?.[name].map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={(event) => changeQuery({ [name]: event.target.value })}
        />
      ))}
      <SelectField
        name="method"
        label="Labels by"
        value={active.method?.[0] ?? ''}
        options={methods}
        onChange={(event) => changeQuery({ method: event.target.value })}
      />
      <SelectField
        name="claims"
        label="View counts"
        value={active.claims?.[0] ?? ''}
        options={claims}
        onChange={(event) => changeQuery({ claims: event.target.value })}
      />
      <TextFilter name="source" label="Source" value={active.source?.[0] ?? ''} placeholder="Full name" />
      <TextFilter name="language" label="Language" value={active.language?.[0] ?? ''} placeholder="en" />
    </div>
  );
}

type TextFilterProps = { name: HookFilterName; label: string; value: string; placeholder: string };

/** Applied on blur or Enter, since only complete values match. */
function TextFilter({ name, label, value, placeholder }: TextFilterProps) {
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

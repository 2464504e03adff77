// Facet panel: hook filters with counts, beside the list or in a dialog.
import { useEffect, useState } from 'react';
import { Chip } from '../../kit/display/chip.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { formatCompact, formatNumber } from '../../kit/page/format.ts';
import {
  filterTitles,
  isSet,
  type LabelField,
  labelFields,
  parseViews,
  valueName,
  viewsError,
} from './hook-filters.ts';
import type { FilterControl } from './use-hook-filters.ts';

type Counts = Readonly<Record<string, number>>;
type PanelProps = { control: FilterControl; facets: Readonly<Record<string, Counts>> | undefined };

const openAtFirst: readonly LabelField[] = ['niche', 'archetype', 'emotional_trigger', 'platform'];
const shownAtFirst = 6;

export function FacetPanel({ control, facets }: PanelProps) {
  return (
    <div className="stack divide-y">
      {labelFields.map((name) => (
        <FacetGroup key={name} name={name} control={control} counts={facets && (facets[name] ?? {})} />
      ))}
      <ViewsAndTime control={control} />
    </div>
  );
}

type GroupProps = { name: LabelField; control: FilterControl; counts: Counts | undefined };

function FacetGroup({ name, control: { filters, toggle }, counts }: GroupProps) {
  const [isExpanded, setExpanded] = useState(false);
  const chosen = filters[name] ?? [];
  // Chosen values stay listed without matches, so that they can be removed.
  const missing = chosen.filter(
    (value) => !Object.keys(counts ?? {}).some((other) => isSet({ [name]: [value] }, name, other)),
  );
  const rows = [...missing.map((value): [string, number] => [value, 0]), ...Object.entries(counts ?? {})];
  const shown = rows.filter(([value], at) => isExpanded || at < shownAtFirst || isSet(filters, name, value));
  return (
    <details open={openAtFirst.includes(name) || chosen.length > 0} className="group py-2">
      <summary className="flex h-8 items-center gap-2 rounded-sm font-medium marker:content-none">
        {filterTitles[name]}
        {chosen.length > 0 && <span className="text-xs text-accent">{chosen.length}</span>}
        <Icon name="down" className="ml-auto text-faint transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-1 pb-1">
        {!counts && <Placeholder />}
        {counts &&
          shown.map(([value, count]) => (
            <Checkbox
              key={value}
              name={name}
              value={value}
              checked={isSet(filters, name, value)}
              onChange={() => toggle(name, value)}
              label={
                <span className="flex justify-between gap-2">
                  <span className="wrap-anywhere">{valueName(name, value)}</span>
                  <span
                    className="text-xs leading-5 text-muted"
                    title={`${formatNumber(count)} ${count === 1 ? 'hook' : 'hooks'}`}
                  >
                    {formatCompact(count)}
                  </span>
                </span>
              }
            />
          ))}
        {counts && rows.length === 0 && <p className="text-xs text-muted">No values.</p>}
        {rows.length > shownAtFirst && (
          <button
            type="button"
            className="w-fit rounded-sm text-xs text-muted hover:text-ink"
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Show fewer' : `Show all ${rows.length}`}
          </button>
        )}
      </div>
    </details>
  );
}

function Placeholder() {
  return Array.from({ length: shownAtFirst }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never change
    <span key={row} className="flex h-5 items-center">
      <Skeleton className="w-32" />
    </span>
  ));
}

const recent = [
  { label: '24 h', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
];

function ViewsAndTime({ control: { filters, change } }: { control: FilterControl }) {
  const since = filters.added_since?.[0] ?? '';
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const setSince = (value: string) => change({ ...filters, added_since: value ? [value] : undefined });
  return (
    <div className="grid gap-3 py-3">
      <div className="grid grid-cols-2 gap-2">
        {(['min_views', 'max_views'] as const).map((name) => (
          <ViewsField
            key={name}
            name={name}
            value={filters[name]?.[0]}
            onChange={(value) => change({ ...filters, [name]: value ? [value] : undefined })}
          />
        ))}
      </div>
      <DateField name="added_since" label="Added since" value={since.slice(0, 10)} onCommit={setSince} />
      <div className="flex flex-wrap gap-1">
        {recent.map(({ label, days }) => (
          <Chip
            key={days}
            isActive={since === dayAgo(days)}
            onClick={() => setSince(since === dayAgo(days) ? '' : dayAgo(days))}
          >
            {label}
          </Chip>
        ))}
      </div>
    </div>
  );
}

type ViewsFieldProps = {
  name: 'min_views' | 'max_views';
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** Commits on blur or Enter, because a partly typed number is a different filter. */
function ViewsField({ name, value, onChange }: ViewsFieldProps) {
  const formatted = value && /^\d+$/.test(value) ? formatNumber(Number(value)) : (value ?? '');
  const [text, setText] = useState(formatted);
  const [isInvalid, setInvalid] = useState(false);
  useEffect(() => setText(formatted), [formatted]);
  const commit = () => {
    const views = parseViews(text);
    setInvalid(text.trim() !== '' && views === undefined);
    if ((views !== undefined || text.trim() === '') && views !== value) onChange(views);
  };
  return (
    <TextField
      name={name}
      label={name === 'min_views' ? 'Min views' : 'Max views'}
      placeholder={name === 'min_views' ? '100k' : 'Any'}
      value={text}
      error={isInvalid ? viewsError : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

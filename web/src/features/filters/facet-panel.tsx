// Facet panel: hook filters with counts, next to the list or in a dialog.
import { HooklineError } from '@hookline/sdk';
import { useState } from 'react';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { Chip } from '../../kit/display/chip.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { dayMs, formatCompact, plural } from '../../kit/page/format.ts';
import { useRetryFailed } from '../../kit/page/use-retry-failed.ts';
import { CountRange } from './count-range.tsx';
import { valueName } from './filter-text.ts';
import { isSet, type LabelField, labelFields } from './hook-filters.ts';
import type { Facets, FilterControl } from './use-hook-filters.ts';

type Counts = Readonly<Record<string, number>>;
type PanelProps = { control: FilterControl; facets: Facets };

const openAtFirst: readonly LabelField[] = ['niche', 'archetype', 'emotional_trigger', 'platform'];
const shownAtFirst = 6;
/** From this many values on, a group has a search field. */
const minValuesForSearch = 12;

export function FacetPanel({ control, facets: { counts, error } }: PanelProps) {
  const retryFailed = useRetryFailed();
  // Rejected filters are explained next to the list.
  const isRejected = error instanceof HooklineError && error.errors.length > 0;
  return (
    <div className="stack divide-y">
      {error && !isRejected && (
        <p role="alert" className="pb-2 text-xs text-muted">
          Counts could not be loaded.{' '}
          <button type="button" className="rounded-sm text-ink underline underline-offset-2" onClick={retryFailed}>
            Retry
          </button>
        </p>
      )}
      {labelFields.map((name) => (
        <FacetGroup
          key={name}
          name={name}
          control={control}
          counts={counts && (counts[name] ?? {})}
          hasFailed={!!error}
        />
      ))}
      <ViewsAndTime control={control} />
    </div>
  );
}

type GroupProps = { name: LabelField; control: FilterControl; counts: Counts | undefined; hasFailed: boolean };

function FacetGroup({ name, control: { filters, toggle }, counts, hasFailed }: GroupProps) {
  const [isExpanded, setExpanded] = useState(false);
  const [text, setText] = useState('');
  const chosen = filters[name]?.filter((value) => !value.startsWith('-')) ?? [];
  // Chosen values stay listed without matches, so that they can be removed.
  const missing = chosen.filter(
    (value) => !Object.keys(counts ?? {}).some((other) => isSet({ [name]: [value] }, name, other)),
  );
  const isExcluded = (value: string) => isSet(filters, name, `-${value}`);
  const listed = Object.entries(counts ?? {});
  // Chosen values beyond the short list are shown at its top.
  const late = isExpanded ? [] : listed.slice(shownAtFirst).filter(([value]) => isSet(filters, name, value));
  const rows = [...missing.map((value): [string, number] => [value, 0]), ...new Set([...late, ...listed])];
  const shown = rows.filter(([value], at) =>
    text
      ? valueName(name, value).toLowerCase().includes(text.toLowerCase())
      : isExpanded || at < shownAtFirst || isSet(filters, name, value) || isExcluded(value),
  );
  return (
    <details open={openAtFirst.includes(name) || chosen.length > 0} className="group py-2">
      <summary className="flex h-8 items-center gap-2 rounded-sm font-medium marker:content-none">
        {filterTitle(name)}
        {chosen.length > 0 && <span className="text-xs text-accent">{chosen.length}</span>}
        <Icon name="down" className="ml-auto text-faint transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-1 pb-1">
        {!counts && !hasFailed && <Placeholder />}
        {rows.length >= minValuesForSearch && (
          <input
            type="search"
            aria-label={`Search ${filterTitle(name).toLowerCase()}`}
            placeholder="Search"
            className="field mb-1"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {(counts || hasFailed) &&
          shown.map(([value, count]) => (
            <div key={value} className="group/row grid grid-cols-[1fr_auto] items-start gap-1">
              <Checkbox
                name={name}
                value={value}
                checked={isSet(filters, name, value)}
                onChange={() => toggle(name, value)}
                label={
                  <span className="flex justify-between gap-2">
                    <span className={`wrap-anywhere ${isExcluded(value) ? 'text-muted line-through' : ''}`}>
                      {valueName(name, value)}
                    </span>
                    {counts && (
                      <span className="text-xs leading-5 text-muted" title={plural(count, 'hook')}>
                        {formatCompact(count)}
                      </span>
                    )}
                  </span>
                }
              />
              <button
                type="button"
                aria-label={`Exclude ${valueName(name, value)}`}
                title={`Exclude ${valueName(name, value)}`}
                aria-pressed={isExcluded(value)}
                className="size-5 rounded-sm leading-none text-muted opacity-0 group-hover/row:opacity-100 hover:bg-sunken focus-visible:opacity-100 aria-pressed:text-accent aria-pressed:opacity-100 pointer-coarse:opacity-100"
                onClick={() => toggle(name, `-${value}`)}
              >
                −
              </button>
            </div>
          ))}
        {counts && rows.length === 0 && <p className="text-xs text-muted">No values.</p>}
        {rows.length > shownAtFirst && !text && (
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
  const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const setSince = (value: string) => change({ ...filters, added_since: value ? [value] : undefined });
  return (
    <div className="grid gap-3 py-3">
      <CountRange field="views" filters={filters} onChange={change} />
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

// The filters of hooks with their counts: beside the list, and in a dialog where there is no room beside it.
import { useEffect, useState } from 'react';
import { Chip } from '../../kit/display/chip.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { formatCompact, formatNumber } from '../../kit/page/format.ts';
import { isSet, type LabelName, labelNames, readViews, titles, viewsFault } from './hook-filters.ts';
import type { FilterControl } from './use-hook-filters.ts';

type Counts = Readonly<Record<string, number>>;
type PanelProps = { control: FilterControl; facets: Readonly<Record<string, Counts>> | undefined };

const openAtFirst: readonly LabelName[] = ['niche', 'archetype', 'emotional_trigger', 'platform'];
const shownAtFirst = 6;

export function FacetPanel({ control, facets }: PanelProps) {
  return (
    <div className="stack divide-y">
      {labelNames.map((name) => (
        <FacetGroup key={name} name={name} control={control} counts={facets && (facets[name] ?? {})} />
      ))}
      <ViewsAndTime control={control} />
    </div>
  );
}

type GroupProps = { name: LabelName; control: FilterControl; counts: Counts | undefined };

function FacetGroup({ name, control: { filters, toggle }, counts }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  const chosen = filters[name] ?? [];
  // What is chosen stays where it can be taken away, also where no hook has it.
  const missing = chosen.filter(
    (value) => !Object.keys(counts ?? {}).some((one) => isSet({ [name]: [value] }, name, one)),
  );
  const rows = [...missing.map((value): [string, number] => [value, 0]), ...Object.entries(counts ?? {})];
  const shown = rows.filter(([value], at) => isWhole || at < shownAtFirst || isSet(filters, name, value));
  return (
    <details open={openAtFirst.includes(name) || chosen.length > 0} className="group py-2">
      <summary className="flex h-8 items-center gap-2 rounded-sm font-medium marker:content-none">
        {titles[name]}
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
                  <span className="wrap-anywhere">{value}</span>
                  <span className="text-xs leading-5 text-muted" title={`${formatNumber(count)} hooks`}>
                    {formatCompact(count)}
                  </span>
                </span>
              }
            />
          ))}
        {counts && rows.length === 0 && <p className="text-xs text-muted">Nothing to choose here.</p>}
        {rows.length > shownAtFirst && (
          <button
            type="button"
            className="w-fit rounded-sm text-xs text-muted hover:text-ink"
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
          </button>
        )}
      </div>
    </details>
  );
}

function Placeholder() {
  return Array.from({ length: shownAtFirst }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are nothing but their place
    <span key={row} className="flex h-5 items-center">
      <Skeleton className="w-32" />
    </span>
  ));
}

const recent = [
  { words: '24 h', days: 1 },
  { words: '7 days', days: 7 },
  { words: '30 days', days: 30 },
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
      <DateField name="added_since" label="Added since" value={since.slice(0, 10)} onTake={setSince} />
      <div className="flex flex-wrap gap-1">
        {recent.map(({ words, days }) => (
          <Chip
            key={days}
            isActive={since === dayAgo(days)}
            onClick={() => setSince(since === dayAgo(days) ? '' : dayAgo(days))}
          >
            {words}
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

/** Taken over when it is left or by Enter: half a number would be another filter. */
function ViewsField({ name, value, onChange }: ViewsFieldProps) {
  const asShown = value && /^\d+$/.test(value) ? formatNumber(Number(value)) : (value ?? '');
  const [text, setText] = useState(asShown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setText(asShown), [asShown]);
  const write = () => {
    const views = readViews(text);
    setWrong(text.trim() !== '' && views === undefined);
    if ((views !== undefined || text.trim() === '') && views !== value) onChange(views);
  };
  return (
    <TextField
      name={name}
      label={name === 'min_views' ? 'Views from' : 'Views to'}
      placeholder={name === 'min_views' ? '100k' : 'any'}
      value={text}
      error={isWrong ? viewsFault : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={write}
      onKeyDown={(event) => event.key === 'Enter' && write()}
    />
  );
}

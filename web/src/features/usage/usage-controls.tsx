// Controls of /dashboard/usage: period, grouping, filters. Their state is in the URL.
import type { UsageRecord } from '@hookline/sdk';
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Combobox } from '../../kit/forms/combobox.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { dayMs } from '../../kit/page/format.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import { type FilterName, filterNames, groupings, labelOf, spans, type UsageView, valueIn } from './usage-query.ts';
import { toDay } from './usage-records.ts';

const retentionDays = 400;

type UsageControlsProps = { view: UsageView; breakdown: readonly UsageRecord[] | undefined };

export function UsageControls({ view, breakdown }: UsageControlsProps) {
  const { span, by, filters } = view;
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segments
          label="Period"
          chosen={span === undefined ? '' : `${span}`}
          options={spans.map((days) => ({ value: `${days}`, label: `${days} days` }))}
          onChoose={(days) =>
            changeQuery({ days: days === '30' ? undefined : days, since: undefined, until: undefined })
          }
        />
        <Dates view={view} />
        <Segments
          label="Group by"
          chosen={by}
          options={groupings.map((value) => ({ value, label: `By ${value}` }))}
          onChoose={(value) => changeQuery({ by: value === 'day' ? undefined : value, sort: undefined })}
        />
      </div>
      <div className="grid grid-cols-[2fr_3fr_3fr] gap-2 sm:grid-cols-3">
        {filterNames.map((name) => (
          <Filter key={name} name={name} set={filters[name] ?? []} breakdown={breakdown} />
        ))}
      </div>
      <FilterBar
        filters={filters}
        labelOf={(name, value) => labelOf(name, value, breakdown ?? [])}
        onChange={(name, values) => changeQuery({ [name]: values })}
        onClear={() => changeQuery({ key: undefined, endpoint: undefined, status: undefined })}
      />
    </div>
  );
}

function Dates({ view: { since, until } }: { view: UsageView }) {
  const now = useNow();
  const [first, today] = [toDay(now - (retentionDays - 1) * dayMs), toDay(now)];
  // The other end moves along when the chosen date lies beyond it.
  const change = (day: string, other: string, order: 1 | -1) => {
    if (!day) return;
    const chosen = day < first ? first : day > today ? today : day;
    // `order` is 1 when `chosen` is the first day.
    const end = chosen < other === order > 0 ? other : chosen;
    const [since, until] = chosen < end ? [chosen, end] : [end, chosen];
    changeQuery({ since, until, days: undefined });
  };
  const shared = { hideLabel: true, min: first, max: today } as const;
  return (
    <div className="flex items-center gap-2">
      <DateField {...shared} name="since" label="First day" value={since} onCommit={(day) => change(day, until, 1)} />
      <span className="text-muted">to</span>
      <DateField {...shared} name="until" label="Last day" value={until} onCommit={(day) => change(day, since, -1)} />
    </div>
  );
}

type FilterProps = { name: FilterName; set: readonly string[]; breakdown: readonly UsageRecord[] | undefined };

const placeholders: Record<FilterName, string> = { key: 'Key', endpoint: 'Endpoint', status: 'Status' };

/** Choosing adds a filter; the chips below remove it. */
function Filter({ name, set, breakdown = [] }: FilterProps) {
  const values = [...new Set(breakdown.map((record) => valueIn(name, record)))]
    .filter((value) => !set.includes(value))
    .sort();
  const options = values.map((value) => ({ value, label: labelOf(name, value, breakdown) }));
  return (
    <Combobox
      label={`Filter by ${name}`}
      placeholder={placeholders[name]}
      chosen={[]}
      options={options}
      onChoose={(value) => changeQuery({ [name]: [...set, value] })}
    />
  );
}

type SegmentsProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
};

function Segments({ label, options, chosen, onChoose }: SegmentsProps) {
  return (
    <fieldset className="flex rounded-md border bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
          className="h-6.5 rounded-sm px-2.5 whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

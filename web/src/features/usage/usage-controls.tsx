// What /dashboard/usage shows is chosen here: span, dates, grouping, filters. All of it stands in the URL.
import type { UsageRecord } from '@hookline/sdk';
import { FilterBar } from '../../kit/display/chip.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { type FilterName, filterNames, groupings, labelOf, type Question, spans, valueIn } from './usage-query.ts';
import { toDay } from './usage-records.ts';

const dayMs = 86_400_000;
const keptDays = 400;

type UsageControlsProps = { question: Question; cube: readonly UsageRecord[] | undefined };

export function UsageControls({ question, cube }: UsageControlsProps) {
  const { span, by, filters } = question;
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segments
          label="Span"
          chosen={span === undefined ? '' : `${span}`}
          options={spans.map((days) => ({ value: `${days}`, label: `${days} days` }))}
          onChoose={(days) =>
            changeQuery({ days: days === '30' ? undefined : days, since: undefined, until: undefined })
          }
        />
        <Dates question={question} />
        <Segments
          label="Told apart by"
          chosen={by}
          options={groupings.map((value) => ({ value, label: `By ${value}` }))}
          onChoose={(value) => changeQuery({ by: value === 'day' ? undefined : value, sort: undefined })}
        />
      </div>
      <div className="grid grid-cols-[2fr_3fr_3fr] gap-2 sm:grid-cols-3">
        {filterNames.map((name) => (
          <Filter key={name} name={name} set={filters[name] ?? []} cube={cube} />
        ))}
      </div>
      <FilterBar
        filters={filters}
        labelOf={(name, value) => labelOf(name, value, cube ?? [])}
        onChange={(name, values) => changeQuery({ [name]: values })}
        onClear={() => changeQuery({ key: undefined, endpoint: undefined, status: undefined })}
      />
    </div>
  );
}

function Dates({ question: { since, until } }: { question: Question }) {
  const now = useNow();
  const [first, today] = [toDay(now - (keptDays - 1) * dayMs), toDay(now)];
  // The other end goes along where the one that is chosen would lie beyond it.
  const change = (day: string, other: string, order: 1 | -1) => {
    if (!day) return;
    const chosen = day < first ? first : day > today ? today : day;
    const dates = [chosen, chosen < other === order > 0 ? other : chosen];
    const [since, until] = dates.sort();
    changeQuery({ since, until, days: undefined });
  };
  const shared = { hideLabel: true, min: first, max: today } as const;
  return (
    <div className="flex items-center gap-2">
      <DateField {...shared} name="since" label="First day" value={since} onTake={(day) => change(day, until, 1)} />
      <span className="text-muted">to</span>
      <DateField {...shared} name="until" label="Last day" value={until} onTake={(day) => change(day, since, -1)} />
    </div>
  );
}

type FilterProps = { name: FilterName; set: readonly string[]; cube: readonly UsageRecord[] | undefined };

const placeholders: Record<FilterName, string> = { key: 'Key', endpoint: 'Endpoint', status: 'Answer' };

/** Choosing adds to what is filtered by; the chips below take away. */
function Filter({ name, set, cube = [] }: FilterProps) {
  const values = [...new Set(cube.map((record) => valueIn(name, record)))]
    .filter((value) => !set.includes(value))
    .sort();
  const options = values.map((value) => ({ value, label: labelOf(name, value, cube) }));
  return (
    <SelectField
      name={name}
      label={`Filter by ${name}`}
      hideLabel
      value=""
      options={[{ value: '', label: placeholders[name] }, ...options]}
      onChange={(event) => event.target.value && changeQuery({ [name]: [...set, event.target.value] })}
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

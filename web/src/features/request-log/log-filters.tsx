// LogFilters: status, endpoint, key and period of the request log, kept in the URL, and a field for a request id.
import type { UsageRecord } from '@hookline/sdk';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { CommitField } from '../../kit/forms/commit-field.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { formatMoment, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { statusText } from '../usage/usage-records.ts';
import { type LogFilterName, logFilters, spans, statusClasses } from './log-query.ts';

// Lazy: keeps the page's initial script small.
const Combobox = lazyPart(
  () => import('../../kit/forms/combobox.tsx'),
  'Combobox',
  <Skeleton className="h-8 w-full" />,
);

export type NamedKey = { id: string; name: string; hint: string };

type LogFiltersProps = {
  filters: Partial<Record<LogFilterName, string[]>>;
  keys: readonly NamedKey[];
  /** Calls of each endpoint in use. */
  used: readonly UsageRecord[];
  onFind: (requestId: string) => void;
};

type Option = { value: string; label: string };

export function LogFilters({ filters, keys, used, onFind }: LogFiltersProps) {
  const isFiltered = Object.keys(filters).length > 0;
  const select = (
    name: LogFilterName,
    label: string,
    options: readonly Option[],
    labelOf = (value: string) => value,
  ) => {
    const value = filters[name]?.join() ?? '';
    const known = options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: labelOf(value) }];
    return (
      <SelectField
        name={name}
        label={label}
        hideLabel
        value={value}
        options={known.map(({ value: one, label: text }) => ({ value: one, label: text }))}
        onChange={(event) => changeQuery({ [name]: event.target.value, ...(name === 'since' && { until: undefined }) })}
      />
    );
  };
  return (
    <div
      className={`grid grid-cols-2 gap-2 ${isFiltered ? 'lg:grid-cols-[repeat(5,minmax(0,1fr))_auto]' : 'lg:grid-cols-5'}`}
    >
      {select('status', 'Status', [{ value: '', label: 'Any status' }, ...statusClasses], statusLabel)}
      <Combobox
        label="Endpoint"
        chosen={[filters.endpoint?.join() ?? '']}
        options={endpointOptions(used)}
        onChoose={(endpoint) => changeQuery({ endpoint })}
      />
      {select('key', 'Key', [
        { value: '', label: 'All keys' },
        ...keys.map(({ id, name, hint }) => ({
          value: id,
          // A regenerated key has the name of the one it replaces.
          label: keys.some((other) => other.id !== id && other.name === name) ? `${name} (${hint})` : name,
        })),
      ])}
      {select('since', 'Time', spans, (since) => sinceLabel(since, filters.until?.[0]))}
      <CommitField
        name="request"
        label="Request ID"
        hideLabel
        placeholder="Request ID: req_…"
        value=""
        onCommit={(text) => onFind(/req_\w+/.exec(text)?.[0] ?? '')}
      />
      {isFiltered && (
        <Button
          kind="ghost"
          onClick={() => changeQuery(Object.fromEntries(logFilters.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

/** Returns the endpoints that were called, the most frequent first. */
function endpointOptions(used: readonly UsageRecord[]) {
  const called = used
    .toSorted((one, other) => other.calls - one.calls)
    .map(({ endpoint = '', calls }) => ({ value: endpoint, label: endpoint, note: plural(calls, 'call') }));
  return [{ value: '', label: 'All endpoints' }, ...called, { value: 'unknown', label: 'Unknown path' }];
}

function statusLabel(value: string): string {
  return /^\d{3}$/.test(value) ? `${value} ${statusText(Number(value)).title}` : value.replaceAll(',', ', ');
}

function sinceLabel(since: string, until = ''): string {
  const text = (at: string) => (Number.isNaN(Date.parse(at)) ? at : formatMoment(at));
  return until ? `${text(since)} – ${text(until)}` : `Since ${text(since)}`;
}

// Chart and table of /dashboard/usage.
import type { UsageRecord } from '@hookline/sdk';
import { useSearch } from 'wouter';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Card } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { formatDate, formatNumber, formatPercent, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { type FilterName, filterNames, labelOf, type UsageView, valueIn } from './usage-query.ts';
import { barsOf, daysBetween, type Group, groupBy, isFailed, sumOf, toDaily } from './usage-records.ts';
import { seriesByGroup, seriesByStatusClass } from './usage-series.ts';

const NoCalls = lazyPart(() => import('./no-calls.tsx'), 'NoCalls');

type FiguresProps = { view: UsageView; records: readonly UsageRecord[]; breakdown: readonly UsageRecord[] };

/** A bar or a group of the chart. */
type Row = { name: string; label: string; calls: number; counted: number; failed: number; daily?: readonly number[] };

export function UsageFigures({ view, records, breakdown }: FiguresProps) {
  const { since, until, by } = view;
  const [sort, setSort] = useQueryState('sort', by === 'day' ? '-name' : '-calls');
  const search = useSearch();
  const days = daysBetween(since, until);
  const bars = barsOf(days);
  const total = sumOf(records);
  if (total.calls === 0) return <NoCalls view={view} />;

  const groups = by === 'day' ? [] : groupBy(records, days, (record) => valueIn(by, record));
  const nameOf = ({ name }: Group) => (by === 'day' ? name : labelOf(by, name, records));
  const series = by === 'day' || by === 'status' ? seriesByStatusClass(records, days) : seriesByGroup(groups, nameOf);
  const rows =
    by === 'day'
      ? rowsOfBars(records, days)
      : groups.map((group) => ({
          ...group,
          label: labelOf(by, group.name, records),
          daily: bars.sum(group.daily),
          failed: failedOf(group, by, view, breakdown),
        }));
  return (
    <>
      <Card>
        <StackedBars
          label={`Calls by ${bars.points.length < days.length ? 'week' : 'day'}`}
          points={bars.points}
          series={series.map((one) => ({ ...one, values: bars.sum(one.values) }))}
          unit={`calls${bars.points.length < days.length ? ' in the week starting that day' : ''}`}
          height={200}
        />
      </Card>
      <p className="-mb-3 text-muted" aria-live="polite">
        <span className="font-medium text-ink">{plural(total.calls, 'call')}</span> from {formatDate(since)} to{' '}
        {formatDate(until)}, of which {formatNumber(total.counted)} used your quota.
      </p>
      <Table
        label={`Calls by ${by}`}
        columns={columnsOf(by, total.calls)}
        rows={sorted(rows, sort)}
        rowKey={({ name }) => name}
        href={by === 'day' ? undefined : ({ name }) => drillDown(search, by, name)}
        sort={sort}
        onSort={setSort}
      />
    </>
  );
}

function columnsOf(by: UsageView['by'], total: number): Column<Row>[] {
  const number = (id: 'calls' | 'counted' | 'failed', header: string): Column<Row> => ({
    id,
    header,
    align: 'right',
    isSortable: true,
    cell: (row) => (row[id] === 0 ? <span className="text-faint">0</span> : formatNumber(row[id])),
  });
  const isCode = by === 'endpoint';
  const first: Column<Row> = {
    id: 'name',
    header: by === 'day' ? 'Day' : by === 'status' ? 'Status' : by === 'key' ? 'Key' : 'Endpoint',
    isSortable: true,
    cell: ({ label }) => <span className={`wrap-anywhere ${isCode ? 'font-mono text-xs' : ''}`}>{label}</span>,
  };
  const share: Column<Row> = {
    id: 'share',
    header: 'Share',
    align: 'right',
    cell: ({ calls }) => formatPercent(total > 0 ? calls / total : 0),
  };
  const shape: Column<Row> = {
    id: 'shape',
    header: 'By day',
    className: '@max-2xl:hidden',
    cell: ({ daily = [], label }) => <Sparkline values={daily} label={`${label} by day`} />,
  };
  const counts = [number('calls', 'Calls'), number('counted', 'Used quota')];
  if (by === 'day') return [first, ...counts, number('failed', 'Failed')];
  if (by === 'status') return [first, shape, ...counts, share];
  return [first, shape, ...counts, number('failed', 'Failed'), share];
}

/** One row per bar. */
function rowsOfBars(records: readonly UsageRecord[], days: readonly string[]): Row[] {
  const { points, firsts, sum } = barsOf(days);
  const calls = sum(toDaily(records, days));
  const counted = sum(toDaily(records, days, (one) => one.counted));
  const failed = sum(toDaily(records.filter(isFailed), days));
  const week = points.length < days.length ? 'Week of ' : '';
  return firsts.map((first, at) => ({
    name: first,
    label: `${week}${formatDate(first)}`,
    calls: calls[at] ?? 0,
    counted: counted[at] ?? 0,
    failed: failed[at] ?? 0,
  }));
}

/** Records by day and group have no status; the breakdown has. */
function failedOf(group: Group, by: FilterName, { filters }: UsageView, breakdown: readonly UsageRecord[]): number {
  const isMatch = (record: UsageRecord) =>
    isFailed(record) &&
    valueIn(by, record) === group.name &&
    filterNames.every((name) => filters[name]?.includes(valueIn(name, record)) ?? true);
  return sumOf(breakdown.filter(isMatch)).calls;
}

function sorted(rows: readonly Row[], sort: string): Row[] {
  const field = sort.replace(/^-/, '') as 'name' | 'calls' | 'counted' | 'failed';
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[field] ?? 0, b[field] ?? 0];
    return sign * (x < y ? -1 : x > y ? 1 : 0);
  });
}

/** A link to the days of this group. */
function drillDown(search: string, by: FilterName, name: string): string {
  const query = new URLSearchParams(search);
  query.delete('by');
  query.delete('sort');
  query.delete(by);
  query.append(by, name);
  return `/dashboard/usage?${query}`;
}

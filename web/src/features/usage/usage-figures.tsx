// The chart of /dashboard/usage and the table of the same numbers.
import type { UsageRecord } from '@hookline/sdk';
import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Card } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { formatDate, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { useQueryState } from '../../kit/page/query-state.ts';
import { type FilterName, filterNames, labelOf, type Question, valueIn } from './usage-query.ts';
import { barsOf, daysBetween, type Group, groupBy, isRefused, sumOf, toDaily } from './usage-records.ts';
import { byClass, byGroup } from './usage-series.ts';

const NoCalls = lazy(() => import('./no-calls.tsx').then(({ NoCalls }) => ({ default: NoCalls })));

type FiguresProps = { question: Question; records: readonly UsageRecord[]; cube: readonly UsageRecord[] };

/** A bar of the chart, or a group of it. */
type Row = { name: string; label: string; calls: number; counted: number; refused: number; daily?: readonly number[] };

export function UsageFigures({ question, records, cube }: FiguresProps) {
  const { since, until, by } = question;
  const [sort, setSort] = useQueryState('sort', by === 'day' ? '-name' : '-calls');
  const search = useSearch();
  const days = daysBetween(since, until);
  const bars = barsOf(days);
  const total = sumOf(records);
  if (total.calls === 0)
    return (
      <Suspense>
        <NoCalls question={question} />
      </Suspense>
    );

  const groups = by === 'day' ? [] : groupBy(records, days, (record) => valueIn(by, record));
  const nameOf = ({ name }: Group) => (by === 'day' ? name : labelOf(by, name, records));
  const series = by === 'day' || by === 'status' ? byClass(records, days) : byGroup(groups, nameOf);
  const rows =
    by === 'day'
      ? rowsOfBars(records, days)
      : groups.map((group) => ({
          ...group,
          label: labelOf(by, group.name, records),
          daily: bars.sum(group.daily),
          refused: refusedOf(group, by, question, cube),
        }));
  return (
    <>
      <Card>
        <StackedBars
          label={`Calls by ${bars.points.length < days.length ? 'week' : 'day'}`}
          points={bars.points}
          series={series.map((one) => ({ ...one, values: bars.sum(one.values) }))}
          unit={`calls${bars.points.length < days.length ? ' in the week from that day' : ''}`}
          height={200}
        />
      </Card>
      <p className="-mb-3 text-muted" aria-live="polite">
        <span className="font-medium text-ink">
          {total.calls === 1 ? '1 call' : `${formatNumber(total.calls)} calls`}
        </span>{' '}
        from {formatDate(since)} to {formatDate(until)}, {formatNumber(total.counted)} of them took quota.
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

function columnsOf(by: Question['by'], total: number): Column<Row>[] {
  const number = (id: 'calls' | 'counted' | 'refused', header: string): Column<Row> => ({
    id,
    header,
    align: 'right',
    isSortable: true,
    cell: (row) => (row[id] === 0 ? <span className="text-faint">0</span> : formatNumber(row[id])),
  });
  const isCode = by === 'endpoint';
  const first: Column<Row> = {
    id: 'name',
    header: by === 'day' ? 'Day' : by === 'status' ? 'Answer' : by === 'key' ? 'Key' : 'Endpoint',
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
    className: 'max-sm:hidden',
    cell: ({ daily = [], label }) => <Sparkline values={daily} label={`${label} by day`} />,
  };
  const counts = [number('calls', 'Calls'), number('counted', 'Took quota')];
  if (by === 'day') return [first, ...counts, number('refused', 'Refused')];
  if (by === 'status') return [first, shape, ...counts, share];
  return [first, shape, ...counts, number('refused', 'Refused'), share];
}

/** The same weeks or days as the bars. */
function rowsOfBars(records: readonly UsageRecord[], days: readonly string[]): Row[] {
  const { points, firsts, sum } = barsOf(days);
  const calls = sum(toDaily(records, days));
  const counted = sum(toDaily(records, days, (one) => one.counted));
  const refused = sum(toDaily(records.filter(isRefused), days));
  const week = points.length < days.length ? 'Week from ' : '';
  return points.map((_, at) => ({
    name: firsts[at],
    label: `${week}${formatDate(firsts[at])}`,
    calls: calls[at],
    counted: counted[at],
    refused: refused[at],
  }));
}

/** Records by day and group do not tell answers apart; the cube does. */
function refusedOf(group: Group, by: FilterName, { filters }: Question, cube: readonly UsageRecord[]): number {
  const isMeant = (record: UsageRecord) =>
    isRefused(record) &&
    valueIn(by, record) === group.name &&
    filterNames.every((name) => filters[name]?.includes(valueIn(name, record)) ?? true);
  return sumOf(cube.filter(isMeant)).calls;
}

function sorted(rows: readonly Row[], sort: string): Row[] {
  const field = sort.replace(/^-/, '') as 'name' | 'calls' | 'counted' | 'refused';
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[field] ?? 0, b[field] ?? 0];
    return sign * (x < y ? -1 : x > y ? 1 : 0);
  });
}

/** The days of this group alone. */
function drillDown(search: string, by: FilterName, name: string): string {
  const query = new URLSearchParams(search);
  query.delete('by');
  query.delete('sort');
  query.delete(by);
  query.append(by, name);
  return `/dashboard/usage?${query}`;
}

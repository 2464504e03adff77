// The last 30 days of calls: a chart by day, and which of them were refused, with what to do about it.
import type { UsageRecord } from '@hookline/sdk';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatDay, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { type Group, groupBy, isRefused, sumOf, wordsOfStatus } from '../usage/usage-records.ts';
import { byClass } from '../usage/usage-series.ts';
import { historyQuery } from './overview-data.ts';

type RecentProps = { records: readonly UsageRecord[]; days: readonly string[] };

const mostRefused = 5;

export function RequestsByDay({ records, days }: RecentProps) {
  const { calls, refused } = sumOf(records);
  const share = calls > 0 ? `, ${formatPercent(refused / calls)} of them refused` : '';
  return (
    <Section
      title="Requests by day"
      description={`${formatNumber(calls)} in the last ${days.length} days${share}`}
      actions={
        <>
          <ApiCall call={{ path: '/usage/history', query: historyQuery }} />
          <LinkButton href="/dashboard/usage">Usage</LinkButton>
        </>
      }
    >
      <Card>
        <StackedBars
          label="Requests by day"
          points={days.map((day) => formatDay(day))}
          series={byClass(records, days)}
          unit="requests"
        />
      </Card>
    </Section>
  );
}

type Refusal = Group & { status: number; endpoint: string };

const columns: Column<Refusal>[] = [
  {
    id: 'status',
    header: 'Answer',
    cell: ({ status }) => (
      <span className="font-medium">
        {status} <span className="font-normal">{wordsOfStatus(status).what}</span>
      </span>
    ),
  },
  {
    id: 'endpoint',
    header: 'Endpoint',
    cell: ({ endpoint }) => <code className="font-mono text-xs wrap-anywhere">{endpoint}</code>,
  },
  {
    id: 'mend',
    header: 'What to do',
    className: 'max-sm:text-right',
    cell: ({ status }) => <span className="text-muted">{wordsOfStatus(status).mend}</span>,
  },
  { id: 'calls', header: 'Calls', align: 'right', cell: ({ calls }) => formatNumber(calls) },
  {
    id: 'last',
    header: 'Last on',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ lastDay }) => lastDay && formatDay(lastDay),
  },
];

export function RefusedCalls({ records, days }: RecentProps) {
  const refused = records.filter(isRefused);
  const groups = groupBy(refused, days, ({ status, endpoint }) => `${status} ${endpoint}`)
    .map((group) => ({ ...group, status: Number(group.name.slice(0, 3)), endpoint: group.name.slice(4) }))
    .sort((a, b) => b.calls - a.calls);
  const statuses = [...new Set(groups.map(({ status }) => `${status}`))];
  return (
    <Section
      title="Refused calls"
      description={`Answers of 400 and above in the last ${days.length} days${groups.length > mostRefused ? `, the ${mostRefused} most frequent` : ''}`}
      actions={
        groups.length > 0 && (
          <ApiCall call={{ path: '/usage/history', query: { by: ['endpoint', 'status'], status: statuses } }} />
        )
      }
    >
      <Table
        label="Refused calls by answer and endpoint"
        columns={columns}
        rows={groups.slice(0, mostRefused)}
        rowKey={({ name }) => name}
        href={({ status, endpoint }) => `/dashboard/usage?${new URLSearchParams({ status: `${status}`, endpoint })}`}
        empty={<Card>No call was refused.</Card>}
      />
    </Section>
  );
}

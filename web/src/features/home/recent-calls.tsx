// Calls of the last 30 days: a chart by day, and the failed calls with how to fix them.
import type { UsageRecord } from '@hookline/sdk';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatDay, formatNumber, plural } from '../../kit/page/format.ts';
import { type Group, groupBy, isFailed, statusText, sumOf } from '../usage/usage-records.ts';
import { seriesByStatusClass } from '../usage/usage-series.ts';
import { historyQuery } from './overview-data.ts';

type RecentProps = { records: readonly UsageRecord[]; days: readonly string[] };

const maxRows = 5;

export function CallsByDay({ records, days }: RecentProps) {
  const { calls, failed } = sumOf(records);
  const share = calls > 0 ? `, ${formatNumber(failed)} failed` : '';
  return (
    <Section
      title="Calls by day"
      description={`${plural(calls, 'call')} in the last ${days.length} days${share}`}
      actions={
        <>
          <ApiCall call={{ path: '/usage/history', query: historyQuery }} />
          <LinkButton href="/dashboard/requests">View requests</LinkButton>
          <LinkButton href="/dashboard/usage">View usage</LinkButton>
        </>
      }
    >
      <Card>
        <StackedBars
          label="Calls by day"
          points={days.map((day) => formatDay(day))}
          series={seriesByStatusClass(records, days)}
          unit="calls"
        />
      </Card>
    </Section>
  );
}

type FailedGroup = Group & { status: number; endpoint: string };

const columns: Column<FailedGroup>[] = [
  {
    id: 'status',
    header: 'Response',
    cell: ({ status }) => (
      <span className="font-medium">
        {status} <span className="font-normal">{statusText(status).title}</span>
      </span>
    ),
  },
  {
    id: 'endpoint',
    header: 'Endpoint',
    cell: ({ endpoint }) => <code className="font-mono text-xs wrap-anywhere">{endpoint}</code>,
  },
  {
    id: 'fix',
    header: 'How to fix',
    className: '@max-2xl:text-right',
    cell: ({ status }) => <span className="text-muted">{statusText(status).hint}</span>,
  },
  { id: 'calls', header: 'Calls', align: 'right', cell: ({ calls }) => formatNumber(calls) },
  {
    id: 'last',
    header: 'Last seen',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ lastDay }) => lastDay && formatDay(lastDay),
  },
];

export function FailedCalls({ records, days }: RecentProps) {
  const failed = records.filter(isFailed);
  const groups = groupBy(failed, days, ({ status, endpoint }) => `${status} ${endpoint}`)
    .map((group) => ({ ...group, status: Number(group.name.slice(0, 3)), endpoint: group.name.slice(4) }))
    .sort((a, b) => b.calls - a.calls);
  const statuses = [...new Set(groups.map(({ status }) => `${status}`))];
  if (groups.length === 0) return null;
  return (
    <Section
      title="Failed calls"
      description={`Responses with status 400 or higher in the last ${days.length} days${groups.length > maxRows ? `, ${maxRows} most frequent` : ''}`}
      actions={<ApiCall call={{ path: '/usage/history', query: { by: ['endpoint', 'status'], status: statuses } }} />}
    >
      <Table
        label="Failed calls by status and endpoint"
        columns={columns}
        rows={groups.slice(0, maxRows)}
        rowKey={({ name }) => name}
        href={({ status, endpoint, lastDay }) => {
          // Calls of the last 7 days are in the request log of every plan.
          const page = days.slice(-7).includes(lastDay ?? '') ? 'requests' : 'usage';
          return `/dashboard/${page}?${new URLSearchParams({ status: `${status}`, endpoint })}`;
        }}
      />
    </Section>
  );
}

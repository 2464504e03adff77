// AccountUsage: an account's calls by day and endpoint as a chart, and by endpoint and status as a table.
import type { UsageHistory } from '../../../../src/quota/usage-history.ts';
import { request } from '../../api/client.ts';
import { accountPath } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { dayMs, formatDay, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { daysBetween, type EndpointUse, seriesByEndpoint, sumByEndpoint } from './usage-shape.ts';

type Usage = Pick<UsageHistory, 'since' | 'until'> & { usage: UsageHistory['records'] };

const ranges = ['7', '30', '90'];

const number = (id: string, header: string, of: (use: EndpointUse) => number): Column<EndpointUse> => ({
  id,
  header,
  align: 'right',
  cell: (use) => <span className={of(use) === 0 ? 'text-faint' : ''}>{formatNumber(of(use))}</span>,
});

const columns: Column<EndpointUse>[] = [
  {
    id: 'endpoint',
    header: 'Endpoint',
    cell: ({ endpoint }) => <code className="font-mono text-xs wrap-anywhere">{endpoint}</code>,
  },
  number('calls', 'Calls', ({ calls }) => calls),
  number('counted', 'Counted', ({ counted }) => counted),
  number('refused', '4xx', ({ refused }) => refused),
  number('failed', '5xx', ({ failed }) => failed),
  {
    id: 'share',
    header: 'Error rate',
    align: 'right',
    cell: ({ calls, refused, failed }) => formatPercent((refused + failed) / Math.max(1, calls)),
  },
];

export function AccountUsage({ accountId }: { accountId: string }) {
  const [daysParam, setDays] = useQueryState('days', '30');
  const days = ranges.includes(daysParam) ? daysParam : '30';
  const since = new Date(Date.now() - (Number(days) - 1) * dayMs).toISOString().slice(0, 10);
  const path = `${accountPath(accountId)}/usage/history`;
  const query = { since, by: ['day', 'endpoint', 'status'] };
  const response = useApi([path, query], () => request<Usage>('GET', path, { query }));
  return (
    <Section
      title="Calls"
      description="By UTC day. “Counted” calls use up quota."
      actions={
        <>
          <SelectField
            name="days"
            label="Time range"
            hideLabel
            value={days}
            onChange={(event) => setDays(event.target.value)}
            options={ranges.map((value) => ({ value, label: `${value} days` }))}
          />
          <ApiCall call={{ path, query, isOperator: true }} />
          <LinkButton isOutside icon="export" href={`${path}?since=${since}&by=day&by=endpoint&by=status&format=csv`}>
            CSV
          </LinkButton>
        </>
      }
    >
      <Load from={response} skeleton={<Skeleton className="h-60 w-full" />}>
        {(usage) => <Charts usage={usage} days={days} />}
      </Load>
    </Section>
  );
}

function Charts({ usage: { since, until, usage }, days }: { usage: Usage; days: string }) {
  if (usage.length === 0)
    return <EmptyState title={`No calls in the last ${days} days`}>Calls appear here within a few seconds.</EmptyState>;
  const dates = daysBetween(since, until);
  return (
    <>
      <Card>
        <StackedBars
          label="Calls by day and endpoint"
          points={dates.map(formatDay)}
          series={seriesByEndpoint(usage, dates)}
          unit="calls"
        />
      </Card>
      <Table
        label={`Calls by endpoint, last ${days} days`}
        columns={columns}
        rows={sumByEndpoint(usage)}
        rowKey={({ endpoint }) => endpoint}
      />
    </>
  );
}

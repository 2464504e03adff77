// /dashboard/usage: calls by day, endpoint, key or status, as a chart, a table and CSV.
import type { UsageRecord } from '@hookline/sdk';
import { useSearch } from 'wouter';
import { readMeta } from '../../api/meta.ts';
import { readHistory, readUsage } from '../../api/usage.ts';
import { useApi } from '../../api/use-api.ts';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { QuotaGauges, QuotaSkeleton } from '../home/quota-gauges.tsx';
import { UsageControls } from './usage-controls.tsx';
import { UsageFigures } from './usage-figures.tsx';
import { csvUrl, historyQueryOf, parseUsageView } from './usage-query.ts';

export function UsagePage() {
  const now = useNow();
  const view = parseUsageView(useSearch(), now);
  const { since, until } = view;
  const query = historyQueryOf(view);
  const history = useApi<UsageRecord[]>(['usage history', query], () => readHistory(query));
  // The whole period without filters: the available filter values, and the failed calls of each group.
  const breakdown = useApi<UsageRecord[]>(['usage breakdown', since, until], () =>
    readHistory({ since, until, by: ['endpoint', 'key', 'status'] }),
  );
  return (
    <PageBody>
      <PageHeader
        title="Usage"
        description="Calls made with your keys and feeds, by UTC day. Calls of this dashboard and of paths without an endpoint aren’t counted."
        call={{ path: '/usage/history', query }}
        actions={
          <LinkButton icon="export" href={csvUrl(view)} isOutside>
            Download CSV
          </LinkButton>
        }
      />
      <Quota />
      <UsageControls view={view} breakdown={breakdown.data} />
      <Load from={history} skeleton={<FiguresSkeleton />}>
        {(records) => <UsageFigures view={view} records={records} breakdown={breakdown.data ?? []} />}
      </Load>
    </PageBody>
  );
}

function Quota() {
  const quota = useApi(['quota'], readQuota, { refreshSeconds: 60 });
  return (
    <Load from={quota} skeleton={<QuotaSkeleton />}>
      {({ usage, days, meta }) => <QuotaGauges usage={usage} days={days} included={meta.account.included_per_month} />}
    </Load>
  );
}

async function readQuota() {
  const [usage, history, meta] = await Promise.all([readUsage(), readHistory(), readMeta()]);
  return { usage, days: history.map(({ day = '', counted }) => ({ day, counted })), meta };
}

function FiguresSkeleton() {
  return (
    <>
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-96 w-full" />
    </>
  );
}

// /dashboard/usage: calls by day, endpoint, key or status over a span of days, as a chart, a table, CSV and a call.
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
import { csvAddress, historyQueryOf, readQuestion } from './usage-query.ts';

export function UsagePage() {
  const now = useNow();
  const question = readQuestion(useSearch(), now);
  const { since, until } = question;
  const query = historyQueryOf(question);
  const history = useApi<UsageRecord[]>(['usage history', query], () => readHistory(query));
  // The whole of the span, whatever is filtered: what can be filtered by, and what was refused of each.
  const cube = useApi<UsageRecord[]>(['usage cube', since, until], () =>
    readHistory({ since, until, by: ['endpoint', 'key', 'status'] }),
  );
  return (
    <PageBody>
      <PageHeader
        title="Usage"
        description="Every answer to one of your keys, by UTC day. What these pages ask for is not counted."
        call={{ path: '/usage/history', query }}
        actions={
          <LinkButton icon="export" href={csvAddress(question)} isOutside>
            Download CSV
          </LinkButton>
        }
      />
      <Quota />
      <UsageControls question={question} cube={cube.data} />
      <Load from={history} skeleton={<FiguresSkeleton />}>
        {(records) => <UsageFigures question={question} records={records} cube={cube.data ?? []} />}
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

// /dashboard: what is wrong now, what is left of the quota, what was called, how fresh the catalog is. New accounts: the first call.
import type { UsageRecord } from '@hookline/sdk';
import { lazy, Suspense, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { useSession } from '../../shell/session.tsx';
import { daysBetween, toDaily, toDay } from '../usage/usage-records.ts';
import { type AccountProblem, findAccountProblems, suspendedProblem } from './account-problems.ts';
import { CatalogFreshness } from './catalog-freshness.tsx';
import { isUntouched, type OverviewData, readOverview } from './overview-data.ts';
import { QuotaGauges, QuotaSkeleton } from './quota-gauges.tsx';
import { RefusedCalls, RequestsByDay } from './recent-requests.tsx';

const FirstCall = lazy(() => import('./first-call.tsx').then(({ FirstCall }) => ({ default: FirstCall })));

const dayMs = 86_400_000;
const refreshSeconds = 60;

export function OverviewPage() {
  const { account } = useSession();
  const header = <PageHeader title="Overview" description={account?.name} />;
  if (account?.suspended)
    return (
      <PageBody>
        {header}
        <ProblemBanner problem={suspendedProblem} />
      </PageBody>
    );
  return (
    <PageBody>
      {header}
      <State />
    </PageBody>
  );
}

function State() {
  const overview = useApi<OverviewData>(['overview'], readOverview, { refreshSeconds });
  const [firstSeen, setFirstSeen] = useState<UsageRecord>();
  return (
    <Load from={overview} skeleton={<OverviewSkeleton />}>
      {(data) => (
        <Overview
          data={data}
          firstSeen={firstSeen}
          onKeyMade={() => void overview.mutate()}
          onSeen={(record) => {
            setFirstSeen(record);
            void overview.mutate();
          }}
          onDismiss={() => setFirstSeen(undefined)}
        />
      )}
    </Load>
  );
}

type OverviewProps = {
  data: OverviewData;
  firstSeen: UsageRecord | undefined;
  onKeyMade: () => void;
  onSeen: (record: UsageRecord) => void;
  onDismiss: () => void;
};

function Overview({ data, firstSeen, onKeyMade, onSeen, onDismiss }: OverviewProps) {
  const now = useNow();
  const { usage, history, keys, meta } = data;
  const days = daysBetween(toDay(now - 29 * dayMs), toDay(now));
  const counted = toDaily(history, days, (one) => one.counted);
  const quota = (
    <QuotaGauges
      usage={usage}
      days={days.map((day, at) => ({ day, counted: counted[at] }))}
      included={meta.account.included_per_month}
    />
  );
  const isNew = isUntouched(data);
  return (
    <>
      {findAccountProblems(data, now).map((problem) => (
        <ProblemBanner key={`${problem.action.href} ${problem.title}`} problem={problem} />
      ))}
      {firstSeen && <Seen record={firstSeen} onDismiss={onDismiss} />}
      {isNew ? (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <FirstCall keys={keys} onKeyMade={onKeyMade} onSeen={onSeen} />
        </Suspense>
      ) : (
        <>
          {quota}
          <RequestsByDay records={history} days={days} />
          <RefusedCalls records={history} days={days} />
        </>
      )}
      <CatalogFreshness meta={meta} />
    </>
  );
}

function ProblemBanner({ problem: { tone, title, detail, action } }: { problem: AccountProblem }) {
  return (
    <Banner tone={tone} title={title} action={<LinkButton href={action.href}>{action.label}</LinkButton>}>
      <span className="wrap-anywhere">{detail}</span>
    </Banner>
  );
}

function Seen({ record: { endpoint, status = 0 }, onDismiss }: { record: UsageRecord; onDismiss: () => void }) {
  const isServed = status < 400;
  return (
    <Banner
      tone={isServed ? 'good' : 'warn'}
      title={isServed ? 'Your first call was seen' : `Your first call was seen, and refused with ${status}`}
      action={<Button onClick={onDismiss}>Dismiss</Button>}
    >
      <code className="font-mono text-xs">{endpoint}</code>{' '}
      {isServed ? `answered ${status}. From now on, each call shows here.` : 'The answer says what to mend.'}
    </Banner>
  );
}

function OverviewSkeleton() {
  return (
    <>
      <QuotaSkeleton />
      <Skeleton className="h-67 w-full" />
      <Skeleton className="h-58 w-full" />
      <Skeleton className="h-32 w-full" />
    </>
  );
}

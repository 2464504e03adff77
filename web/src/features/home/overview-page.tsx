// /dashboard: current problems, quota, recent calls and catalog freshness; for new accounts, the first call.
import type { UsageRecord } from '@hookline/sdk';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { dayMs } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { useMay, useSession } from '../../shell/session.tsx';
import { daysBetween, toDaily, toDay } from '../usage/usage-records.ts';
import { type AccountProblem, findAccountProblems, nextStep, suspendedProblem } from './account-problems.ts';
import { CatalogFreshness } from './catalog-freshness.tsx';
import { isNewAccount, type OverviewData, readOverview } from './overview-data.ts';
import { QuotaGauges, QuotaSkeleton } from './quota-gauges.tsx';
import { CallsByDay, FailedCalls } from './recent-calls.tsx';

const FirstCall = lazyPart(() => import('./first-call.tsx'), 'FirstCall', <Skeleton className="h-96 w-full" />);

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
      <LoadedOverview />
    </PageBody>
  );
}

function LoadedOverview() {
  const overview = useApi<OverviewData>(['overview'], readOverview, { refreshSeconds });
  const [firstSeen, setFirstSeen] = useState<UsageRecord>();
  return (
    <Load from={overview} skeleton={<OverviewSkeleton />}>
      {(data) => (
        <Overview
          data={data}
          firstSeen={firstSeen}
          onKeyCreated={() => void overview.mutate()}
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
  onKeyCreated: () => void;
  onSeen: (record: UsageRecord) => void;
  onDismiss: () => void;
};

function Overview({ data, firstSeen, onKeyCreated, onSeen, onDismiss }: OverviewProps) {
  const now = useNow();
  const { usage, history, keys, meta } = data;
  const days = daysBetween(toDay(now - 29 * dayMs), toDay(now));
  const counted = toDaily(history, days, (record) => record.counted);
  const quota = (
    <QuotaGauges
      usage={usage}
      days={days.map((day, at) => ({ day, counted: counted[at] ?? 0 }))}
      included={meta.account.included_per_month}
    />
  );
  const isNew = isNewAccount(data);
  const next = useMay('change') && !isNew && nextStep(data);
  return (
    <>
      {findAccountProblems(data, now).map((problem) => (
        <ProblemBanner key={`${problem.action.href} ${problem.title}`} problem={problem} />
      ))}
      {firstSeen && <FirstCallBanner record={firstSeen} onDismiss={onDismiss} />}
      {isNew ? (
        <>
          <FirstCall keys={keys} onKeyCreated={onKeyCreated} onSeen={onSeen} />
          {quota}
        </>
      ) : (
        <>
          {quota}
          {next && <ProblemBanner problem={next} />}
          <CallsByDay records={history} days={days} />
          <FailedCalls records={history} days={days} />
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

function FirstCallBanner({
  record: { endpoint, status = 0 },
  onDismiss,
}: {
  record: UsageRecord;
  onDismiss: () => void;
}) {
  const isOk = status < 400;
  return (
    <Banner
      tone={isOk ? 'good' : 'warn'}
      title={isOk ? 'Your first call arrived' : `Your first call arrived and returned ${status}`}
      action={<Button onClick={onDismiss}>Dismiss</Button>}
    >
      <code className="font-mono text-xs">{endpoint}</code>{' '}
      {isOk ? `returned ${status}. Your calls now appear on this page.` : 'See the response body for the fix.'}
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

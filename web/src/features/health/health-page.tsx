// /console: current problems with links to the page to fix them on, and the figures behind them.
import { HooklineError } from '@hookline/sdk';
import { useState } from 'react';
import type { HealthProblem, OperatorHealth } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Card } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Advanced } from '../../kit/page/advanced.tsx';
import { describeError } from '../../kit/page/describe-error.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useSession } from '../../shell/session.tsx';
import { Figures, ProcessFigures } from './health-figures.tsx';
import { PendingWork } from './health-pending.tsx';

const Queues = lazyPart(() => import('./health-queues.tsx'), 'Queues');
const SetupChecklist = lazyPart(() => import('./setup-checklist.tsx'), 'SetupChecklist');

const refreshSeconds = 10;

export function HealthPage() {
  const health = useApi<OperatorHealth>('/operator/health', undefined, { refreshSeconds });
  const { data, error, mutate } = health;
  const now = useNow();
  const { permissions } = useSession();
  return (
    <PageBody>
      <PageHeader
        title="Health"
        description={
          data ? (
            <>
              Updated <Time at={Math.min(Date.parse(data.at), now)} />. Refreshes every {refreshSeconds} s.
            </>
          ) : (
            'Loading…'
          )
        }
        call={{ path: '/operator/health', isOperator: true }}
      />
      {error && <Unreachable error={error} updatedAt={data?.at} />}
      <Load from={{ data, mutate }} skeleton={<HealthSkeleton />}>
        {(current) => (
          <>
            <Problems problems={current.problems} isCurrent={!error} />
            <SetupChecklist canChange={permissions.includes('system')} />
            <PendingWork health={current} />
            <Figures health={current} />
            <Advanced summary="The process and its background jobs">
              <ProcessFigures health={current} />
              {current.queues && <Queues queues={current.queues} />}
            </Advanced>
          </>
        )}
      </Load>
    </PageBody>
  );
}

/** The page retries until the service responds. A rejected request, such as after a session ended, is not repeated. */
function Unreachable({ error, updatedAt }: { error: unknown; updatedAt: string | undefined }) {
  if (error instanceof HooklineError && error.status < 500) return <Problem error={error} />;
  const { title, detail = title } = describeError(error);
  const isOutage = error instanceof HooklineError && error.code === 'unavailable';
  return (
    <Banner tone="bad" title={isOutage ? 'Health is unavailable. Hooks are still served.' : detail}>
      Retrying every {refreshSeconds} s.{' '}
      {updatedAt && (
        <>
          The figures below are from <Time at={updatedAt} />.
        </>
      )}
    </Banner>
  );
}

/** Further problems are folded, since each paused webhook is one. */
const maxShown = 8;

/** Figures from before an outage do not show that all systems are operational. */
function Problems({ problems, isCurrent }: { problems: readonly HealthProblem[]; isCurrent: boolean }) {
  const [isWhole, setWhole] = useState(false);
  if (problems.length === 0)
    return (
      isCurrent && (
        <Card>
          <StatusDot tone="good">All systems operational</StatusDot>
        </Card>
      )
    );
  return (
    <ul aria-label="Problems" className="stack gap-2">
      {problems.slice(0, isWhole ? undefined : maxShown).map(({ what, severity, since, action }) => (
        <li key={`${what}${since}`}>
          <Banner
            tone={severity === 'error' ? 'bad' : 'warn'}
            title={what}
            action={<FixLink action={action} isUrgent={severity === 'error'} />}
          >
            {since && (
              <>
                Started <Time at={since} />
              </>
            )}
          </Banner>
        </li>
      ))}
      {!isWhole && problems.length > maxShown && (
        <li>
          <Button onClick={() => setWhole(true)}>Show all {problems.length} problems</Button>
        </li>
      )}
    </ul>
  );
}

/** Renders nothing for problems that can't be fixed in the console: their action is this page. */
function FixLink({ action, isUrgent }: { action: string; isUrgent: boolean }) {
  const [, page, id] = /^\/console\/(\w+)(\/)?/.exec(action) ?? [];
  if (!page) return null;
  return (
    <LinkButton small kind={isUrgent ? 'danger' : 'secondary'} href={action}>
      Open {id ? 'account' : page}
    </LinkButton>
  );
}

function HealthSkeleton() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-56 w-full" />
    </div>
  );
}

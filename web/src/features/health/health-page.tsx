// /console: what is wrong with the service now, each with where it is mended, and below the figures that tell so.

import type { OperatorHealth } from '../../../../src/http/operator/health.ts';
import type { HealthProblem } from '../../../../src/http/operator/health-problems.ts';
import { useApi } from '../../api/use-api.ts';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Card } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { Figures } from './health-figures.tsx';
import { Queues } from './health-queues.tsx';
import { WaitingWork } from './health-waiting.tsx';

const refreshSeconds = 10;

export function HealthPage() {
  const health = useApi<OperatorHealth>('/operator/health', undefined, { refreshSeconds });
  const { data, error, mutate } = health;
  const now = useNow();
  return (
    <PageBody>
      <PageHeader
        title="Health"
        description={
          data ? (
            <>
              Asked <Time at={Math.min(Date.parse(data.at), now)} />, and anew every {refreshSeconds} s while this page
              is seen.
            </>
          ) : (
            'Asking the service…'
          )
        }
        call={{ path: '/operator/health', isOperator: true }}
      />
      {data && error ? <Problem error={error} onRetry={() => void mutate()} /> : null}
      <Load from={health} skeleton={<HealthSkeleton />}>
        {(found) => (
          <>
            <Problems problems={found.problems} />
            <WaitingWork health={found} />
            <Figures health={found} />
            {found.queues && <Queues queues={found.queues} />}
          </>
        )}
      </Load>
    </PageBody>
  );
}

function Problems({ problems }: { problems: readonly HealthProblem[] }) {
  if (problems.length === 0)
    return (
      <Card>
        <StatusDot tone="good">Nothing is wrong</StatusDot>
      </Card>
    );
  return (
    <ul aria-label="Problems" className="stack gap-2">
      {problems.map(({ what, severity, since, action }) => (
        <li key={`${what}${since}`}>
          <Banner
            tone={severity === 'error' ? 'bad' : 'warn'}
            title={what}
            action={<Mend action={action} isUrgent={severity === 'error'} />}
          >
            {since && (
              <>
                Since <Time at={since} />
              </>
            )}
          </Banner>
        </li>
      ))}
    </ul>
  );
}

// Of the address where a problem is mended, its beginning, and what the button says.
const mends: readonly (readonly [path: string, words: string])[] = [
  ['/console/accounts/', 'Open the account'],
  ['/console/accounts', 'Open accounts'],
  ['/console/requests', 'Answer requests'],
  ['/console/review', 'Review hooks'],
  ['/console/imports', 'Open imports'],
  ['/console/sources', 'Open sources'],
  ['/console/deliveries', 'Open deliveries'],
  ['/console/exports', 'Open exports'],
];

/** What is mended outside of the console has no button: its address is this page. */
function Mend({ action, isUrgent }: { action: string; isUrgent: boolean }) {
  const found = mends.find(([path]) => action.startsWith(path));
  if (!found) return null;
  return (
    <LinkButton small kind={isUrgent ? 'danger' : 'secondary'} href={action}>
      {found[1]}
    </LinkButton>
  );
}

function HealthSkeleton() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-24 w-full" />
      <div className="grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    </div>
  );
}

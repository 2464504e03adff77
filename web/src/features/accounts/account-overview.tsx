// The first tab of an account: what it uses now, what it may, and the ways to what else is its.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AccountOverview, WindowUsage } from '../../../../src/accounts/queries.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { limitWords } from '../../api/plan-text.ts';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment, formatNumber } from '../../kit/page/format.ts';

const titles = { day: 'Today', month: 'This month' } as const;

export function AccountOverviewPanel({ account, plan }: { account: AccountOverview; plan: PlanRecord | undefined }) {
  return (
    <div className="stack gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        {account.usage.map(({ window, used, limit, resets_at }) => (
          <Card key={window}>
            <Gauge label={titles[window]} used={used} limit={limit} unit="calls" resetsAt={resets_at} />
          </Card>
        ))}
      </div>
      <Section title="Details">
        <Card>
          <Facts facts={factsOf(account, plan)} />
        </Card>
      </Section>
    </div>
  );
}

function factsOf(account: AccountOverview, plan: PlanRecord | undefined): Record<string, ReactNode> {
  return {
    Plan: plan ? `${plan.title}: ${limitWords(plan)}` : account.plan,
    'Calls a day': <InForce usage={account.usage[0]} own={account.limits.per_day} />,
    'Calls a month': <InForce usage={account.usage[1]} own={account.limits.per_month} />,
    'May use': plan?.features.join(', ') ?? '',
    'Live keys': <To href="?tab=keys">{formatNumber(account.live_keys)} live</To>,
    'Keys last used': account.last_used_at ? <Time at={account.last_used_at} /> : 'never',
    Exports: <To href={`/console/exports?account=${account.id}`}>Exports of this account</To>,
    Deliveries: <To href={`/console/deliveries?account=${account.id}`}>Deliveries to its webhooks</To>,
    Created: (
      <>
        {formatMoment(account.created_at)} (<Time at={account.created_at} />)
      </>
    ),
  };
}

function InForce({ usage: { limit }, own }: { usage: WindowUsage; own: number | null }) {
  if (limit === null) return 'no limit';
  return (
    <>
      {formatNumber(limit)} <span className="text-muted">{own === null ? "the plan's" : 'its own limit'}</span>
    </>
  );
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href.startsWith('?') ? location.pathname + href : href} className="underline hover:text-accent">
      {children}
    </Link>
  );
}

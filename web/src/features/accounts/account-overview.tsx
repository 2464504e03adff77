// AccountOverviewPanel: an account's current usage, limits and features, with links to what belongs to it.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AccountOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { customLimitText, featureText, limitText, shownWindows } from '../../api/plan-text.ts';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment } from '../../kit/page/format.ts';

const titles = { day: 'Today', month: 'This month' } as const;

export function AccountOverviewPanel({ account, plan }: { account: AccountOverview; plan: PlanRecord | undefined }) {
  return (
    <div className="stack gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        {shownWindows(account.usage).map(({ window, used, limit, resets_at }) => (
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
  const custom = plan && customLimitText(plan, account.limits);
  return {
    ...(account.note ? { Note: <p className="whitespace-pre-line">{account.note}</p> } : {}),
    Plan: plan ? `${plan.title}: ${limitText(plan)}` : account.plan,
    ...(custom ? { 'Custom limit': custom } : {}),
    Features: plan ? featureText(plan) : '',
    'Keys last used': account.last_used_at ? <Time at={account.last_used_at} /> : 'Never',
    'Failed calls': <TextLink href="?tab=requests&status=4xx">View 4xx responses</TextLink>,
    Exports: <TextLink href={`/console/exports?account=${account.id}`}>View exports</TextLink>,
    Deliveries: <TextLink href={`/console/deliveries?account=${account.id}`}>View deliveries</TextLink>,
    Created: (
      <>
        {formatMoment(account.created_at)} (<Time at={account.created_at} />)
      </>
    ),
  };
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href.startsWith('?') ? location.pathname + href : href} className="underline hover:text-accent">
      {children}
    </Link>
  );
}

// /dashboard/plan: what the account has, what other plans have, and how to get one of them.
import type { Account } from '../../../../src/accounts/account.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { useSession } from '../../shell/session.tsx';
import { PresentPlan, PresentPlanSkeleton } from './current-plan.tsx';
import { PlanTable } from './plan-table.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

type AccountAnswer = { account: Account; plan: PlanRecord };

export function PlanPage() {
  const { account } = useSession();
  // A name of a plan, or `reopen`; whoever is sent here with it finds the form open.
  const [asked, ask] = useQueryState('ask');
  const plans = useApi<PlanRecord[]>('/plans');
  const current = useApi<AccountAnswer>(account?.suspended ? null : '/account');
  useActions([{ title: 'Ask for another plan', icon: 'plan', run: () => ask(nextOf(plans.data, account?.plan)) }]);
  const isHighest = plans.data?.at(-1)?.name === account?.plan;

  return (
    <PageBody>
      <PageHeader
        title="Plan"
        description="Plans change by agreement: you ask, the operator answers by mail, and your keys stay as they are."
        actions={
          !account?.suspended &&
          !isHighest && (
            <Button kind="primary" disabled={!plans.data} onClick={() => ask(nextOf(plans.data, account?.plan))}>
              Ask for an upgrade
            </Button>
          )
        }
      />
      {account?.suspended && (
        <Banner
          tone="bad"
          title="This account is suspended"
          action={
            <Button kind="primary" onClick={() => ask('reopen')}>
              Ask to reopen it
            </Button>
          }
        >
          All of its keys are refused until the operator reopens it. Nothing was deleted.
        </Banner>
      )}
      {!account?.suspended && (
        <Load from={current} skeleton={<PresentPlanSkeleton />}>
          {({ account: { limits }, plan }) => <PresentPlan plan={plan} own={limits} />}
        </Load>
      )}
      <Section title="All plans">
        <Load from={plans} skeleton={<Skeleton className="h-91 w-full" />}>
          {(all) => <PlanTable plans={all} current={account?.plan} onAsk={ask} />}
        </Load>
      </Section>
      <UpgradeDialog asked={asked} plans={plans.data} onClose={() => ask('')} />
    </PageBody>
  );
}

/** The plan after the present one. */
function nextOf(plans: readonly PlanRecord[] = [], current: string | undefined): string {
  const at = plans.findIndex(({ name }) => name === current);
  return (plans[at + 1] ?? plans.at(-1))?.name ?? '';
}

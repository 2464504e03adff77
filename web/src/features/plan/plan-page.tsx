// /dashboard/plan: all plans, the current one marked, and requesting a change.
import { accountPath, type OwnAccount, requestsPath } from '../../api/account.ts';
import type { KeyRequest, Plan as PlanRecord } from '../../api/openapi.ts';
import { monthlyCalls } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { useMay, useSession } from '../../shell/session.tsx';
import { suspendedProblem } from '../home/account-problems.ts';
import { PendingRequests } from './pending-requests.tsx';
import { PlanTable } from './plan-table.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

export function PlanPage() {
  const { account } = useSession();
  const isViewOnly = !useMay('billing');
  // A plan name or `reopen`: links to this page can open the form.
  const [requested, setRequested] = useQueryState('ask');
  const plans = useApi<PlanRecord[]>('/plans');
  const requests = useApi<KeyRequest[]>(requestsPath);
  const current = useApi<OwnAccount>(account?.suspended ? null : accountPath);
  const requestNext = () => setRequested(nextPlan(plans.data, account?.plan));
  useActions(isViewOnly ? [] : [{ title: 'Request plan change', icon: 'plan', run: requestNext }]);
  const pending = requests.data?.find(({ kind, state }) => kind === 'plan' && state === 'pending')?.plan;
  const isHighest = plans.data?.at(-1)?.name === account?.plan;

  return (
    <PageBody>
      <PageHeader
        title="Plan"
        description="Request a change, and an operator replies by email. Your keys keep working."
        actions={
          !isViewOnly &&
          !account?.suspended &&
          !isHighest &&
          !pending && (
            <Button kind="primary" disabled={!plans.data} onClick={requestNext}>
              Request upgrade
            </Button>
          )
        }
      />
      {account?.suspended && (
        <Banner
          tone="bad"
          title={suspendedProblem.title}
          action={
            !isViewOnly && (
              <Button kind="primary" onClick={() => setRequested('reopen')}>
                Request reactivation
              </Button>
            )
          }
        >
          {suspendedProblem.detail}
        </Banner>
      )}
      <PendingRequests
        requests={requests.data ?? []}
        plans={plans.data}
        onChanged={isViewOnly ? undefined : () => requests.mutate()}
      />
      <Section title="All plans">
        <Load from={plans} skeleton={<Skeleton className="h-91 w-full" />}>
          {(all) => (
            <PlanTable
              plans={all}
              current={account?.plan}
              custom={current.data?.account.limits}
              pending={pending ?? undefined}
              onRequest={isViewOnly ? undefined : setRequested}
            />
          )}
        </Load>
      </Section>
      <UpgradeDialog
        requested={requested}
        plans={plans.data}
        isPending={requests.data?.some(({ state }) => state === 'pending') ?? false}
        onClose={() => setRequested('')}
        onSent={() => requests.mutate()}
      />
    </PageBody>
  );
}

/** The first plan above the current one that has more calls, else the next. */
function nextPlan(plans: readonly PlanRecord[] = [], current: string | undefined): string {
  const at = plans.findIndex(({ name }) => name === current);
  const [own, ...above] = at < 0 ? plans : plans.slice(at);
  return (above.find((plan) => own && monthlyCalls(plan) > monthlyCalls(own)) ?? above[0] ?? own)?.name ?? '';
}

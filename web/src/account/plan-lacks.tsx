// PlanLacks: stands in place of a page whose feature the account's plan does not have, and says which plans have it.
import type { ReactNode } from 'react';
import type { Feature } from '../../../src/caller.ts';
import type { PlanRecord } from '../../../src/http/plans.ts';
import { plansPath } from '../api/account.ts';
import { useApi } from '../api/use-api.ts';
import { LinkButton } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { formatNumber } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { useSession } from '../shell/session.tsx';

type PlanLacksProps = {
  feature: Feature;
  /** In the plural: “Exports”. */
  what: string;
  /** What such a plan adds. */
  adds: (plan: PlanRecord) => string;
  children: ReactNode;
  /** What one would get. */
  example?: ReactNode;
};

export function PlanLacks({ feature, what, adds, children, example }: PlanLacksProps) {
  const { account } = useSession();
  const { data: plans } = useApi<PlanRecord[]>(plansPath);
  const having = plans?.filter(({ features }) => features.includes(feature));
  const own = plans?.find(({ name }) => name === account?.plan);
  return (
    <EmptyState
      title={`${what} come with ${having ? having.map(({ title }) => title).join(' and ') : 'larger plans'}`}
      action={
        <LinkButton href="/dashboard/plan" kind="primary">
          See the plans
        </LinkButton>
      }
      example={example}
    >
      <div className="stack gap-3">
        <p>
          {children} {own && `This account is on ${own.title}.`}
        </p>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {having?.map((plan) => (
            <div key={plan.name} className="contents max-sm:block">
              <dt className="font-medium text-ink">
                {plan.title}
                <span className="font-normal text-muted"> {priceOf(plan)}</span>
              </dt>
              <dd>{adds(plan)}</dd>
            </div>
          )) ?? <Skeleton className="w-60" />}
        </dl>
      </div>
    </EmptyState>
  );
}

function priceOf({ price_usd }: PlanRecord): string {
  return price_usd === null ? 'by agreement' : `$${formatNumber(price_usd)} a month`;
}

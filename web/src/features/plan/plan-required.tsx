// PlanLacks: stands in place of what the account's plan does not have, and says which plans have it and what they add.
import type { ReactNode } from 'react';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { plansPath } from '../../api/account.ts';
import { featureNames, limitWords, priceWithin } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { useSession } from '../../shell/session.tsx';

type PlanLacksProps = {
  feature: PlanRecord['features'][number];
  /** What such a plan adds; by default the features that the own one does not have, and its calls. */
  adds?: (plan: PlanRecord) => string;
  /** What would be seen here. */
  children: ReactNode;
  /** What one would get. */
  example?: ReactNode;
};

const list = new Intl.ListFormat('en-GB');

export function PlanLacks({ feature, adds, children, example }: PlanLacksProps) {
  const { account } = useSession();
  const { data: plans } = useApi<PlanRecord[]>(plansPath);
  const having = plans?.filter(({ features }) => features.includes(feature));
  const own = plans?.find(({ name }) => name === account?.plan);
  const addedBy = (plan: PlanRecord) => {
    const added = plan.features.filter((one) => !own?.features.includes(one)).map((one) => featureNames[one]);
    return capitalized([...added, limitWords(plan)].join(', '));
  };
  return (
    <EmptyState
      title={`${capitalized(featureNames[feature])} come with ${having ? list.format(having.map(({ title }) => title)) : 'larger plans'}`}
      action={
        <LinkButton href="/dashboard/plan" kind="primary">
          Compare plans
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
                <span className="font-normal text-muted"> {priceWithin(plan)}</span>
              </dt>
              <dd>{(adds ?? addedBy)(plan)}</dd>
            </div>
          )) ?? <Skeleton className="w-60" />}
        </dl>
      </div>
    </EmptyState>
  );
}

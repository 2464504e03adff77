// PlanRequired: replaces a feature the plan does not include, and lists the plans that include it.
import type { ReactNode } from 'react';
import { plansPath } from '../../api/account.ts';
import type { Plan } from '../../api/openapi.ts';
import { featureNames, inlinePriceText, limitText } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { useSession } from '../../shell/session.tsx';

type PlanRequiredProps = {
  feature: Plan['features'][number];
  /** What a plan adds. Default: the features the current plan lacks, and its calls. */
  adds?: (plan: Plan) => string;
  /** What the feature does. */
  children: ReactNode;
  /** Example output. */
  example?: ReactNode;
};

const list = new Intl.ListFormat('en-GB');

export function PlanRequired({ feature, adds, children, example }: PlanRequiredProps) {
  const { account } = useSession();
  const { data: plans } = useApi<Plan[]>(plansPath);
  const including = plans?.filter(({ features }) => features.includes(feature));
  const current = plans?.find(({ name }) => name === account?.plan);
  const addedBy = (plan: Plan) => {
    const added = plan.features.filter((one) => !current?.features.includes(one)).map((one) => featureNames[one]);
    return capitalized([...added, limitText(plan)].join(', '));
  };
  return (
    <EmptyState
      title={`${capitalized(featureNames[feature])} are available on ${including ? list.format(including.map(({ title }) => title)) : 'higher plans'}`}
      action={
        <LinkButton href="/dashboard/plan" kind="primary">
          Compare plans
        </LinkButton>
      }
      example={example}
    >
      <div className="stack gap-3">
        <p>
          {children} {current && `You’re on the ${current.title} plan.`}
        </p>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {including?.map((plan) => (
            <div key={plan.name} className="contents max-sm:block">
              <dt className="font-medium text-ink">
                {plan.title}
                <span className="font-normal text-muted"> {inlinePriceText(plan)}</span>
              </dt>
              <dd>{(adds ?? addedBy)(plan)}</dd>
            </div>
          )) ?? <Skeleton className="w-60" />}
        </dl>
      </div>
    </EmptyState>
  );
}

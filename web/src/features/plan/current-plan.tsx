// The plan that the account has: price, calls with its own limits beside the plan's, exports, support.
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { exportWords, featureWords, limitWords, ownLimitWords, priceWords, supportWords } from '../../api/plan-text.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';

export function PresentPlan({ plan, own }: { plan: PlanRecord; own: PlanRecord['limits'] }) {
  const ownLimit = ownLimitWords(plan, own);
  return (
    <Section
      title={`Your plan is ${plan.title}`}
      actions={
        <LinkButton href="/dashboard/usage" icon="usage">
          Usage
        </LinkButton>
      }
    >
      <Card>
        <Facts
          facts={{
            Price: priceWords(plan),
            Calls: ownLimit ? (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{ownLimit}</span>
                <Badge tone="accent">agreed with you</Badge>
                <span className="text-muted">the plan has: {limitWords(plan)}</span>
              </span>
            ) : (
              limitWords(plan)
            ),
            Includes: featureWords(plan),
            Exports: exportWords(plan),
            Support: supportWords(plan),
          }}
        />
      </Card>
    </Section>
  );
}

export function PresentPlanSkeleton() {
  return (
    <div className="stack gap-3">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-42 w-full max-sm:h-73" />
    </div>
  );
}

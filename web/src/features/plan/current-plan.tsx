// The current plan: price, calls (plan and custom limits), exports, support.
import type { Plan as PlanRecord } from '../../api/openapi.ts';
import { customLimitText, limitText, planLines, priceText } from '../../api/plan-text.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';

export function CurrentPlan({ plan, custom }: { plan: PlanRecord; custom: PlanRecord['limits'] }) {
  const customLimit = customLimitText(plan, custom);
  return (
    <Section
      title={`Current plan: ${plan.title}`}
      actions={
        <LinkButton href="/dashboard/usage" icon="usage">
          View usage
        </LinkButton>
      }
    >
      <Card>
        <Facts
          facts={{
            Price: priceText(plan),
            Calls: customLimit ? (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{customLimit}</span>
                <Badge tone="accent">Custom limit</Badge>
                <span className="text-muted">Plan default: {limitText(plan)}</span>
              </span>
            ) : (
              limitText(plan)
            ),
            Includes: (
              <ul>
                {planLines(plan).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ),
          }}
        />
      </Card>
    </Section>
  );
}

export function CurrentPlanSkeleton() {
  return (
    <div className="stack gap-3">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-49 w-full max-sm:h-85" />
    </div>
  );
}

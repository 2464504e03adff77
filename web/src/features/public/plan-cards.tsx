// Plan cards, from GET /plans.
import type { OfferedPlan } from '../../api/openapi.ts';
import { addedLines, limitParts, priceAmount } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';

const grid = 'grid gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-2 lg:grid-cols-5';

export function PlanCards() {
  const plans = useApi<OfferedPlan[]>('/plans');
  return (
    <Load from={plans} skeleton={<Skeleton className="h-74 w-full max-sm:h-270" />}>
      {(all) => (
        <ul className={grid}>
          {all.map((plan) => (
            <PlanCard key={plan.name} plan={plan} lines={addedLines(plan, all)} />
          ))}
        </ul>
      )}
    </Load>
  );
}

function PlanCard({ plan, lines }: { plan: OfferedPlan; lines: string[] }) {
  const [limit, note] = limitParts(plan);
  return (
    <li className="flex flex-col gap-4 bg-surface p-4 last:sm:max-lg:col-span-2">
      <div className="grid gap-1">
        <h3 className="font-medium">{plan.title}</h3>
        <p className="text-title font-semibold">
          {priceAmount(plan)}
          {plan.price_usd !== null && <span className="text-base font-normal text-muted"> a month</span>}
        </p>
        <p className="font-medium">{limit}</p>
        <p className="text-xs text-muted">{note}</p>
      </div>
      <ul className="grid flex-1 content-start gap-1.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" className="mt-0.5 text-faint" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <div className="grid">
        {plan.sign_up ? (
          <LinkButton href="/sign-up">Get a {plan.title} key</LinkButton>
        ) : (
          <LinkButton href={`/request-a-key?plan=${plan.name}`}>
            Request {plan.price_usd === 0 ? 'a free key' : plan.title}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

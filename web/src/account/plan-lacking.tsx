// What stands in place of what the account's plan does not have: which plan has it, what else it adds, and the way there.
import type { ReactNode } from 'react';
import type { PlanRecord } from '../../../src/http/plans.ts';
import { useApi } from '../api/use-api.ts';
import { LinkButton } from '../kit/button.tsx';
import { formatNumber } from '../kit/format.ts';
import { useSession } from '../shell/session.tsx';

type Feature = 'full' | 'trends';

const gives: Readonly<Record<PlanRecord['features'][number], string>> = {
  read: 'Hooks with seven fields, search, filters, random hooks',
  full: 'Every field of a hook: format, language, creator, source, dates, engagement, template',
  trends: 'Trends: which labels heat up and cool down, by day, week and month',
  export: 'Exports as CSV, JSON Lines and Parquet',
  webhooks: 'New hooks delivered to your webhook',
};

/** `children` say what would be seen here. */
export function PlanLacking({ feature, title, children }: { feature: Feature; title: string; children: ReactNode }) {
  const { account } = useSession();
  const { data: plans } = useApi<PlanRecord[]>('/plans');
  const own = plans?.find(({ name }) => name === account?.plan);
  // The first in the table is the least.
  const first = plans?.find(({ features }) => features.includes(feature));
  const added = first?.features.filter((one) => !own?.features.includes(one)) ?? [];
  return (
    <section aria-label={title} className="stack gap-4 rounded-md border bg-surface p-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="max-w-140 text-muted">{children}</div>
      </div>
      <div className="grid min-h-21 content-start gap-1">
        {first && (
          <>
            <p>
              <span className="font-medium">{first.title}</span>
              {first.price_usd !== null && ` (${formatNumber(first.price_usd)} US dollars a month)`} has it.
              {own && ` Yours is ${own.title}.`} It adds:
            </p>
            <ul className="list-disc pl-4 text-muted">
              {added.map((one) => (
                <li key={one}>{gives[one]}</li>
              ))}
              <li>{callsOf(first)}</li>
            </ul>
          </>
        )}
      </div>
      <div>
        <LinkButton kind="primary" href="/dashboard/plan">
          Compare plans
        </LinkButton>
      </div>
    </section>
  );
}

function callsOf({ limits: { per_day, per_month }, included_per_month }: PlanRecord): string {
  if (per_month !== null) return `${formatNumber(per_month)} calls a month`;
  if (per_day !== null) return `${formatNumber(per_day)} calls a day`;
  return included_per_month === null
    ? 'Calls without a limit'
    : `${formatNumber(included_per_month)} calls a month included`;
}

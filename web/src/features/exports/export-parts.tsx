// What stands around the table of exports: what is left of today, and an empty list.
import type { ReactNode } from 'react';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/known-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { nextDayAt } from './export-state.ts';

/** What the plan gives, and what is left of it on this UTC day. */
export function TodaysExports({ plan, left }: { plan: PlanRecord | undefined; left: number | null | undefined }) {
  const now = useNow();
  if (!plan || left === undefined) return <Skeleton className="h-5 w-72" />;
  const most = plan.records_per_export;
  return (
    <p className="text-muted">
      {left === null ? (
        `${plan.title}: any number of exports a day`
      ) : (
        <>
          <span className={left === 0 ? 'font-medium text-warn' : 'font-medium text-ink'}>
            {left} of {plan.exports_per_day} left today
          </span>{' '}
          · resets <Time at={nextDayAt(now)} />
        </>
      )}
      {most === null ? ', every hook that matches.' : ` · at most the ${formatNumber(most)} most viewed hooks in each.`}
    </p>
  );
}

export const exportExample = () => `curl "${location.origin}/export" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"format": "jsonl", "filters": {"niche": ["finance"], "min_views": 1000000}}'`;

export function NoExports({ action }: { action: ReactNode }) {
  return (
    <EmptyState title="No export yet" action={action} example={<Code label="Export by API">{exportExample()}</Code>}>
      Choose hooks and a format here, or ask by API. Files stay for a day, the list for 30.
    </EmptyState>
  );
}

// Parts of the exports page: today's remaining exports, the empty state.
import type { ReactNode } from 'react';
import type { Plan } from '../../api/openapi.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { nextDayAt } from './export-state.ts';

/** The plan's export limits, and what is left on this UTC day. */
export function ExportAllowance({ plan, left }: { plan: Plan | undefined; left: number | null | undefined }) {
  const now = useNow();
  if (!plan || left === undefined) return <Skeleton className="h-5 w-72" />;
  const maxRecords = plan.records_per_export;
  return (
    <p className="text-muted">
      {left === null ? (
        `${plan.title}: unlimited exports`
      ) : (
        <>
          <span className={left === 0 ? 'font-medium text-warn' : 'font-medium text-ink'}>
            {left} of {plan.exports_per_day} left today
          </span>{' '}
          · resets <Time at={nextDayAt(now)} />
        </>
      )}
      {maxRecords === null ? ' of any size' : ` · up to the ${formatNumber(maxRecords)} most viewed hooks per export`}
    </p>
  );
}

export const exportExample = () => `curl "${location.origin}/export" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"format": "jsonl", "filters": {"niche": ["finance"], "min_views": 1000000}}'`;

export function NoExports({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      title="No exports yet"
      action={action}
      example={<Code label="Export with the API">{exportExample()}</Code>}
    >
      Choose a format and filters here, or use the API. Exports stay listed for 30 days after their file expires.
    </EmptyState>
  );
}

// Today's remaining exports, on the exports page.
import type { Plan } from '../../api/openapi.ts';
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

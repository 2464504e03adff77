// What stands around the table of exports: what is left of today, an empty list, a plan without exports, ending one.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import type { PlanRecord } from '../../../src/http/plans.ts';
import { hookline } from '../api/hookline.ts';
import { Code } from '../kit/code.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { formatNumber } from '../kit/format.ts';
import { maskedKey } from '../kit/known-key.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { Time, useNow } from '../kit/time.tsx';
import { nextDayAt } from './export-state.ts';
import { describeFilters } from './filter-state.ts';
import { PlanLacks } from './plan-lacks.tsx';

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

const example = () => `curl "${location.origin}/export" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"format": "jsonl", "filters": {"niche": ["finance"], "min_views": 1000000}}'`;

export function NoExports({ action }: { action: ReactNode }) {
  return (
    <EmptyState title="No export yet" action={action} example={<Code label="Export by API">{example()}</Code>}>
      Choose hooks and a format here, or ask by API. Files stay for a day, the list for 30.
    </EmptyState>
  );
}

export function ExportsLacking() {
  return (
    <PlanLacks feature="export" what="Exports" adds={addedBy} example={<Code label="Export by API">{example()}</Code>}>
      All hooks that match in one file: json, jsonl, csv or parquet, with its SHA-256.
    </PlanLacks>
  );
}

function addedBy({ exports_per_day: perDay, records_per_export: most }: PlanRecord): string {
  const often = perDay === null ? 'any number of exports' : perDay === 1 ? '1 export a day' : `${perDay} exports a day`;
  return `${often}, ${most === null ? 'all hooks that match' : `the ${formatNumber(most)} most viewed that match`}`;
}

type EndExportDialogProps = { ending: Export | undefined; onClose: () => void; onEnded: () => void };

export function EndExportDialog({ ending, onClose, onEnded }: EndExportDialogProps) {
  const isUnderWay = ending?.status === 'processing';
  const what = ending && `${describeFilters(ending.filters)}, ${ending.format}`;
  return (
    <ConfirmDialog
      isOpen={ending !== undefined}
      onClose={onClose}
      title={isUnderWay ? 'Cancel export' : 'Delete file'}
      action={isUnderWay ? 'Cancel export' : 'Delete file'}
      onConfirm={async () => {
        if (ending) await hookline.exports.cancel(ending.export_id);
        onEnded();
      }}
    >
      <p className="font-medium text-ink wrap-anywhere">{what}</p>
      <p>
        {isUnderWay
          ? 'What was written so far is thrown away. It does not count against the day.'
          : `The file of ${formatNumber(ending?.records ?? 0)} records is deleted and its link stops working. It still counts against the day it was made.`}
      </p>
    </ConfirmDialog>
  );
}

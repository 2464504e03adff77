// What stands in place of exports where the plan has none.
import type { PlanRecord } from '../../../src/http/plans.ts';
import { Code } from '../kit/code.tsx';
import { formatNumber } from '../kit/format.ts';
import { exportExample } from './export-parts.tsx';
import { PlanLacks } from './plan-lacks.tsx';

export function ExportsLacking() {
  return (
    <PlanLacks
      feature="export"
      what="Exports"
      adds={addedBy}
      example={<Code label="Export by API">{exportExample()}</Code>}
    >
      All hooks that match in one file: json, jsonl, csv or parquet, with its SHA-256.
    </PlanLacks>
  );
}

function addedBy({ exports_per_day: perDay, records_per_export: most }: PlanRecord): string {
  const often = perDay === null ? 'any number of exports' : perDay === 1 ? '1 export a day' : `${perDay} exports a day`;
  return `${often}, ${most === null ? 'all hooks that match' : `the ${formatNumber(most)} most viewed that match`}`;
}

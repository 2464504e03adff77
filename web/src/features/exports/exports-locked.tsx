// ExportsLocked: replaces the exports page on plans without exports.
import { exportText } from '../../api/plan-text.ts';
import { Code } from '../../kit/code/code.tsx';
import { PlanRequired } from '../plan/plan-required.tsx';
import { exportExample } from './export-example.ts';

export function ExportsLocked() {
  return (
    <PlanRequired
      feature="export"
      adds={exportText}
      example={<Code label="Export with the API">{exportExample()}</Code>}
    >
      Download all matching hooks as one JSON, JSONL, CSV or Parquet file.
    </PlanRequired>
  );
}

// What stands in place of exports where the plan has none.
import { exportWords } from '../../api/plan-text.ts';
import { Code } from '../../kit/code/code.tsx';
import { PlanLacks } from '../plan/plan-required.tsx';
import { exportExample } from './export-parts.tsx';

export function ExportsLacking() {
  return (
    <PlanLacks feature="export" adds={exportWords} example={<Code label="Export by API">{exportExample()}</Code>}>
      All hooks that match in one file: json, jsonl, csv or parquet, with its SHA-256.
    </PlanLacks>
  );
}

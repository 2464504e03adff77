// The formats of exports, and what their encoders have in common.
import type { Records } from '../../catalog/snapshot/records/expand.ts';
import type { ExportFormat } from '../../db/tables/exports.ts';
import type { WriteBytes } from './buffer-writes.ts';

export const formats = ['json', 'jsonl', 'csv', 'parquet'] as const satisfies ExportFormat[];
export type Format = ExportFormat;

/** Whether a file of the format is stored compressed too. Parquet is compressed inside. */
export function isCompressible(format: Format): boolean {
  return format !== 'parquet';
}

/** Passes the bytes of the file to `write`, in order, and holds a few MB at most. `fields` are those of the record; null is all. */
export type Encoder = (
  records: Records,
  rows: Uint32Array,
  write: WriteBytes,
  fields: readonly string[] | null,
) => void;

// The formats of exports: how each is called, and the encoder that writes the rows of a snapshot in it.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Sink } from './chunks.ts';

export const formats = ['json', 'jsonl', 'csv', 'parquet'] as const;
export type Format = (typeof formats)[number];

export type Records = Pick<Snapshot, 'records' | 'offsets' | 'lengths'>;

/** Hands the file's bytes to `write`, in order, holding a few mebibytes at most. */
export type Encoder = (records: Records, rows: Uint32Array, write: Sink) => void;

const encoders: Record<Format, () => Promise<Encoder>> = {
  json: async () => (await import('./json.ts')).encodeJson,
  jsonl: async () => (await import('./json.ts')).encodeJsonl,
  csv: async () => (await import('./csv.ts')).encodeCsv,
  parquet: async () => (await import('./parquet.ts')).encodeParquet,
};

/** Loads no more than the one format needs. */
export function loadEncoder(format: Format): Promise<Encoder> {
  return encoders[format]();
}

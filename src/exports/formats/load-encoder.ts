// Loads only the encoder of the requested format.
import type { Encoder, Format } from './format.ts';

const encoders: Record<Format, () => Promise<Encoder>> = {
  json: async () => (await import('./json.ts')).encodeJson,
  jsonl: async () => (await import('./json.ts')).encodeJsonl,
  csv: async () => (await import('./csv.ts')).encodeCsv,
  parquet: async () => (await import('./parquet.ts')).encodeParquet,
};

export function loadEncoder(format: Format): Promise<Encoder> {
  return encoders[format]();
}

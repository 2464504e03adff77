// Imports without the service: lines of the preset `hookline`, in chunks that a test produces while they are read.

import { sameFloor } from '../../src/config/label-floors.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { type ImportInput, importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';

export function importChunks(
  database: Parameters<typeof importHooks>[0],
  source: string,
  open: ImportInput['files'][number]['open'],
  more: Partial<ImportInput> = {},
): ReturnType<typeof importHooks> {
  const mapping = resolveMapping({ preset: 'hookline' });
  const files = [{ name: source, size: undefined, open }];
  const rules = { format: 'jsonl', minViews: 100_000, labelFloors: sameFloor(0.8), limits: defaultLimits } as const;
  return importHooks(database, { files, filename: source, source, mapping, ...rules, ...more }, () => {});
}

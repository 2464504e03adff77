// Imports: a file of generated hooks by the CLI, first and again, beside an upsert loop into the same database.
import { join } from 'node:path';
import { writeCsv } from './catalog-file.ts';
import { importFile, startHookline } from './hookline.ts';
import { residentBytes } from './processes.ts';
import { type LoopTime, timeCopy, timeUpsertLoop, withDatabase } from './upsert-loop.ts';

export type ImportResult = {
  count: number;
  loop: LoopTime;
  copySeconds: number;
  firstSeconds: number;
  againSeconds: number;
  /** Of the service, some time after the imports and their snapshots. */
  residentBytes: number;
};

/** Leaves `count` published hooks in `dataDir`, which must be new. */
export async function measureImports(dataDir: string, count: number): Promise<ImportResult> {
  const file = join(dataDir, `${count}.csv`);
  await writeCsv(file, count);
  const { loop, copySeconds } = await withDatabase(dataDir, async (client) => ({
    loop: await timeUpsertLoop(client, file),
    copySeconds: await timeCopy(client, file),
  }));
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_SAMPLE: '0' }, isPinned: false });
  try {
    const first = await importFile(dataDir, hookline.url, file);
    if (first.report.added !== count) throw new Error(`Of ${count} hooks ${first.report.added} were added.`);
    const again = await importFile(dataDir, hookline.url, file);
    if (again.report.unchanged !== count)
      throw new Error(`Of ${count} hooks ${again.report.unchanged} were unchanged.`);
    return {
      count,
      loop,
      copySeconds,
      firstSeconds: first.seconds,
      againSeconds: again.seconds,
      residentBytes: residentBytes(hookline.pid),
    };
  } finally {
    await hookline.stop();
  }
}

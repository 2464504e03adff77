// Measures the import of a file of generated hooks by the CLI, and compares it with an upsert loop into the same database.
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
  /** Of the service, after the import. */
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
    if (first.report.added !== count) throw new Error(`The import added ${first.report.added} of ${count} hooks.`);
    return {
      count,
      loop,
      copySeconds,
      firstSeconds: first.seconds,
      residentBytes: residentBytes(hookline.pid),
    };
  } finally {
    await hookline.stop();
  }
}

// Sources: what a run costs that finds the same records as the run before.
import { join } from 'node:path';
import { writeCsv } from './catalog-file.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { median } from './report.ts';

/** Seconds from the request of a run to its end. `records` are read again in each of the later runs. */
export type SourceResult = { records: number; firstSeconds: number; unchangedSeconds: number };

/** In `dataDir`, which must be new. */
export async function measureSource(dataDir: string, records: number, rounds: number): Promise<SourceResult> {
  const location = join(dataDir, 'source.csv');
  await writeCsv(location, records);
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_SAMPLE: '0' }, isPinned: false });
  try {
    const startedAt = performance.now();
    const source = { name: 'bench', location, preset: 'hookline', snapshot: true };
    const id = String((await hookline.operator('POST', '/sources', source)).id);
    await ended(hookline, id, { runs: 1, field: 'added', records });
    const firstSeconds = (performance.now() - startedAt) / 1000;
    const again: number[] = [];
    for (let run = 2; run < 2 + rounds; run++) {
      const askedAt = await runAgain(hookline, id);
      await ended(hookline, id, { runs: run, field: 'unchanged', records });
      again.push((performance.now() - askedAt) / 1000);
    }
    return { records, firstSeconds, unchangedSeconds: median(again) };
  } finally {
    await hookline.stop();
  }
}

/** The moment at which a run was accepted: until the catalog of the one before is served, another is refused. */
async function runAgain({ operator }: Hookline, id: string): Promise<number> {
  for (;;) {
    try {
      const askedAt = performance.now();
      await operator('POST', `/sources/${id}/run`, {});
      return askedAt;
    } catch (error) {
      if (!String(error).includes(' 409 ')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

type Run = { state: string; error: string | null; report: Record<string, number> | null };

async function ended(
  { operator }: Hookline,
  id: string,
  { runs, field, records }: { runs: number; field: string; records: number },
): Promise<void> {
  for (;;) {
    const listed = (await operator('GET', `/sources/${id}/runs`)).runs as Run[];
    const [newest] = listed;
    if (listed.length === runs && newest.state !== 'running') {
      if (newest.report?.[field] !== records) throw new Error(`The run did something else: ${JSON.stringify(newest)}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

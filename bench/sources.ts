// Measures a run of a source, first with new records and then with unchanged ones.
import { join } from 'node:path';
import { writeCsv } from './catalog-file.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { median } from './report.ts';

/** Seconds from the request of a run to its end. Every run reads all `records`. */
export type SourceResult = { records: number; firstSeconds: number; unchangedSeconds: number };

/** In `directory`, which must be new. */
export async function measureSource(directory: string, records: number, rounds: number): Promise<SourceResult> {
  const location = join(directory, 'source.csv');
  await writeCsv(location, records);
  // Sources may not read the data directory.
  const env = { HOOKLINE_SAMPLE: '0', HOOKLINE_SOURCE_DIRS: directory };
  const hookline = await startHookline(join(directory, 'data'), { env, isPinned: false });
  try {
    const startedAt = performance.now();
    const source = { name: 'bench', location, preset: 'hookline', snapshot: true };
    const id = String((await hookline.operator('POST', '/sources', source)).id);
    await waitForRun(hookline, id, { runs: 1, field: 'added', records });
    const firstSeconds = (performance.now() - startedAt) / 1000;
    const unchanged: number[] = [];
    for (let run = 2; run < 2 + rounds; run++) {
      const requestedAt = await requestRun(hookline, id);
      await waitForRun(hookline, id, { runs: run, field: 'unchanged', records });
      unchanged.push((performance.now() - requestedAt) / 1000);
    }
    return { records, firstSeconds, unchangedSeconds: median(unchanged) };
  } finally {
    await hookline.stop();
  }
}

/** Resolves to the time of the accepted request. A run is refused with 409 until the catalog of the previous one is served. */
async function requestRun({ operator }: Hookline, id: string): Promise<number> {
  for (;;) {
    try {
      const requestedAt = performance.now();
      await operator('POST', `/sources/${id}/run`, {});
      return requestedAt;
    } catch (error) {
      if (!String(error).includes(' 409 ')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

type Run = { state: string; error: string | null; report: Record<string, number> | null };

async function waitForRun(
  { operator }: Hookline,
  id: string,
  { runs, field, records }: { runs: number; field: string; records: number },
): Promise<void> {
  for (;;) {
    const listed = (await operator('GET', `/sources/${id}/runs`)).runs as Run[];
    const [newest] = listed;
    if (newest && listed.length === runs && newest.state !== 'running') {
      if (newest.report?.[field] !== records)
        throw new Error(`The run does not have ${records} ${field}: ${JSON.stringify(newest)}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

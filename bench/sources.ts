// Measures a run of a source: with new records, with the same records in a file that has changed, and with the same file.
import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from './catalog-file.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { median } from './report.ts';

/** Seconds from the request of a run to its end. `compared`: of a file in which only bytes between records have changed. */
export type SourceResult = {
  records: number;
  firstSeconds: number;
  comparedSeconds: number;
  unchangedSeconds: number;
};

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
    assertCount(await finishedRun(hookline, id, 1), 'added', records);
    const firstSeconds = (performance.now() - startedAt) / 1000;
    let runs = 1;
    const timeRun = async (check: (run: Run) => void) => {
      const requestedAt = await requestRun(hookline, id);
      check(await finishedRun(hookline, id, ++runs));
      return (performance.now() - requestedAt) / 1000;
    };
    const compared: number[] = [];
    const unchanged: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await appendFile(location, '\n');
      compared.push(await timeRun((run) => assertCount(run, 'unchanged', records)));
      unchanged.push(await timeRun(({ state }) => assert.equal(state, 'unchanged')));
    }
    return { records, firstSeconds, comparedSeconds: median(compared), unchangedSeconds: median(unchanged) };
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

/** The newest of so many runs, once it has ended. */
async function finishedRun({ operator }: Hookline, id: string, runs: number): Promise<Run> {
  for (;;) {
    const listed = (await operator('GET', `/sources/${id}/runs`)).runs as Run[];
    const [newest] = listed;
    if (newest && listed.length === runs && newest.state !== 'running') return newest;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function assertCount(run: Run, field: string, records: number): void {
  assert.equal(run.report?.[field], records, `The run does not have ${records} ${field}: ${JSON.stringify(run)}`);
}

// Compares the p99 of reads during other work in the same process with that of the same load without it.
import type { Hookline } from './hookline.ts';
import { load } from './load.ts';
import { listPaths } from './read-cases.ts';
import { median } from './report.ts';

/** p99 in ms, medians of the runs; `worst` is the highest p99 of any second of the work. */
export type DuringResult = { idle: number; during: number; worst: number; seconds: number };

/** Runs `work` under load and repeats the load, a second at a time, until it is done. */
export async function measureDuring(
  hookline: Hookline,
  scratch: string,
  work: () => Promise<unknown>,
): Promise<DuringResult> {
  const paths = await listPaths(hookline);
  const once = async () => (await load({ url: hookline.url, key: hookline.key, paths, seconds: 1 }, scratch)).p99;
  await once();
  const idle: number[] = [];
  for (let run = 0; run < 7; run++) idle.push(await once());
  const during: number[] = [];
  const startedAt = performance.now();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  // Handled by the await below; an unhandled rejection before that would skip the clean-up.
  working.catch(() => {});
  while (!isDone) during.push(await once());
  await working;
  const seconds = (performance.now() - startedAt) / 1000;
  return { idle: median(idle), during: median(during), worst: Math.max(...during), seconds };
}

// What is looked at while the service soaks: memory of its process and of its database, open files, the delay of its loop.
import type { Hookline } from './hookline.ts';
import { memoryBytes, openFiles, residentBytes } from './processes.ts';

/** Bytes; `minute` from the beginning of the load, `loopDelay` in ms: the p99 since the sample before. */
export type Sample = {
  minute: number;
  resident: number;
  heap: number;
  external: number;
  database: number;
  files: number;
  loopDelay: number;
};

const everyMs = 5000;

export function startSampling(hookline: Hookline): { stop: () => Sample[] } {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const sample = async () => {
    const metrics = await readMetrics(hookline);
    samples.push({
      minute: (performance.now() - startedAt) / 60_000,
      resident: residentBytes(hookline.pid),
      heap: metrics('nodejs_heap_size_used_bytes'),
      external: metrics('nodejs_external_memory_bytes'),
      database: memoryBytes([hookline.databasePid]),
      files: openFiles(hookline.pid),
      loopDelay: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
    });
  };
  const timer = setInterval(() => void sample().catch((error) => console.error(error)), everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

async function readMetrics({ url, operatorKey }: Hookline): Promise<(name: string) => number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorKey}` } });
  const text = await response.text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

// Samples the service during a soak: memory of its process and its database, open files, event loop delay.
import type { Hookline } from './hookline.ts';
import { memoryBytes, openFiles, residentBytes } from './processes.ts';

/** Bytes; `minute` since the start of the load; `loopDelay` is the p99 in ms since the previous sample. */
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

// Worker threads by kind of work: how much memory each may use, and which CPU priority it has.
import { getPriority, setPriority } from 'node:os';
import { Worker, type WorkerOptions } from 'node:worker_threads';

type Limits = {
  /** Higher yields to others. Without one, the thread has the priority of the process. */
  niceness?: number;
  /** MB of objects that survive. A thread that needs more ends with ERR_WORKER_OUT_OF_MEMORY instead of growing without bound. */
  heapMb: number;
  /** MB of new objects: three semi-spaces of V8, 96 MB without a limit. --max-semi-space-size of an operator takes precedence. */
  newMb: number;
};

/**
 * Buffers and shared memory do not count. Niceness is measured on a core that requests keep busy. An import of 100,000 hooks doubles
 * their p99 at 10, and takes half as long again at 19 as at 15. An export of 1,000,000 raises p99 by 80 % at 10 and 50 % at 12, and
 * takes eight times as long at 15. 10,000 deliveries raise it by 70 % at 17, by 70–100 % at 15, and hardly progress at 19.
 */
const limitsByWork = {
  serving: { heapMb: 2048, newMb: 24 },
  snapshot: { niceness: 15, heapMb: 4096, newMb: 24 },
  import: { niceness: 15, heapMb: 4096, newMb: 24 },
  export: { niceness: 12, heapMb: 256, newMb: 8 },
  delivery: { niceness: 17, heapMb: 512, newMb: 24 },
  duplicates: { niceness: 19, heapMb: 4096, newMb: 24 },
  training: { niceness: 19, heapMb: 4096, newMb: 24 },
  relabel: { niceness: 15, heapMb: 4096, newMb: 24 },
  vectors: { heapMb: 1024, newMb: 12 },
} satisfies Record<string, Limits>;

export type Work = keyof typeof limitsByWork;

/** Starts the script at `url`. Every thread of the project starts here, so that each has limits. */
export function startThread(
  work: Work,
  url: URL,
  options: Omit<WorkerOptions, 'resourceLimits' | 'name'> = {},
): Worker {
  const { heapMb, newMb } = limitsByWork[work];
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: newMb };
  return new Worker(url, { ...options, name: work, resourceLimits });
}

/** Lowers the priority of the calling thread. Only Linux has one per thread; elsewhere it would apply to the whole process. */
export function lowerThreadPriority(work: Work): void {
  if (process.platform !== 'linux') return;
  const { niceness = 0 }: Limits = limitsByWork[work];
  // A process started with a lower priority keeps it: raising it takes a privilege.
  if (getPriority() < niceness) setPriority(niceness);
}

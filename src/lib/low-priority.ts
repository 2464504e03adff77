// CPU priorities of background work, so that an import on a small machine does not slow down requests.
import { getPriority, setPriority } from 'node:os';

/**
 * Measured on a core that requests keep busy. An import of 100,000 hooks doubles their p99 at 10, and takes half as long again at 19
 * as at 15. An export of 1,000,000 raises p99 by 80 % at 10 and 50 % at 12, and takes eight times as long at 15. 10,000 deliveries
 * raise it by 70 % at 17, by 70–100 % at 15, and hardly progress at 19.
 */
const threadNiceness = {
  snapshot: 15,
  import: 15,
  export: 12,
  delivery: 17,
  duplicates: 19,
  training: 19,
  relabel: 15,
};

/** Lowers the priority of the calling thread. Only Linux has one per thread; elsewhere it would apply to the whole process. */
export function lowerThreadPriority(work: keyof typeof threadNiceness): void {
  if (process.platform !== 'linux') return;
  const niceness = threadNiceness[work];
  // A process started with a lower priority keeps it: raising it takes a privilege.
  if (getPriority() < niceness) setPriority(niceness);
}

/** Prefix of the command that starts the database. Its processes inherit the priority; some are forked before it is ready. */
export const lowPriorityCommand: readonly string[] = process.platform === 'win32' ? [] : ['nice', '-n', '10'];

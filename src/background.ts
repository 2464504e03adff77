// Threads of bulk work give way to the one that serves, so that an import on a small machine does not slow its readers.
import { setPriority } from 'node:os';

/** On a core that readers keep busy an import of 100,000 at 10 doubles their p99; at 19 it takes twice as long as at 15. */
const niceness = 15;

/** Lowers the calling thread. Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(niceness);
}

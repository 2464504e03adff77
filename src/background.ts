// Threads of bulk work give way to the one that serves, so that an import on a small machine does not slow its readers.
import { constants, setPriority } from 'node:os';

/** Lowers the calling thread. Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

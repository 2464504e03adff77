// What gives way to the thread that serves, so that an import on a small machine does not slow its readers.
import { getPriority, setPriority } from 'node:os';

/**
 * On a core that readers keep busy an import of 100,000 at 10 doubles their p99; at 19 it takes half as long again as at 15.
 * An export of 1,000,000 raises it by half at 12; at 10 by four fifths, and at 15 it takes eight times as long.
 * 10,000 deliveries raise it by seven tenths at 17, at 15 by as much to twice that, and at 19 they hardly go on.
 */
const threadNiceness = { snapshot: 15, import: 15, export: 12, delivery: 17 };

/** Lowers the calling thread. Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
export function lowerThreadPriority(work: keyof typeof threadNiceness): void {
  if (process.platform !== 'linux') return;
  const niceness = threadNiceness[work];
  // Whoever was started lower stays so: to raise takes a privilege.
  if (getPriority() < niceness) setPriority(niceness);
}

/** Put before the command that starts the database: its processes inherit it from the first, which forks some before it is ready. */
export const lowPriorityCommand: readonly string[] = process.platform === 'win32' ? [] : ['nice', '-n', '10'];

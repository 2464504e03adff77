// What gives way to the thread that serves, so that an import on a small machine does not slow its readers.
import { getPriority, setPriority } from 'node:os';

/**
 * On a core that readers keep busy an import of 100,000 at 10 doubles their p99; at 19 it takes half as long again as at 15.
 * An export of 1,000,000 raises it by half at 12; at 10 by four fifths, and at 15 it takes eight times as long.
 */
const threadNiceness = { snapshot: 15, import: 15, export: 12, delivery: 15 };
const databaseNiceness = 10;

/** Lowers the calling thread. Only Linux has a priority for each thread; elsewhere it would be the whole process's. */
export function lowerThread(work: keyof typeof threadNiceness): void {
  if (process.platform === 'linux') lower(0, threadNiceness[work]);
}

/** Lowers the database's first process; those of its connections inherit it. */
export function lowerDatabase(pid: number): void {
  lower(pid, databaseNiceness);
}

/** Whoever was started lower stays so: to raise takes a privilege. */
function lower(pid: number, niceness: number): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness);
}

// What the bench runs on: the machine in words, and which core a process is kept to.
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** The service has one core, whatever loads it has the other. */
export const serviceCore = 0;
export const loadCore = 1;

export function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

const canPin = process.platform === 'linux' && availableParallelism() > 1 && isInstalled('taskset');

/** The command line that runs `command` on one core; without one, and elsewhere than on Linux, it is left as it is. */
export function pinned(core: number | undefined, command: readonly string[]): [string, ...string[]] {
  const line = canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
  return line as [string, ...string[]];
}

/** Gives a process, and what it starts from now on, one core, or every core, whichever it was started from. */
export function keepTo(core: number | undefined, pid: number): void {
  const cores = core === undefined ? `0-${availableParallelism() - 1}` : String(core);
  if (canPin) spawnSync('taskset', ['-a', '-cp', cores, String(pid)]);
}

export function describeMachine(): string {
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const pinning = canPin ? 'the service on one core, load on another' : 'nothing pinned to cores';
  return `${cpus().length} × ${model.trim()}, ${memory} GiB, ${process.platform}, Node ${process.versions.node}; ${pinning}`;
}

// The machine that the bench runs on: its description, and pinning of processes to cores.
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** The service runs on one core, the load generator on the other. */
export const serviceCore = 0;
export const loadCore = 1;

export function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

const canPin = process.platform === 'linux' && availableParallelism() > 1 && isInstalled('taskset');

export type Command = readonly [string, ...string[]];

/** The command line that runs `command` on `core`; unchanged without a core or where pinning is not possible. */
export function pinned(core: number | undefined, command: Command): Command {
  return canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
}

/** Pins a running process and its future children to `core`, or to all cores. */
export function pin(core: number | undefined, pid: number): void {
  const cores = core === undefined ? `0-${availableParallelism() - 1}` : String(core);
  if (canPin) spawnSync('taskset', ['-a', '-cp', cores, String(pid)]);
}

export function describeMachine(): string {
  const model = cpus()[0]?.model ?? 'unknown CPU';
  const memory = Math.round(totalmem() / 2 ** 30);
  const pinning = canPin ? 'the service on one core, load on another' : 'nothing pinned to cores';
  return `${cpus().length} × ${model.trim()}, ${memory} GiB, ${process.platform}, Node ${process.versions.node}; ${pinning}`;
}

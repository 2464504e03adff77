// Processes under measurement: started on their core, watched through /proc, ended by pid.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { pinned } from './machine.ts';

export type Running = {
  pid: number;
  /** Everything that was printed up to and including the line that said it was ready. */
  greeting: string;
  stop: () => Promise<void>;
};

/** Starts `command`, on `core` if one is given, and waits until it prints something that matches `ready`. */
export async function start(
  core: number | undefined,
  command: readonly string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const [program, ...args] = pinned(core, command);
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    running.delete(stop);
  };
  running.add(stop);
  return { pid: child.pid ?? 0, greeting: await readUntil(child, ready), stop };
}

const running = new Set<() => Promise<void>>();

/** Ends whatever was started and is still there, so that a failure leaves nothing behind. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

async function readUntil(child: ChildProcess, ready: RegExp): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    if (ready.test(printed)) {
      child.stdout?.resume();
      return printed;
    }
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it was ready: ${printed}`);
}

// The kernel's unit in /proc/*/stat, the same on every Linux that Node runs on.
const microsPerTick = 10_000;

type Stat = { pid: number; parent: number; ticks: number; residentPages: number };

/** CPU time of these processes and all that descend from them, in µs. 0 where there is no /proc. */
export function cpuMicros(roots: readonly number[]): number {
  return family(roots).reduce((sum, { ticks }) => sum + ticks * microsPerTick, 0);
}

export function residentBytes(pid: number): number {
  return (readStat(pid)?.residentPages ?? 0) * 4096;
}

/** Memory of these processes and all that descend from them; what several share is counted once. */
export function memoryBytes(roots: readonly number[]): number {
  return family(roots).reduce(
    (sum, { pid, residentPages }) => sum + (proportionalBytes(pid) ?? residentPages * 4096),
    0,
  );
}

function proportionalBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Files, sockets and pipes that the process has open. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

function family(roots: readonly number[]): Stat[] {
  const all = processes();
  const members = new Set(roots);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

function processes(): Stat[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readStat(Number(pid)) ?? []);
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold spaces; what follows it is numbered from the third field on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      // Its own time and that of children it has waited for.
      ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
      residentPages: Number(fields[21]),
    };
  } catch {
    // It ended between the listing and the reading.
    return undefined;
  }
}

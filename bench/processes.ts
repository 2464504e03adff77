// Starts processes on a core, reads their CPU time, memory and open files from /proc, and cleans up at the end of the bench.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, pinned } from './machine.ts';

export type Running = {
  pid: number;
  /** The output up to and including the line that indicates readiness. */
  greeting: string;
  stop: () => Promise<void>;
};

/** Starts `command`, pinned to `core` if given, and waits until its output matches `ready`. */
export async function start(
  core: number | undefined,
  command: Command,
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

/** Stops all processes that are still running. */
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
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const how = child.signalCode ?? child.exitCode;
  throw new Error(`${child.spawnargs.join(' ')} exited with ${how} before it was ready: ${printed}`);
}

// A clock tick in /proc/*/stat is 10 ms on every Linux that Node runs on.
const microsPerTick = 10_000;

type Stat = { pid: number; name: string; parent: number; ticks: number; residentPages: number };

/** CPU time of these processes and their descendants, in µs. 0 without /proc. */
export function cpuMicros(roots: readonly number[]): number {
  return family(roots).reduce((sum, { ticks }) => sum + ticks * microsPerTick, 0);
}

/** Resolves when these processes use 5 % of a core or less. */
export async function untilIdle(roots: readonly number[]): Promise<void> {
  const ms = 300;
  for (let before = Number.NEGATIVE_INFINITY, now = 0; now - before > ms * 50; await pause(ms))
    [before, now] = [now, cpuMicros(roots)];
}

export function residentBytes(pid: number): number {
  return (readStat(pid)?.residentPages ?? 0) * 4096;
}

/** Memory of these processes and their descendants in bytes; shared pages are counted once (PSS). */
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

/** Number of open files, sockets and pipes. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

/** Excludes the embedded database, a child of the service that is measured separately, unless it is a root. */
function family(roots: readonly number[]): Stat[] {
  const all = processes();
  const names = new Map(all.map(({ pid, name }) => [pid, name]));
  const isDatabase = ({ name, parent }: Stat) => name === 'postgres' && names.get(parent) !== 'postgres';
  const members = new Set(roots);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const one of all) if (members.has(one.parent) && !isDatabase(one)) members.add(one.pid);
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
    // The second field, the name in brackets, may contain spaces, so fields are counted from the third on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
      parent: Number(fields[1]),
      // CPU time of the process and of children that it has waited for.
      ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
      residentPages: Number(fields[21]),
    };
  } catch {
    // The process has exited since it was listed.
    return undefined;
  }
}

const undos: (() => unknown)[] = [];
let ending: Promise<void> | undefined;

/** Registers `undo` to run at the end, when all processes are stopped. The last one registered runs first. */
export function atEnd(undo: () => unknown): void {
  undos.push(undo);
}

/** Whether the clean-up has begun. */
export function isEnding(): boolean {
  return ending !== undefined;
}

async function cleanUp(): Promise<void> {
  for (const undo of [stopAll, ...undos.reverse()]) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs `work` and cleans up once: after success, after a failure, and on SIGINT and SIGTERM. */
export async function withCleanup(work: () => Promise<void>): Promise<void> {
  const end = () => {
    ending ??= cleanUp();
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void end().then(() => process.exit(signal === 'SIGINT' ? 130 : 143)));
  try {
    await work();
  } catch (error) {
    // After an interrupt, errors of `work` only reflect the clean-up.
    if (!ending) throw error;
  } finally {
    await end();
  }
}

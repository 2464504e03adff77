// CPU seconds of processes, from /proc. Platforms without it count the calling process only.
import { readdirSync, readFileSync } from 'node:fs';

/** Counts a process with its threads, its ended children and its running descendants; with a name only processes of that name. */
export function cpuSeconds(name?: string): number {
  const processes = readProcesses();
  if (processes.size === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const sum = (of: number): number => {
    const one = processes.get(of);
    let seconds = one && (name === undefined || one.name === name) ? one.seconds : 0;
    for (const [child, { parent }] of processes) if (parent === of) seconds += sum(child);
    return seconds;
  };
  return sum(process.pid);
}

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

type Process = { name: string; parent: number; seconds: number };

function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const pid of listPids()) {
    const fields = readStat(pid);
    // The name in parentheses may contain spaces. The fields after it are the state, the parent and others; from the 12th, the times of the
    // process and of its ended children.
    const nameEnd = fields.lastIndexOf(')');
    const name = fields.slice(fields.indexOf('(') + 1, nameEnd);
    const [, parent, ...rest] = fields.slice(nameEnd + 2).split(' ');
    const ticks = rest.slice(9, 13).reduce((total, field) => total + Number(field), 0);
    if (parent !== undefined)
      processes.set(Number(pid), { name, parent: Number(parent), seconds: ticks / ticksPerSecond });
  }
  return processes;
}

function listPids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty if the process has ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

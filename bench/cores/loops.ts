// Open connections of a service, and of each of its event loops, read from /proc. Linux only.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { familyOf } from '../processes.ts';

/** Of every event loop of the process and its descendants; a serving thread has one. `port` is the port that the service listens on. */
export function connectionsOfLoops(pid: number, port: number): number[] {
  const accepted = acceptedSockets(port);
  return familyOf([pid]).flatMap((member) => connectionsOfProcess(member.pid, accepted));
}

const established = '01';

/** Inodes of the established connections to `port`, at this end. */
export function acceptedSockets(port: number): Set<number> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap((table) => (read(`/proc/net/${table}`) ?? '').split('\n'));
  const rows = lines.map((line) => line.trim().split(/\s+/));
  return new Set(
    rows.filter(([, local, , state]) => local?.endsWith(suffix) && state === established).map((row) => Number(row[9])),
  );
}

function connectionsOfProcess(pid: number, accepted: ReadonlySet<number>): number[] {
  const files = `/proc/${pid}/fd`;
  const loops = list(files).filter((file) => link(`${files}/${file}`) === 'anon_inode:[eventpoll]');
  return loops.map((file) => {
    const watched = (read(`/proc/${pid}/fdinfo/${file}`) ?? '').matchAll(/^tfd: .* ino:([\da-f]+) /gm);
    return [...watched].filter(([, inode = '']) => accepted.has(Number.parseInt(inode, 16))).length;
  });
}

/** Undefined if the process or file has gone. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

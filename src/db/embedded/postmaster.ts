// PostgreSQL's main process: found by its pid file, started without a shell, stopped by a signal.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresUser, serverEnvironment } from './postgres-user.ts';

type Postmaster = { pid: number; socketDirectory: string };

type StartOptions = {
  user: PostgresUser;
  binary: string;
  settings: Readonly<Record<string, string | number>>;
  /** Connection string that works once the server is ready. */
  url: string;
  /** Stops the server if it is not ready yet. */
  stopping?: AbortSignal | undefined;
};

/** PostgreSQL writes everything before it exits, which takes seconds after an import. */
const stopTimeoutMs = 30_000;
const minPauseMs = 10;
const maxPauseMs = 500;

/** SQLSTATE of a server that starts or recovers. */
const startingUp = '57P03';

/** Returns the server that runs on `directory`, if any. It may be starting or stopping. */
export function findPostmaster(directory: string): Postmaster | undefined {
  const { pid, socketDirectory } = readPidFile(directory);
  return pid !== undefined && isRunningIn(pid, directory) ? { pid, socketDirectory } : undefined;
}

/** Resolves when the server accepts connections. If it exits instead, rejects with the reason from its log. */
export async function startPostmaster(
  directory: string,
  { user, binary, settings, url, stopping }: StartOptions,
): Promise<void> {
  releaseReusedPid(directory);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = binary, ...args] = [...user.prefix, binary, '-D', directory, ...options];
  // The directory may belong to another user, who could replace the log by a link.
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  const log = openSync(join(directory, 'server.log'), O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
  try {
    const { size } = fstatSync(log);
    // The child gets a session of its own, so Ctrl+C and the end of this process do not reach it.
    const child = spawn(command, args, {
      uid: user.uid,
      gid: user.gid,
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    const exit = exitOf(child);
    await waitUntilReady(url, exit, () => readReason(log, size), stopping).catch(async (error) => {
      // It may not have written its pid file yet, which stopPostmaster needs to find it.
      child.kill('SIGINT');
      child.ref();
      await Promise.race([exit, pause(stopTimeoutMs, undefined, { ref: false })]);
      throw error;
    });
  } finally {
    closeSync(log);
  }
}

/** Resolves when the server that runs on `directory` accepts connections or has exited. */
export async function awaitPostmaster(directory: string, url: string, signal?: AbortSignal): Promise<void> {
  for (let delayMs = minPauseMs; findPostmaster(directory) && !(await accepts(url)); delayMs = nextDelay(delayMs))
    await pause(delayMs, undefined, { signal });
}

/** Ends the server's sessions. Resolves when no server runs on `directory`. */
export async function stopPostmaster(directory: string): Promise<void> {
  const running = findPostmaster(directory);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const startedAt = performance.now();
  while (findPostmaster(directory)) {
    if (performance.now() - startedAt > stopTimeoutMs)
      throw new Error(`PostgreSQL (process ${running.pid}) has not stopped in ${stopTimeoutMs / 1000} s.`);
    await pause(minPauseMs);
  }
}

function readPidFile(directory: string): { pid: number | undefined; socketDirectory: string } {
  const [pid, , , , socketDirectory = ''] = readIfThere(join(directory, 'postmaster.pid')).split('\n');
  return { pid: Number(pid) > 1 ? Number(pid) : undefined, socketDirectory };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Another process may have the pid by now; only a postmaster has this directory as its working directory. */
function isRunningIn(pid: number, directory: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    const [working, own] = [statSync(`/proc/${pid}/cwd`), statSync(directory)];
    return working.ino === own.ino && working.dev === own.dev;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * After a crash, PostgreSQL refuses to start while another process has the pid that its lock files name, as in a container that was
 * restarted. PostgreSQL treats its parent's pid as stale, and still checks whether the predecessor's memory is in use.
 */
function releaseReusedPid(directory: string): void {
  const { pid: former, socketDirectory } = readPidFile(directory);
  if (former === undefined) return;
  for (const file of [join(directory, 'postmaster.pid'), join(socketDirectory, '.s.PGSQL.5432.lock')]) {
    const text = readIfThere(file);
    const pid = Number(text.split('\n')[0]);
    if (pid > 1 && isAlive(pid)) writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
  }
}

async function exitOf(child: ChildProcess): Promise<Error> {
  try {
    const [code, signal] = await once(child, 'exit');
    return new Error(`It exited with ${signal ?? `code ${code}`}.`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Has no timeout: after a crash the server replays its log, which can take long. */
async function waitUntilReady(
  url: string,
  exit: Promise<Error>,
  readLog: () => string,
  signal?: AbortSignal,
): Promise<void> {
  let failure: Error | undefined;
  void exit.then((error) => {
    failure = error;
  });
  for (let delayMs = minPauseMs; !(await accepts(url)); delayMs = nextDelay(delayMs)) {
    await Promise.race([pause(delayMs, undefined, { signal }), exit]);
    if (failure) throw new Error(readLog() || failure.message);
  }
}

function nextDelay(delayMs: number): number {
  return Math.min(delayMs * 1.5, maxPauseMs);
}

/** Returns true if the server responds, even if it has no connection left. */
async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code !== startingUp;
  }
}

/** Refusals logged while the server starts, caused by the connection attempts that wait for it. */
const startRefusal = /FATAL: +the database system is /;

/** Returns the log lines with a reason, otherwise the last lines. Shutdown messages can follow the reason. */
function readReason(log: number, from: number): string {
  const buffer = Buffer.alloc(16_384);
  const length = readSync(log, buffer, 0, buffer.length, Math.max(from, fstatSync(log).size - buffer.length));
  // Lines that continue a message begin with a tab.
  const lines = buffer
    .toString('utf8', 0, length)
    .trim()
    .split(/\n(?!\t)/);
  const reasons = lines.filter((line) => /\b(FATAL|PANIC|DETAIL|HINT):/.test(line) && !startRefusal.test(line));
  return (reasons.length > 0 ? reasons : lines.slice(-3)).join(' ');
}

// Lock of a data directory: one process at a time. The kernel holds the lock, so a killed process leaves no stale one.

class DataDirectoryInUseError extends Error {}

/**
 * Locks the directory, or throws DataDirectoryInUseError with the pid of the process that has it. Node has no file locks, so an exclusive
 * SQLite transaction locks the file through the OS, which releases the lock however the process ends.
 */
export function lockDataDirectory(dataDir: string): { release: () => void } {
  const holderFile = join(dataDir, 'holder.pid');
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new DataDirectoryInUseError(
      `${dataDir} is in use by process ${readHolder(holderFile)}. Stop that process, or set HOOKLINE_DATA to another directory.`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  return { release: () => database.close() };
}

/** SQLite's error code for a lock that another process has. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}

// Finds and runs the program yt-dlp: without a shell, in a private directory, with limits of time and output.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { storableText } from '../../../lib/storable-text.ts';
import { temporaryDirectory } from '../../../lib/temporary-directory.ts';
import { dayMs } from '../../../lib/time.ts';
import { CollectionError } from '../collector.ts';

/** `advice`: that the version is old; null if it is not. */
export type YtDlp = { program: string; version: string; advice: { message: string; remedy: string } | null };

/** The oldest version that the tests know; it has all options that are used. */
const oldestVersion = '2023.03.04';
/** Sites change every few weeks, and yt-dlp follows them. */
const freshDays = 90;
const versionTimeoutMs = 30_000;

const updateRemedy = 'Update it: pipx upgrade yt-dlp, or as it was installed. See docs/collecting.md.';

/** Throws a CollectionError with the line that installs it if the program is absent, too old, or something else. */
export async function findYtDlp(program: string, signal: AbortSignal, now = new Date()): Promise<YtDlp> {
  const limits = { timeoutMs: versionTimeoutMs, maxOutputBytes: 10_000, signal };
  const { stdout, stderr, problem } = await runProgram(
    program,
    ['--ignore-config', '--version'],
    temporaryDirectory(),
    limits,
  );
  const version = /^(\d{4}\.\d{2}\.\d{2})(?:[.+\w]*)$/.exec(stdout.trim());
  if (version?.[1] === undefined) {
    const found = problem ?? firstLine(stderr || stdout) ?? 'it printed nothing';
    throw new CollectionError(
      `${program} --version does not print a version of yt-dlp: ${found}`,
      'Set HOOKLINE_YTDLP to the program yt-dlp.',
    );
  }
  const [shown, released] = version;
  if (released < oldestVersion)
    throw new CollectionError(`yt-dlp ${shown} is too old: ${oldestVersion} is the oldest that works.`, updateRemedy);
  const days = Math.floor((now.getTime() - Date.parse(released.replaceAll('.', '-'))) / dayMs);
  const message = `yt-dlp ${shown} is ${days} days old. Sites change often, so an old version fails sooner or later.`;
  return { program, version: shown, advice: days > freshDays ? { message, remedy: updateRemedy } : null };
}

function firstLine(text: string): string | undefined {
  return storableText(text.trim().split('\n')[0]?.slice(0, 200) ?? '') || undefined;
}

export type YtDlpRun = {
  program: string;
  /** Options; they cannot be mistaken for URLs. */
  args: readonly string[];
  urls: readonly string[];
  /** Working directory: files are written here, and temporary ones too. Nothing else may use it. */
  directory: string;
  /** File of cookies; a copy is passed, since yt-dlp writes to it. */
  cookies: string | undefined;
  timeoutMs: number;
  /** Of stdout. Default 64 MiB. */
  maxOutputBytes?: number;
  /** Of the files in `directory`. Default 1 GiB. */
  maxFileBytes?: number;
  /** Kills the program and what it started. */
  signal: AbortSignal;
};

export type YtDlpResult = {
  /** 1 if any of the URLs failed; null if it was killed. */
  exitCode: number | null;
  stdout: string;
  /** The first MiB. Failures of single URLs are lines that begin with `ERROR:`. */
  stderr: string;
  /** Why it did not end by itself: killed, or over a limit. */
  problem: string | null;
};

/** Written beside its files, so that a later run can end a program that outlived its service. */
export const pidFile = 'yt-dlp.pid';

const commonArgs = ['--ignore-config', '--no-progress', '--socket-timeout', '30'];

/** Rejects with the reason of `signal` if it aborts, and with a CollectionError if the program or the cookies cannot be read. */
export async function runYtDlp(run: YtDlpRun): Promise<YtDlpResult> {
  const { program, args, urls, directory, timeoutMs, signal } = run;
  const { maxOutputBytes = 64 * 1024 ** 2, maxFileBytes = 1024 ** 3 } = run;
  const copy = join(directory, 'cookies.txt');
  if (run.cookies !== undefined) await copyCookies(run.cookies, copy);
  const cookies = run.cookies === undefined ? [] : ['--cookies', copy];
  try {
    const all = [...commonArgs, ...cookies, ...args, '--', ...urls];
    return await runProgram(program, all, directory, { timeoutMs, maxOutputBytes, maxFileBytes, signal }, pidFile);
  } finally {
    await rm(copy, { force: true });
  }
}

async function copyCookies(from: string, to: string): Promise<void> {
  try {
    // Not copyFile(), which copies the mode too.
    await writeFile(to, await readFile(from), { mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new CollectionError(
      `The cookies of yt-dlp cannot be read (${reason}).`,
      'Set HOOKLINE_YTDLP_COOKIES to a file of cookies in Netscape format that the service may read.',
    );
  }
}

type Limits = { timeoutMs: number; maxOutputBytes: number; maxFileBytes?: number; signal: AbortSignal };

const maxErrorBytes = 1024 ** 2;

async function runProgram(
  program: string,
  args: readonly string[],
  directory: string,
  { timeoutMs, maxOutputBytes, maxFileBytes, signal }: Limits,
  pidName?: string,
): Promise<YtDlpResult> {
  signal.throwIfAborted();
  // A process group of its own: it is killed with ffmpeg and others that it starts.
  const options = { cwd: directory, env: environment(directory), detached: true } as const;
  // A relative path is of the directory of the service, not of `directory`.
  const path = program.includes('/') ? resolve(program) : program;
  const child = spawn(path, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let problem: string | null = null;
  const stop = (reason: string) => {
    problem ??= reason;
    killGroup(child);
  };
  const onAbort = () => killGroup(child);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => stop(`yt-dlp did not end within ${timeoutMs / 1000} s and was stopped.`), timeoutMs);
  const isFull = async () => {
    if (maxFileBytes !== undefined && (await sizeOf(directory)) > maxFileBytes)
      stop(`yt-dlp wrote more than ${maxFileBytes.toLocaleString('en-US')} bytes of files and was stopped.`);
  };
  const watch = setInterval(() => void isFull(), sizeCheckMs);
  const stdout = collectOutput(child.stdout, maxOutputBytes, () =>
    stop(`yt-dlp printed more than ${maxOutputBytes.toLocaleString('en-US')} bytes and was stopped.`),
  );
  const stderr = collectOutput(child.stderr, maxErrorBytes, () => {});
  try {
    const isNoted = pidName !== undefined && child.pid !== undefined;
    const noted = isNoted ? writeFile(join(directory, pidName), String(child.pid)) : undefined;
    const [{ exitCode, killedBy }] = await Promise.all([closeOf(child, program), noted]);
    signal.throwIfAborted();
    if (killedBy !== null) problem ??= `yt-dlp was ended by ${killedBy}.`;
    return { exitCode, stdout: stdout(), stderr: stderr(), problem };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
    killGroup(child);
  }
}

/** What is in the pipes by then is read. */
const closeTimeoutMs = 2000;

function closeOf(child: ChildProcess, program: string) {
  return new Promise<{ exitCode: number | null; killedBy: string | null }>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)));
    // It may leave children behind that hold its pipes open, also in a process group of their own.
    child.once('exit', () => {
      killGroup(child);
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, closeTimeoutMs);
      child.once('close', () => clearTimeout(timer));
    });
    child.once('close', (exitCode, killedBy) => resolve({ exitCode, killedBy }));
  });
}

function notStarted(program: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ENOENT')
    return new CollectionError(`yt-dlp cannot be started: ${program}: ${error.code ?? error.message}.`, updateRemedy);
  const where = program.includes('/') ? `${program} does not exist` : `${program} is not on PATH`;
  return new CollectionError(
    `yt-dlp is not installed on the machine of the service: ${where}.`,
    'Install it: pipx install "yt-dlp[default]". Or set HOOKLINE_YTDLP to its path.',
  );
}

/** Returns what was received until then. The rest is read and dropped, so that the program does not wait for a reader. */
function collectOutput(stream: NodeJS.ReadableStream, maxBytes: number, onFull: () => void): () => string {
  const chunks: Buffer[] = [];
  let received = 0;
  stream.on('data', (chunk: Buffer) => {
    if (received < maxBytes) chunks.push(chunk.subarray(0, maxBytes - received));
    received += chunk.length;
    if (received > maxBytes) onFull();
  });
  return () => Buffer.concat(chunks).toString();
}

const sizeCheckMs = 1000;

/** Bytes of the files there; those that vanish meanwhile have none. */
async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(directory, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** What the program and Python need; neither keys nor the address of the database. */
const passed =
  /^(?:PATH|HOME|USER|LOGNAME|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy|PYTHON(?:PATH|HOME|USERBASE)|PYENV_\w+|LD_LIBRARY_PATH)$/i;

function environment(directory: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  // Messages are read, so they must be in English and UTF-8.
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', PYTHONUTF8: '1', TMPDIR: directory };
}

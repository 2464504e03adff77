// Finds and runs the program yt-dlp: without a shell, in a private directory, with limits of time and output.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from '../../../lib/temporary-directory.ts';
import { storableText } from '../../../lib/text.ts';
import { dayMs } from '../../../lib/time.ts';
import { CollectionError } from '../collector.ts';

/** `advice`: an update notice for an old version, else null. */
export type YtDlp = { program: string; version: string; advice: { message: string; remedy: string } | null };

/** The oldest tested version; it has all options that are used. */
const oldestVersion = '2023.03.04';
/** Sites change every few weeks, and yt-dlp is updated for them. */
const freshDays = 90;
const versionTimeoutMs = 30_000;

const updateRemedy = 'Update it: pipx upgrade yt-dlp, or the way you installed it. See docs/collecting.md.';

/** Throws a CollectionError with the command that installs it if the program is absent, too old, or not yt-dlp. */
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
  /** Options, which cannot be mistaken for URLs. */
  args: readonly string[];
  urls: readonly string[];
  /** Private working directory, also for temporary files. */
  directory: string;
  /** File of cookies. The program gets a copy, since it writes to the file. */
  cookies: string | undefined;
  timeoutMs: number;
  /** Limit of stdout. Default 64 MiB. */
  maxOutputBytes?: number;
  /** Limit of the files in `directory`. Default 1 GiB. */
  maxFileBytes?: number;
  /** Kills the program and its child processes. */
  signal: AbortSignal;
};

export type YtDlpResult = {
  /** 1 if any of the URLs failed; null if the program was killed. */
  exitCode: number | null;
  stdout: string;
  /** The first MiB. Lines that begin with `ERROR:` are failures of single URLs. */
  stderr: string;
  /** Reason for an early end: killed, or over a limit. */
  problem: string | null;
};

/** Written to the working directory, so that a later run can end a program that outlived the service. */
const pidFile = 'yt-dlp.pid';

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
    // Unlike this, copyFile() would copy the mode too.
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
  // A process group, so that ffmpeg and other child processes are killed too.
  const options = { cwd: directory, env: environment(directory), detached: true } as const;
  // A relative path is resolved from the directory of the service, not from `directory`.
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

/** Output that is in the pipes by then is read. */
const closeTimeoutMs = 2000;

function closeOf(child: ChildProcess, program: string) {
  return new Promise<{ exitCode: number | null; killedBy: string | null }>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)));
    // Child processes may keep its pipes open, even in another process group.
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

/** Returns the output received so far. Output over the limit is read and dropped, so that the program does not block. */
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

/** Bytes of the files in a directory; files that vanish meanwhile count 0. */
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
    // The group has already ended.
  }
}

/** Variables that the program and Python need, without keys and the database URL. */
const passed =
  /^(?:PATH|HOME|USER|LOGNAME|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy|PYTHON(?:PATH|HOME|USERBASE)|PYENV_\w+|LD_LIBRARY_PATH)$/i;

function environment(directory: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  // Messages are parsed, so they must be in English and UTF-8.
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', PYTHONUTF8: '1', TMPDIR: directory };
}

// Classifies the messages of yt-dlp, which come from its extractors (youtube, tiktok, instagram, generic) and its core.

/**
 * `blocked`: the site temporarily blocks this machine. `login`: cookies are required. `gone`: this video cannot be collected.
 * `unsupported`: no extractor supports the URL. `network`: no connection, or the site fails. `stopped`: the program was killed, or over a
 * limit. `machine`: no space or no permission to write on this machine. `other`: mostly a site that changed.
 */
type FailureKind = 'blocked' | 'login' | 'gone' | 'unsupported' | 'network' | 'stopped' | 'machine' | 'other';
export type Failure = { kind: FailureKind; message: string };

/** The first match counts, since messages of private videos mention signing in too. */
const kinds: readonly (readonly [FailureKind, RegExp])[] = [
  ['machine', /\[Errno (?:13|28|30|122)\]|No space left|Read-only file system|Disk quota exceeded/i],
  [
    'blocked',
    /HTTP Error 429|Too Many Requests|not a bot|captcha|rate-?limit|IP address is blocked|try again later|Unable to (?:solve|extract) (?:JS )?challenge|Unexpected response from webpage request/i,
  ],
  [
    'gone',
    /Private video|video is private|(?:video|post|content|media)\b.{0,40}\b(?:unavailable|not available|removed|deleted)|no longer available|does(?:n['’]t| not) exist|terminated|HTTP Error (?:404|410)|geo.?restrict|in your (?:country|location)|DRM|There is no video|members.only|Join this channel|Premieres in|live event|livestream|does not have any videos/i,
  ],
  ['login', /log(?:ged)?[ -]?in|sign in|cookies|registered users|account is (?:either )?private|confirm your age/i],
  ['unsupported', /Unsupported URL|is not a valid URL|No suitable extractor/i],
  [
    'network',
    /timed? ?out|Connection|getaddrinfo|Name or service not known|name resolution|Network is unreachable|HTTP Error 5\d\d|URLError|TransportError|IncompleteRead|SSL|Errno/i,
  ],
];

const maxLength = 200;

/** `text`: the message after `ERROR:`. */
export function toFailure(text: string): Failure {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  return { kind, message: plainMessage(text) };
}

/** Removes advice for people who run yt-dlp by hand. */
function plainMessage(text: string): string {
  const [said = ''] = storableText(text)
    .replace(/^\[[^\]]+\] (?:None: )?/, '')
    .split(/[.;]? ?(?:Use --|Set --|please report|See {2}https|Confirm you are on|You might want|\(caused by)/);
  const short = said.trim().replace(/[\s.]+$/, '');
  return short.length > maxLength ? `${short.slice(0, maxLength).toWellFormed()}…` : `${short}.`;
}

/** `id`: the site's id of the video; undefined if the message contains none. */
export type NamedFailure = Failure & { id: string | undefined };

/** Parses the lines that begin with `ERROR:`, such as `ERROR: [youtube] kwJ3d0aQx1Y: Video unavailable`. */
export function failuresOf(stderr: string): NamedFailure[] {
  return stderr.split('\n').flatMap((line) => {
    const [, named, text] = /^ERROR: (?:\[[^\]]+\] )?(?:(\S+): )?(.+)$/.exec(line) ?? [];
    if (text === undefined) return [];
    // Old versions write None as the id.
    return { ...toFailure(line.slice('ERROR: '.length)), id: named === 'None' ? undefined : named };
  });
}

const update = 'Update yt-dlp: pipx upgrade yt-dlp.';
const cookies = 'Set HOOKLINE_YTDLP_COOKIES to a file of cookies of a browser that is signed in there.';

/** Advice for the operator; null if there is nothing to do. */
export const remedies: Readonly<Record<FailureKind, string | null>> = {
  blocked: `No action needed at first; Hookline retries later. If it continues, lower HOOKLINE_YTDLP_VIDEOS_PER_HOUR. ${cookies} ${update}`,
  login: cookies,
  gone: 'Check the URL in a browser.',
  unsupported:
    'Use the URL of a channel, playlist, hashtag, profile or video. `yt-dlp --list-extractors` lists the sites.',
  network: 'Check that the machine of the service reaches the site.',
  machine: 'Free space in the directory HOOKLINE_DATA, and let the service write there.',
  stopped: `If it happens again, run it by hand on that machine. ${update}`,
  other: `Sites change, and yt-dlp follows them. ${update}`,
};

// The private directory of a location, where yt-dlp writes the files that the collector reads. A killed run leaves it to the next one.

export type WorkDirectory = {
  path: string;
  /** Empties the directory once its files are stored. */
  clear: () => Promise<void>;
  remove: () => Promise<void>;
};

/** The source of a directory this old was deleted. */
const abandonedMs = 7 * dayMs;

/**
 * Keeps the files of an earlier run. A program of that run that still works there is ended first, so that two never run at once. A preview
 * gets a new directory, since several may run at once.
 */
export async function openWorkDirectory(
  dataDir: string,
  { sourceId, location, isPreview }: { sourceId: string; location: string; isPreview: boolean },
): Promise<WorkDirectory> {
  const parent = join(dataDir, 'collect');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const name = `${sourceId}-${createHash('sha256').update(location).digest('hex').slice(0, 12)}`;
  const path = isPreview ? await mkdtemp(join(parent, 'preview-')) : join(parent, name);
  const create = () => mkdir(path, { recursive: true, mode: 0o700 });
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await create();
  await endProgramIn(path);
  return {
    path,
    clear: async () => {
      await remove();
      await create();
    },
    remove,
  };
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true });
  }
}

/** Outside Linux the program ends at its next message, since nobody reads its output. */
async function endProgramIn(path: string): Promise<void> {
  const pid = Number(await readFile(join(path, pidFile), 'utf8').catch(() => ''));
  // Another program may have the pid by now.
  const directory = pid > 1 ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
  if (directory !== (await realpath(path))) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The program has just ended.
  }
}

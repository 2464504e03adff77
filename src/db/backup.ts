// A copy of a data directory whose service goes on, itself a data directory: PostgreSQL's low-level base backup, by its socket.
import { accessSync, constants, existsSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { chmod, chown, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import { embeddedUrl } from './embedded.ts';

export type Backup = {
  directory: string;
  files: number;
  size_bytes: number;
  took_ms: number;
  has_operator_key: boolean;
};

class BackupRefused extends Error {}

type Tally = { files: number; bytes: number };

/** Temporary, so it goes with its session: whoever was killed holds back neither WAL nor the next backup. */
const slot = 'hookline_backup';
/** Taken beside the database. Files of the running process, such as its lock, are left out. */
const beside = ['operator.key', 'exports', 'outbox'];
/** What a copy leaves out by PostgreSQL's manual: contents of these, and temporary files and relations; and the log that pg_ctl writes. */
const emptied = 'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' ');
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*|server\.log)$/;
/** Without it no server takes a directory for a database, so it comes when all else is on the disk. */
const sign = 'PG_VERSION';

/** Resolves when `target` is whole and on the disk. Where anything fails before, nothing is left of it. */
export async function backUp(dataDir: string, target: string): Promise<Backup> {
  const startedAt = performance.now();
  const directory = resolve(target);
  const unfinished = `${directory}.unfinished`;
  refuseWhere(dataDir, directory);
  const client = await openSession(dataDir);
  try {
    const tally: Tally = { files: 0, bytes: 0 };
    // What is there was left by one that was killed: the slot says that no other is under way.
    rmSync(unfinished, { recursive: true, force: true });
    await mkdir(dirname(directory), { recursive: true });
    await makeDirectory(unfinished, await stat(dataDir));
    const [from, to] = [join(dataDir, 'postgres'), join(unfinished, 'postgres')];
    await copyDatabase(client, from, to, tally);
    // After the database: by now each export that it calls complete has its file.
    for (const name of beside) await copyTree(join(dataDir, name), join(unfinished, name), () => true, tally);
    await syncTree(unfinished);
    await copyFileAs(join(from, sign), join(to, sign), tally);
    await syncTree(to, 1);
    await rename(unfinished, directory);
    await syncTree(dirname(directory), 0);
    return {
      directory,
      files: tally.files,
      size_bytes: tally.bytes,
      took_ms: Math.round(performance.now() - startedAt),
      has_operator_key: existsSync(join(directory, 'operator.key')),
    };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explain(error, directory);
  } finally {
    await client.end();
  }
}

function refuseWhere(dataDir: string, directory: string): void {
  try {
    accessSync(join(dataDir, 'postgres', sign), constants.R_OK);
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw notAllowed(dataDir);
    throw new BackupRefused(`There is no embedded database in ${dataDir}. HOOKLINE_DATA names another directory.`);
  }
  if (!relative(dataDir, directory).startsWith('..'))
    throw new BackupRefused(
      `${directory} lies in ${dataDir} itself. Name a directory outside, better on another disk.`,
    );
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new BackupRefused(`${directory} is there already and not empty. Name one that is not.`);
}

function notAllowed(dataDir: string): BackupRefused {
  return new BackupRefused(`${dataDir} may not be read. Run this as the user that runs the service.`);
}

/** Holds the only slot of that name, which keeps all WAL from now on. */
async function openSession(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir), application_name: 'hookline backup' });
  // A connection that is lost fails the next statement.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw notAllowed(dataDir);
    throw new BackupRefused(
      `Nothing runs on ${dataDir}. Start the service, or copy the directory as it is: cp -a (${(error as Error).message})`,
    );
  }
  try {
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    return client;
  } catch (error) {
    await client.end();
    const isTaken = codeOf(error) === '42710';
    throw isTaken ? new BackupRefused(`Another backup of ${dataDir} is under way.`) : error;
  }
}

async function copyDatabase(client: pg.Client, from: string, to: string, tally: Tally): Promise<void> {
  const begun = await client.query('select pg_walfile_name(pg_backup_start($1, true)) as segment', [slot]);
  const isTaken = (path: string) => {
    const [top, ...inside] = path.split(sep);
    return path !== sign && !leftOut.test(basename(path)) && !(emptied.includes(top) && inside.length > 0);
  };
  await copyTree(from, to, isTaken, tally);
  const ended = await client.query('select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(false)');
  const [first, last] = [begun.rows[0].segment, ended.rows[0].segment];
  const segments = (await readdir(join(from, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of segments.filter((one) => one >= first && one <= last))
    await copyFileAs(join(from, 'pg_wal', name), join(to, 'pg_wal', name), tally);
  await writeFile(join(to, 'backup_label'), ended.rows[0].labelfile, { mode: 0o600 });
  await own(join(to, 'backup_label'), await stat(from));
}

/** What vanishes meanwhile is left out: WAL tells the server that it is gone. */
async function copyTree(from: string, to: string, isTaken: (path: string) => boolean, tally: Tally): Promise<void> {
  const entries = [''];
  for (const path of entries) {
    const [source, copy] = [join(from, path), join(to, path)];
    try {
      const found = await stat(source);
      if (!found.isDirectory()) await copyFileAs(source, copy, tally);
      else {
        await makeDirectory(copy, found);
        entries.push(...(await readdir(source)).map((name) => join(path, name)).filter(isTaken));
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

async function copyFileAs(from: string, to: string, tally: Tally): Promise<void> {
  const found = await stat(from);
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await own(to, found);
  tally.files += 1;
  tally.bytes += found.size;
}

async function makeDirectory(path: string, like: Stats): Promise<void> {
  await mkdir(path);
  await own(path, like);
  await chmod(path, like.mode & 0o7777);
}

/** Only root may give files away; whoever else reads them owns them. */
async function own(path: string, { uid, gid }: Stats): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}

/** Puts names and contents on the disk, down to `depth` levels below. */
async function syncTree(path: string, depth = Number.POSITIVE_INFINITY): Promise<void> {
  const isDirectory = (await stat(path)).isDirectory();
  if (isDirectory && depth > 0) for (const name of await readdir(path)) await syncTree(join(path, name), depth - 1);
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function explain(error: unknown, directory: string): unknown {
  if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
    return new BackupRefused(`The disk of ${directory} is full. Nothing of the backup was kept.`);
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM')
    return new BackupRefused(`Not allowed: ${(error as Error).message}. Run this as the user that runs the service.`);
  return error;
}

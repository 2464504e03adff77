// Creates migrated test databases: on the run's server, on the server of TEST_DATABASE_URL, or on a temporary one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { allowOperatorSignIn } from '../../src/auth/store.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/server.ts';
import { migrateDatabase } from '../../src/db/migrations.ts';
import { type Jobs, startJobs } from '../../src/jobs/jobs.ts';
import { randomBase62 } from '../../src/lib/ids.ts';
import type { Observe } from '../../src/telemetry/events.ts';

export type TestDatabase = Pick<OpenDatabase, 'db' | 'pool' | 'diskFullAt'> & {
  url: string;
  close: () => Promise<void>;
};

type EmptyDatabase = { url: string; isMigrated: boolean; drop: () => Promise<void> };

export type TestServer = {
  url: string;
  /** Creates the migrated template that test databases are copied from. Returns its name. */
  createTemplate: () => Promise<string>;
  /** The migrated data directory that a temporary server was started on. */
  data: string | undefined;
  close: () => Promise<void>;
};

const silent: Observe = () => {};

export async function testDatabase(observe: Observe = silent): Promise<TestDatabase> {
  const { url, isMigrated, drop } = await createDatabase();
  if (!isMigrated) await migrateDatabase(url);
  const { db, pool, diskFullAt, close } = openDatabase(url, observe);
  return {
    url,
    db,
    pool,
    diskFullAt,
    async close() {
      await close();
      await drop();
    },
  };
}

/** The database is migrated only if it is a copy of the run's template. */
export async function createDatabase(): Promise<EmptyDatabase> {
  const { HOOKLINE_TEST_SERVER: running, HOOKLINE_TEST_TEMPLATE: template } = process.env;
  const server = running ? { url: running, close: async () => {} } : await openTestServer();
  const name = newDatabaseName();
  const isMigrated = running !== undefined && template !== undefined;
  await execute(server.url, `create database ${name}${isMigrated ? copyOf(template) : ''}`);
  return {
    url: databaseUrl(server.url, name),
    isMigrated,
    async drop() {
      // A temporary server is deleted with all its databases; dropping one takes a third of a second of CPU.
      if (process.env.TEST_DATABASE_URL) await execute(server.url, `drop database ${name} with (force)`);
      await server.close();
    },
  };
}

export async function openTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const temporary = given ? undefined : await startTemporary();
  const url = temporary?.url ?? given ?? '';
  const templates: string[] = [];
  return {
    url,
    async createTemplate() {
      const name = newDatabaseName();
      await execute(url, `create database ${name}${temporary ? copyOf('postgres') : ''}`);
      templates.push(name);
      if (!temporary) {
        await migrate(databaseUrl(url, name));
        await close(url, name);
      }
      return name;
    },
    data: temporary?.data,
    async close() {
      for (const name of templates) await execute(url, `drop database ${name} with (force)`);
      await temporary?.close();
    },
  };
}

/** A database can be copied only while nobody is connected; a server with Citus has its own process in each. */
async function close(url: string, name: string): Promise<void> {
  await execute(url, `alter database ${name} allow_connections false`);
  await execute(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
}

async function migrate(url: string): Promise<void> {
  await migrateDatabase(url);
  const { db, close } = openDatabase(url, silent);
  // Otherwise each service would issue the sign-in links of a first start and load better-auth for them.
  await allowOperatorSignIn(db);
  await close();
  const jobs = await startJobs(url, { isSoleWorker: false }, silent);
  await parkJobs(url, jobs);
  await jobs.close();
}

/**
 * The search for near duplicates and the training of the labeller, which follow imports and decisions, take a second of CPU or more, and
 * few tests need them. At most one job of each is queued, so a job scheduled months ahead parks the queue. A test that needs one deletes
 * the parked job.
 */
async function parkJobs(url: string, jobs: Jobs): Promise<void> {
  const { db, close } = openDatabase(url, silent);
  const delaySeconds = 200 * 24 * 3600;
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, 'near_duplicates', null, 'catalog', { delaySeconds });
    await jobs.send(trx, 'train_labels', { isForced: false }, 'labels', { delaySeconds });
  });
  await close();
}

/** No data outlives the run; test/db/embedded.test.ts tests durability with the settings of the service. */
const undurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/** Uses memory if there is enough: a test database lives for seconds, and creating one there takes a quarter of the time. */
function temporaryDirectory(): string {
  const memory = '/dev/shm';
  const minFreeBytes = 4 * 2 ** 30;
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < minFreeBytes ? tmpdir() : memory;
}

async function startTemporary() {
  const data = await prepareData();
  const { directory, server } = await startServer(data);
  return {
    url: server.url,
    data,
    async close() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a server in a new directory, on a copy of `data` if given. */
async function startServer(data?: string) {
  const directory = mkdtempSync(join(temporaryDirectory(), 'hookline-test-'));
  // When the tests run as root, the server runs as another user, who needs access to the directory.
  chmodSync(directory, 0o755);
  if (data) copyWithOwner(data, join(directory, 'postgres'));
  // There are connections for the services of several files, some with several processes. The priority is not low, since the server would
  // starve under full load.
  const server: EmbeddedServer = await startEmbedded(directory, 5, { settings: undurable, prefix: [] });
  return { directory, server };
}

const root = join(import.meta.dirname, '../..');

/** Returns a migrated data directory, which is made once per version of the schema and of PostgreSQL. */
async function prepareData(): Promise<string> {
  const hash = createHash('sha256');
  const sources = ['src/{db,jobs}/**/*.{ts,sql}', 'src/auth/store.ts', 'package-lock.json', 'test/setup/database.ts'];
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)));
  const cache = join(root, 'node_modules/.cache');
  const prepared = join(cache, `hookline-data-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(prepared)) return prepared;
  const { directory, server } = await startServer();
  await migrate(server.url);
  await server.stop();
  mkdirSync(cache, { recursive: true });
  // The directory is renamed when complete, so that an interrupted run leaves no partial copy.
  const copy = mkdtempSync(`${prepared}-`);
  copyWithOwner(join(directory, 'postgres'), join(copy, 'postgres'));
  renameSync(join(copy, 'postgres'), prepared);
  rmSync(copy, { recursive: true });
  rmSync(directory, { recursive: true });
  return prepared;
}

/** Node's copy would belong to root. */
function copyWithOwner(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** A copy of files takes half the time of a copy through the WAL, but needs a checkpoint, which is only cheap without fsync. */
function copyOf(template: string): string {
  return ` template ${template}${process.env.TEST_DATABASE_URL ? '' : ' strategy file_copy'}`;
}

function newDatabaseName(): string {
  return `hookline_test_${randomBase62(12).toLowerCase()}`;
}

/** Accepts a server URL without a database too. */
function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(\w+:\/\/[^/?]*)[^?]*/, `$1/${name}`);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Jobs for undos without a trained model, which start no training. */
export const noJobs = { send: () => assert.fail('A job was sent.') };

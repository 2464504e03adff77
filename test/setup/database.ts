// Creates migrated test databases: on the run's server, on that of TEST_DATABASE_URL, or on a temporary one.
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { allowOperatorSignIn } from '../../src/auth/store-users.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/server.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { randomBase62 } from '../../src/lib/ids.ts';
import type { Observe } from '../../src/telemetry/events.ts';

export type TestDatabase = Pick<OpenDatabase, 'db' | 'pool' | 'diskFullAt'> & {
  url: string;
  close: () => Promise<void>;
};

type EmptyDatabase = { url: string; isMigrated: boolean; drop: () => Promise<void> };

export type TestServer = {
  url: string;
  /** Creates and migrates the template that test databases are copied from. Returns its name. */
  createTemplate: () => Promise<string>;
  /** Copies the migrated data directory of a temporary server. Returns its path. */
  copyData: () => Promise<string | undefined>;
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

/** Only migrated if it is a copy of the run's template. */
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
      await execute(server.url, `drop database ${name} with (force)`);
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
      if (temporary) await migrate(url);
      await execute(url, `create database ${name}${temporary ? copyOf('postgres') : ''}`);
      templates.push(name);
      if (!temporary) {
        await migrate(databaseUrl(url, name));
        await close(url, name);
      }
      return name;
    },
    copyData: async () => temporary?.copyData(),
    async close() {
      for (const name of templates) await execute(url, `drop database ${name} with (force)`);
      await temporary?.close();
    },
  };
}

/** A database can be copied only while nobody is connected; a server with Citus has a process of its own in each. */
async function close(url: string, name: string): Promise<void> {
  await execute(url, `alter database ${name} allow_connections false`);
  await execute(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
}

async function migrate(url: string): Promise<void> {
  await migrateDatabase(url);
  const { db, close } = openDatabase(url, silent);
  // Without this each service would issue the sign-in links of a first start and load better-auth for them.
  await allowOperatorSignIn(db);
  await close();
  const jobs = await startJobs(url, { isSoleWorker: false }, silent);
  await jobs.close();
}

/** Nothing outlives the run; test/runtime/process.test.ts tests durability with the settings of the service. */
const undurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/** Memory, if there is enough of it: a database of a test lives for seconds, and creating one takes a quarter of the time there. */
function temporaryDirectory(): string {
  const memory = '/dev/shm';
  const minFreeBytes = 4 * 2 ** 30;
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < minFreeBytes ? tmpdir() : memory;
}

async function startTemporary() {
  const directory = mkdtempSync(join(temporaryDirectory(), 'hookline-test-'));
  // When the tests run as root the server runs as another user, who must be able to reach the directory.
  chmodSync(directory, 0o755);
  // Connections for the services of several files, some with several processes. No low priority: it would starve under full load.
  const server: EmbeddedServer = await startEmbedded(directory, 5, { settings: undurable, prefix: [] });
  return {
    url: server.url,
    async copyData() {
      await server.stop();
      const copy = join(directory, 'copy');
      cpSync(join(directory, 'postgres'), copy, { recursive: true });
      await server.restart();
      return copy;
    },
    async close() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A copy of files takes half the time of a copy through the WAL, but needs a checkpoint, which is only cheap without fsync. */
function copyOf(template: string): string {
  return ` template ${template}${process.env.TEST_DATABASE_URL ? '' : ' strategy file_copy'}`;
}

function newDatabaseName(): string {
  return `hookline_test_${randomBase62(12).toLowerCase()}`;
}

/** Works for a server URL without a database too. */
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

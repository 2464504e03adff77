// Creates a migrated database per test file: on the run's server, on that of TEST_DATABASE_URL, or on a temporary one.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { allowOperatorSignIn } from '../../src/auth/store.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { randomBase62 } from '../../src/lib/ids.ts';
import type { Observe } from '../../src/telemetry/events.ts';

export type TestDatabase = Pick<OpenDatabase, 'db' | 'pool'> & { url: string; close: () => Promise<void> };

export type TestServer = {
  url: string;
  /** Creates and migrates the template that test databases are copied from. Returns its name. */
  createTemplate: () => Promise<string>;
  close: () => Promise<void>;
};

const silent: Observe = () => {};

export async function testDatabase(observe: Observe = silent): Promise<TestDatabase> {
  const { HOOKLINE_TEST_SERVER: running, HOOKLINE_TEST_TEMPLATE: template } = process.env;
  const server = running ? { url: running, close: async () => {} } : await openTestServer();
  const name = newDatabaseName();
  await execute(server.url, `create database ${name}${running && template ? copyOf(template) : ''}`);
  const url = databaseUrl(server.url, name);
  const { db, pool, close } = await openDatabase(url, observe);
  return {
    url,
    db,
    pool,
    async close() {
      await close();
      await execute(server.url, `drop database ${name} with (force)`);
      await server.close();
    },
  };
}

export async function openTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, close } = given ? { url: given, close: async () => {} } : await startTemporary();
  const templates: string[] = [];
  return {
    url,
    async createTemplate() {
      const name = newDatabaseName();
      await execute(url, `create database ${name}`);
      templates.push(name);
      const { db, close: disconnect } = await openDatabase(databaseUrl(url, name), silent);
      // Without this each service would issue the sign-in links of a first start and load better-auth for them.
      await allowOperatorSignIn(db);
      await disconnect();
      const jobs = await startJobs(databaseUrl(url, name), { isSoleWorker: false }, silent);
      await jobs.close();
      return name;
    },
    async close() {
      for (const name of templates) await execute(url, `drop database ${name} with (force)`);
      await close();
    },
  };
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

async function startTemporary(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-test-'));
  // When the tests run as root the server runs as another user, who must be able to reach the directory.
  chmodSync(directory, 0o755);
  // Connections for the services of several files, some with several processes. No low priority: it would starve under full load.
  const server = await startEmbedded(directory, 5, { settings: undurable, prefix: [] });
  return {
    url: server.url,
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

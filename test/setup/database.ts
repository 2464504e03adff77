// A fresh migrated database for each test file, on the run's server, the user's (TEST_DATABASE_URL) or one of its own.
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
  /** Migrates a database once, for others to be copied from. Returns its name. */
  createTemplate: () => Promise<string>;
  close: () => Promise<void>;
};

/** Tests that want to see what happened pass their own. */
const silent: Observe = () => {};

export async function testDatabase(observe: Observe = silent): Promise<TestDatabase> {
  const running = process.env.HOOKLINE_TEST_SERVER;
  const server = running ? { url: running, close: async () => {} } : await openTestServer();
  const name = newDatabaseName();
  const template = running ? process.env.HOOKLINE_TEST_TEMPLATE : undefined;
  await execute(server.url, `create database ${name}${template ? ` template ${template}` : ''}`);
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
      // The links of a first start, which nobody here follows, would have every service load what signs in.
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

async function startTemporary(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-test-'));
  // Where the tests run as root the server runs as another user, who must be able to reach it.
  chmodSync(directory, 0o755);
  // Room for the services of several files, some of which are of several processes.
  const server = await startEmbedded(directory, 5);
  // Nothing here outlives the run; test/runtime/process.test.ts tests durability on a server as the service starts it.
  await execute(server.url, 'alter system set fsync = off');
  await execute(server.url, 'select pg_reload_conf()');
  return {
    url: server.url,
    async close() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function newDatabaseName(): string {
  return `hookline_test_${randomBase62(12).toLowerCase()}`;
}

/** Also where the address of the server names no database. */
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

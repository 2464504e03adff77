// Once per test run: a PostgreSQL server and a migrated database to copy. Read by test/database.ts through the environment.
import { openTestServer, type TestServer } from './database.ts';

let server: TestServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await openTestServer();
  process.env.HOOKLINE_TEST_SERVER = server.url;
  process.env.HOOKLINE_TEST_TEMPLATE = await server.createTemplate();
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
}

// Runs once per test run: prepares a PostgreSQL server with a migrated template database, a migrated data directory, a browser and
// a compile cache. Tests find them through environment variables.
import { join } from 'node:path';
import { noBrowser, startBrowser } from './browser.ts';
import { openTestServer, type TestServer } from './database.ts';
import { bundleKysely } from './kysely/bundle.ts';

let server: TestServer | undefined;
let browser: Awaited<ReturnType<typeof startBrowser>> | undefined;

/** Unpacking the browser takes seconds, which a run of files that need none is spared. */
const needsBrowser = [...process.argv, process.env.HOOKLINE_TEST_FILES].some((one) =>
  /[*]|browser|reference|sdk-build/.test(one ?? ''),
);

export async function globalSetup(): Promise<void> {
  // Each process and thread of a test would otherwise strip and compile the whole service again.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/hookline-compiled');
  if (needsBrowser && !noBrowser) {
    browser = await startBrowser();
    process.env.HOOKLINE_TEST_BROWSER = browser.address;
  }
  process.env.HOOKLINE_TEST_KYSELY = await bundleKysely();
  server = await openTestServer();
  process.env.HOOKLINE_TEST_SERVER = server.url;
  process.env.HOOKLINE_TEST_TEMPLATE = await server.createTemplate();
  process.env.HOOKLINE_TEST_DATA = (await server.copyData()) ?? '';
}

export async function globalTeardown(): Promise<void> {
  await browser?.close();
  await server?.close();
}

// Once per test run: a PostgreSQL server with a migrated database to copy, and a browser. test/database.ts and test/browser.ts
// find them through the environment.
import { rmSync } from 'node:fs';
import { noBrowser, unpackBrowser } from './browser.ts';
import { openTestServer, type TestServer } from './database.ts';

let server: TestServer | undefined;
let browserDirectory: string | undefined;

/** Unpacking takes seconds, which a run of one file without a browser is spared. */
const wantsBrowser = process.argv.some((one) => /[*]|browser|reference|sdk-build/.test(one));

export async function globalSetup(): Promise<void> {
  if (wantsBrowser && !noBrowser) {
    browserDirectory = await unpackBrowser();
    process.env.HOOKLINE_TEST_BROWSER = browserDirectory;
  }
  server = await openTestServer();
  process.env.HOOKLINE_TEST_SERVER = server.url;
  process.env.HOOKLINE_TEST_TEMPLATE = await server.createTemplate();
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
  if (browserDirectory) rmSync(browserDirectory, { recursive: true, force: true });
}

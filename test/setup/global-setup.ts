// Once per test run: a PostgreSQL server with a migrated database to copy, a browser, and what was compiled. test/setup/database.ts,
// test/setup/browser.ts and Node find them through the environment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noBrowser, startBrowser } from './browser.ts';
import { openTestServer, type TestServer } from './database.ts';

let server: TestServer | undefined;
let browser: Awaited<ReturnType<typeof startBrowser>> | undefined;
let compiledDirectory: string | undefined;

/** Unpacking takes seconds, which a run of one file without a browser is spared. */
const wantsBrowser = process.argv.some((one) => /[*]|browser|reference|sdk-build/.test(one));

export async function globalSetup(): Promise<void> {
  // Each file is a process of its own, which would strip and compile the whole service anew.
  compiledDirectory = mkdtempSync(join(tmpdir(), 'hookline-compiled-'));
  process.env.NODE_COMPILE_CACHE ??= compiledDirectory;
  if (wantsBrowser && !noBrowser) {
    browser = await startBrowser();
    process.env.HOOKLINE_TEST_BROWSER = browser.address;
  }
  server = await openTestServer();
  process.env.HOOKLINE_TEST_SERVER = server.url;
  process.env.HOOKLINE_TEST_TEMPLATE = await server.createTemplate();
}

export async function globalTeardown(): Promise<void> {
  await browser?.close();
  await server?.close();
  if (compiledDirectory) rmSync(compiledDirectory, { recursive: true, force: true });
}

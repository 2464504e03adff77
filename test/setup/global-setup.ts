// Runs once per test run: starts a PostgreSQL server with a migrated template database, and a browser if a file needs one. Environment
// variables pass them to the tests, and may already be set by another run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noBrowser, startBrowser } from './browser.ts';
import { openTestServer } from './database.ts';
import { bundleKysely } from './kysely/bundle.ts';

const root = join(import.meta.dirname, '../..');

/** Prepares the test files. Returns a function that closes the servers. */
export async function globalSetup(files: readonly string[]): Promise<() => Promise<void>> {
  const { env } = process;
  // Otherwise each process and thread of a test would strip and compile the whole service again.
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/hookline-compiled');
  env.HOOKLINE_TEST_KYSELY ??= await bundleKysely();
  const needsBrowser = files.some((file) => readFileSync(join(root, file), 'utf8').includes('noBrowser'));
  const browser = needsBrowser && !noBrowser && !env.HOOKLINE_TEST_BROWSER ? await startBrowser() : undefined;
  if (browser) env.HOOKLINE_TEST_BROWSER = browser.address;
  const server = env.HOOKLINE_TEST_SERVER ? undefined : await openTestServer();
  if (server) {
    env.HOOKLINE_TEST_SERVER = server.url;
    env.HOOKLINE_TEST_TEMPLATE = await server.createTemplate();
    env.HOOKLINE_TEST_DATA = server.data ?? '';
  }
  return async () => {
    await browser?.close();
    await server?.close();
  };
}

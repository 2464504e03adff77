// A real browser out of npm, with the libraries that it needs, so that no package of the system is wanted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const platform = `${process.platform}-${process.arch}`;

/** Why tests in the browser cannot run here, or false. */
export const noBrowser =
  platform !== 'linux-x64' && `there is no browser for ${platform} among the packages, only for linux-x64`;

const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');

/** Into a directory of its own, since the package knows one place only. Returns the directory. */
async function unpackBrowser(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-browser-'));
  const { TMPDIR = tmpdir() } = process.env;
  process.env.TMPDIR = directory;
  await inflate(join(packed, 'al2023.tar.br'));
  await chromium.executablePath();
  process.env.TMPDIR = TMPDIR;
  return directory;
}

/** One for the whole run, which files reach by its address: to start one takes a second of CPU. */
export async function startBrowser(): Promise<{ address: string; close: () => Promise<void> }> {
  const directory = await unpackBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023/lib'), HOME: directory };
  // The package's own arguments are for one page in one process, and switch off the rules between origins.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  // What is ended from outside ends; the browser goes with its pipe.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false };
  const executablePath = join(directory, 'chromium');
  const server = await playwright.launchServer({ executablePath, args, env, host: '127.0.0.1', ...signals });
  return {
    address: server.wsEndpoint(),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The run's, where the global setup started one, else its own. */
export async function openBrowser(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const shared = process.env.HOOKLINE_TEST_BROWSER;
  const own = shared ? undefined : await startBrowser();
  const browser = await playwright.connect(shared ?? own?.address ?? '');
  return {
    browser,
    close: async () => {
      await browser.close();
      await own?.close();
    },
  };
}

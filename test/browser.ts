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
export async function unpackBrowser(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-browser-'));
  const { TMPDIR = tmpdir() } = process.env;
  process.env.TMPDIR = directory;
  await inflate(join(packed, 'al2023.tar.br'));
  await chromium.executablePath();
  process.env.TMPDIR = TMPDIR;
  return directory;
}

/** Of the run, where the global setup unpacked one, else its own. */
export async function openBrowser(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const shared = process.env.HOOKLINE_TEST_BROWSER;
  const directory = shared ?? (await unpackBrowser());
  const env = { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023/lib'), HOME: directory };
  // The package's own arguments are for one page in one process, and switch off the rules between origins.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  // A file that is ended from outside ends; the browser goes with its pipe.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false };
  const browser = await playwright.launch({ executablePath: join(directory, 'chromium'), args, env, ...signals });
  return {
    browser,
    close: async () => {
      await browser.close();
      if (!shared) rmSync(directory, { recursive: true, force: true });
    },
  };
}

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

/** Unpacked into a directory of its own, since files of tests run at the same time and the package knows one place only. */
export async function openBrowser(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-browser-'));
  const { TMPDIR = tmpdir() } = process.env;
  process.env.TMPDIR = directory;
  await inflate(join(packed, 'al2023.tar.br'));
  const executablePath = await chromium.executablePath();
  const env = { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023/lib'), HOME: directory };
  process.env.TMPDIR = TMPDIR;
  // The package's own arguments are for one page in one process, and switch off the rules between origins.
  const browser = await playwright.launch({
    executablePath,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
    env,
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

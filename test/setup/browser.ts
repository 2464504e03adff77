// A real browser from npm with the libraries that it needs, so that no system package is required.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const platform = `${process.platform}-${process.arch}`;

/** Why browser tests cannot run on this platform, or false. */
export const noBrowser = platform !== 'linux-x64' && `npm has no browser for ${platform}, only for linux-x64`;

const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');

/** Unpacks into a new directory and returns it. The package itself unpacks to one fixed place, set by TMPDIR. */
async function unpackBrowser(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-browser-'));
  const { TMPDIR = tmpdir() } = process.env;
  process.env.TMPDIR = directory;
  await inflate(join(packed, 'al2023.tar.br'));
  await chromium.executablePath();
  process.env.TMPDIR = TMPDIR;
  return directory;
}

/**
 * As root, a browser raises its priority far above that of the service that it waits for, unless it lacks the capability. Returns a
 * script that starts it without.
 */
function keepPriority(directory: string): string {
  const program = join(directory, 'chromium');
  const script = join(directory, 'start');
  const lines = [
    '#!/bin/sh',
    `[ "$(id -u)" = 0 ] && command -v setpriv > /dev/null && exec setpriv --bounding-set -sys_nice -- '${program}' "$@"`,
    `exec '${program}' "$@"`,
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return script;
}

/** Starts a browser that test files connect to by its address. A start takes a second of CPU, so a run shares one. */
export async function startBrowser(): Promise<{ address: string; close: () => Promise<void> }> {
  const directory = await unpackBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023/lib'), HOME: directory };
  // The package's own arguments are for one page in one process and switch off the same-origin policy.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  // Signals end this process as usual; the browser exits when its pipe closes.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false };
  const executablePath = keepPriority(directory);
  const server = await playwright.launchServer({ executablePath, args, env, host: '127.0.0.1', ...signals });
  return {
    address: server.wsEndpoint(),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Connects to the browser that the global setup started, or starts one. */
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

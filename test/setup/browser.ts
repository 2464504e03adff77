// A real browser from npm with its libraries, so that no system package is required.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { onLaneEnd } from './lane-state.ts';

const platform = `${process.platform}-${process.arch}`;

/** Why browser tests cannot run on this platform, or false. */
export const noBrowser = platform !== 'linux-x64' && `npm has no browser for ${platform}, only for linux-x64`;

const packageDirectory = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');

/** Unpacks once per version, which takes seconds, and returns the directory. The package unpacks to a fixed place, set by TMPDIR. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  const directory = join(cache, `hookline-browser-${version}`);
  if (existsSync(directory)) return directory;
  const { TMPDIR = tmpdir() } = process.env;
  mkdirSync(cache, { recursive: true });
  process.env.TMPDIR = mkdtempSync(`${directory}-`);
  await inflate(join(packageDirectory, 'bin/al2023.tar.br'));
  await chromium.executablePath();
  // The directory is renamed when complete, so that an interrupted run leaves no partial browser.
  renameSync(process.env.TMPDIR, directory);
  process.env.TMPDIR = TMPDIR;
  return directory;
}

/**
 * As root, a browser raises its priority far above the priority of the service, unless it lacks the capability. Returns a script that
 * starts it without the capability.
 */
function keepPriority(directory: string, home: string): string {
  const program = join(directory, 'chromium');
  const script = join(home, 'start');
  const lines = [
    '#!/bin/sh',
    `[ "$(id -u)" = 0 ] && command -v setpriv > /dev/null && exec setpriv --bounding-set -sys_nice -- '${program}' "$@"`,
    `exec '${program}' "$@"`,
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return script;
}

/** Starts a browser that test files connect to by its address. A start takes a second of CPU, so a run shares one browser. */
export async function startBrowser(): Promise<{ address: string; close: () => Promise<void> }> {
  const directory = await unpackBrowser();
  const home = mkdtempSync(join(tmpdir(), 'hookline-browser-'));
  const env = { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023/lib'), HOME: home };
  // The package's default arguments are for one page in one process and disable the same-origin policy. A process takes half a second of
  // CPU to start, so the pages of a context share one.
  const args = ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1', '--disable-site-isolation-trials'];
  // Signals end this process as usual; the browser exits when its pipe closes.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false };
  const executablePath = keepPriority(directory, home);
  const server = await playwright.launchServer({ executablePath, args, env, host: '127.0.0.1', ...signals });
  return {
    address: server.wsEndpoint(),
    close: async () => {
      await server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let connection: Promise<Browser> | undefined;

/**
 * Returns the browser of the run, or one started for this process, over one connection. Callers close the pages and contexts that they
 * open.
 */
export function sharedBrowser(): Promise<Browser> {
  connection ??= connect();
  return connection;
}

async function connect(): Promise<Browser> {
  const own = process.env.HOOKLINE_TEST_BROWSER ? undefined : await startBrowser();
  const browser = await playwright.connect(process.env.HOOKLINE_TEST_BROWSER ?? own?.address ?? '');
  onLaneEnd(async () => {
    await browser.close();
    await own?.close();
  });
  return browser;
}

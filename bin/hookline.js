#!/usr/bin/env node
// Starts the CLI. The source needs a Node that runs TypeScript; on an older one, the installed Node 26 runs it.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Objects of a request are short-lived, so half of V8's default is enough. V8 would fill the default before it collects. */
const memoryFlags = ['--max-semi-space-size=32'];
const serverEnvironment = {
  // glibc keeps memory that threads freed in an arena per thread. Two arenas that all threads share give free memory back.
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...compileCache(),
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // `serve` alone is the former name of `admin serve`.
  if (process.argv[process.argv[2] === 'admin' ? 3 : 2] === 'serve') limitMemory();
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2));
} else {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const node = here('../node_modules/.bin/node');
  if (!existsSync(node)) {
    console.error('hookline: Node 22.18 or later is required. Install it, or run npm ci without --omit=dev.');
    process.exit(1);
  }
  const child = spawn(node, [here('hookline.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * Cache of compiled modules, also for threads, each of which would load the TypeScript compiler without it. Where the packages are
 * read-only, threads have a cache in the data directory.
 */
function compileCache() {
  const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
  try {
    accessSync(packages, constants.W_OK);
    return { NODE_COMPILE_CACHE: `${packages}/.cache/hookline` };
  } catch {
    return {};
  }
}

/**
 * V8 and malloc read these settings only when a process starts, so the process replaces itself, which keeps its ID. Windows has no such
 * call, and a channel to a parent would be lost, so there the defaults apply. Settings of the operator take precedence.
 */
function limitMemory() {
  // The main thread has its limit now. Threads have their own limits (src/lib/threads/warm-threads.ts), which the flag would override. It
  // is reset before the program is loaded, since V8 rejects code that was compiled with other flags.
  if (process.execArgv.includes(memoryFlags[0])) return setFlagsFromString('--max-semi-space-size=0');
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const isGiven = /semi[-_]space[-_]size/.test(given);
  if (!process.execve || process.platform === 'win32' || process.connected || isGiven) return;
  const args = [process.execPath, ...process.execArgv, ...memoryFlags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...serverEnvironment, ...process.env });
}

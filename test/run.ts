// Runs the tests in a few processes ("lanes") that take files from one queue: `node test/run.ts [FILE…]`, all files by default.
// Prints the slowest files at the end.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { globalSetup, globalTeardown } from './setup/global-setup.ts';

/** Files mostly wait for a database or a timer now and then, so three keep two cores busy. */
const laneCount = 3;
const laneFlags = [
  '--test-timeout=300000',
  `--import=${pathToFileURL(join(import.meta.dirname, 'setup/kysely/use-bundle.ts')).href}`,
  // A test that fails may leave a service running, which would keep the process alive.
  '--test-force-exit',
  // The threads of a service live for milliseconds: a small heap would be collected, and hot code compiled, in vain.
  '--min-semi-space-size=16',
  '--single-threaded',
];
/** Started first, since a long file at the end would leave the other lanes idle. */
const longFiles = /^test\/(db|runtime|browser)\/|\/export-stores|\/sources?[.-]/;

const isLong = (file: string) => longFiles.test(file);
const named = process.argv.slice(2);
const all = named.length > 0 ? named : globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).sort();
const files = [...all.filter(isLong), ...all.filter((file) => !isLong(file))];
const claims = mkdtempSync(join(tmpdir(), 'hookline-claims-'));
process.env.HOOKLINE_TEST_FILES = JSON.stringify(files);
process.env.HOOKLINE_TEST_CLAIMS = claims;
// Of all runs: the default is in the data directory, which each test has its own of.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

async function tearDown(): Promise<void> {
  await globalTeardown();
  rmSync(claims, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => tearDown().finally(() => process.exit(1)));

// The service lowers the priority of its threads, which the lanes and the browser would keep from running at all on a busy machine. What
// starts with the lowest one stays there, so all share the cores alike.
setPriority(constants.priority.PRIORITY_LOW);
await globalSetup();
const secondsOf = new Map<string, number>();
const lane = join(import.meta.dirname, 'lane.ts');
const lanes = Array.from({ length: Math.min(laneCount, files.length) }, () => lane);
const events = run({ files: lanes, concurrency: laneCount, execArgv: laneFlags });
events.on('test:complete', ({ name, nesting, details }) => {
  if (nesting === 0 && files.includes(name)) secondsOf.set(name, details.duration_ms / 1000);
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const text of events.compose(spec)) process.stdout.write(text);
await tearDown();

const slowest = [...secondsOf].sort(([, a], [, b]) => b - a).slice(0, 10);
console.log(
  `\nslowest files:\n${slowest.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`).join('\n')}`,
);
const unfinished = files.filter((file) => !secondsOf.has(file));
if (unfinished.length > 0) {
  console.log(`\nunfinished, since their process ended:\n${unfinished.join('\n')}`);
  process.exitCode = 1;
}

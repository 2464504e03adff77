// Runs the tests in a few processes ("lanes") that take files from one queue: all files, the PATHs, or with --changed [COMMIT] the files
// that a change may break. --endurance runs test/endurance; --bail ends at the first failure. Prints the cost of the run and fails above
// its CPU budget.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type RunCost, recordCost, reportCost } from './setup/cost-report.ts';
import { cpuSeconds } from './setup/cpu.ts';
import { globalSetup } from './setup/global-setup.ts';
import { allFiles, changedSince, enduranceFiles, filesFor, namedFiles } from './setup/select-files.ts';

const root = join(import.meta.dirname, '..');
/** Files wait for a database or a browser now and then, so three keep two cores busy. */
const laneCount = Number(process.env.HOOKLINE_TEST_LANES ?? 3);
const laneFlags = [
  '--test-timeout=300000',
  `--import=${pathToFileURL(join(import.meta.dirname, 'setup/kysely/use-bundle.ts')).href}`,
  // A failed test may leave a service running, which would keep the process alive.
  '--test-force-exit',
  // The threads of a service live for milliseconds: a small heap would be collected, and hot code compiled, in vain.
  '--min-semi-space-size=16',
  '--single-threaded',
];
/** These files start first, since a long file at the end would leave the other lanes idle. */
const longFiles = /^test\/(db|runtime|browser)\/|\/export-stores|\/sources?[.-]/;

const options = {
  bail: { type: 'boolean' },
  changed: { type: 'boolean' },
  endurance: { type: 'boolean' },
  record: { type: 'boolean' },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const isWhole = positionals.length === 0 && !values.changed && !values.endurance;

function selectFiles(): string[] {
  if (values.changed) return filesFor(changedSince(positionals[0] ?? 'HEAD'));
  if (positionals.length > 0) return namedFiles(positionals);
  return values.endurance ? enduranceFiles() : allFiles();
}

if (values.endurance) process.env.HOOKLINE_TEST_ENDURANCE = '1';
const selected = selectFiles();
const isFirst = (file: string) => !values.bail && longFiles.test(file);
const files = [...selected.filter(isFirst), ...selected.filter((file) => !isFirst(file))];
if (files.length === 0) {
  console.log('No test file imports what has changed.');
  process.exit();
}
const stopping = new AbortController();
const claims = mkdtempSync(join(tmpdir(), 'hookline-claims-'));

type Outcome = { failed: string[]; tests: RunCost['tests'] };

/** Runs the files in lanes and prints their results. Returns the files that failed or did not end, and the tests by duration. */
async function runFiles(): Promise<Outcome> {
  process.env.HOOKLINE_TEST_FILES = JSON.stringify(files);
  process.env.HOOKLINE_TEST_CLAIMS = claims;
  const lane = join(import.meta.dirname, 'lane.ts');
  const lanes = Array.from({ length: Math.min(laneCount, files.length) }, () => lane);
  const failed = new Set(files);
  const tests: Outcome['tests'][number][] = [];
  const events = run({ files: lanes, concurrency: laneCount, execArgv: laneFlags, signal: stopping.signal });
  events.on('test:pass', ({ name, nesting }) => {
    if (nesting === 0) failed.delete(name);
  });
  events.on('test:fail', ({ name, nesting, details }) => {
    if (values.bail && !stopping.signal.aborted && details.type !== 'suite') {
      console.log(`first failure: ${name}`);
      stopping.abort();
    }
    // The process ended with an error after its files.
    if (nesting === 0 && !files.includes(name)) process.exitCode = 1;
  });
  events.on('test:complete', ({ name, nesting, details, file = '' }) => {
    if (nesting === 1) tests.push({ file: relative(root, file), name, seconds: details.duration_ms / 1000 });
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return { failed: [...failed], tests };
}

// The service lowers the priority of its threads, so on a busy machine the lanes and the browser would starve them. A process that starts
// with the lowest priority keeps it, so all share the cores alike.
setPriority(constants.priority.PRIORITY_LOW);
const tearDown = await globalSetup(files);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopping.abort();
    tearDown().finally(() => process.exit(1));
  });
const { failed, tests } = await runFiles();
const cpu = {
  cpuSeconds: cpuSeconds(),
  databaseSeconds: cpuSeconds('postgres'),
  browserSeconds: cpuSeconds('chromium'),
};
await tearDown();

const lines = readFileSync(`${claims}.jsonl`, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
const cost: RunCost = { ...cpu, files: lines.map((line) => JSON.parse(line)), tests };
for (const path of [claims, `${claims}.jsonl`]) rmSync(path, { recursive: true, force: true });
if (isWhole && values.record) recordCost(cost);
const isWithinBudget = reportCost(cost, isWhole);
if (failed.length > 0) console.log(`\nfailed:\n${failed.join('\n')}`);
if (failed.length > 0 || !isWithinBudget) process.exitCode = 1;

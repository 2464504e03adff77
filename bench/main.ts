// npm run bench: measures the service and prints the figures as Markdown tables. README.md describes the options.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWith } from './against.ts';
import { writeCsv } from './catalog.ts';
import { exportSome, measureExports } from './exports.ts';
import { afterJobs, type Hookline, importFile, makeScratch, startHookline } from './hookline.ts';
import { measureHostile } from './hostile.ts';
import { measureImports } from './imports.ts';
import { connections } from './load.ts';
import { describeMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { atEnd, isEnding, withCleanup } from './processes.ts';
import { measureSize } from './reads.ts';
import { atMost, figure, type Goal, goalTable, type PartResult, section } from './report.ts';
import { measureWebhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  options: {
    hooks: { type: 'string' },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    attack: { type: 'string' },
    data: { type: 'string' },
  },
  allowPositionals: true,
});
const few = 5400;
const many = Number(values.hooks ?? (values.quick ? 20_000 : 1_000_000));
const hooks = many.toLocaleString('en');
// Many short rounds, since the speed of a machine changes within seconds.
const effort = { rounds: values.quick ? 1 : 7, seconds: 1 };
const rounds = values.quick ? 1 : 2;
const scratch = makeScratch();
let largeImport: Promise<PartResult> | undefined;

const parts: Record<string, () => AsyncIterable<PartResult>> = {
  imports: async function* () {
    yield await large();
  },
  reads: async function* () {
    const more = { file: join(scratch.path, 'more.csv'), count: 10_000 };
    await writeCsv(more);
    const imported = {
      what: '10,000 hooks are imported',
      run: (hookline: Hookline) => importFile(hookline, more.file),
    };
    const { dataDir, startSeconds } = await fillWithSample();
    yield { sections: [], goals: [atMost('first start, with new data', startSeconds, 2, 's')] };
    const small = { dataDir, hooks: few.toLocaleString('en'), isLarge: false };
    yield* measureSize({ ...small, work: imported }, effort);
    await large();
    const exported = { what: `${hooks} hooks are exported`, run: exportSome };
    yield* measureSize({ dataDir: directory('large'), hooks, isLarge: true, work: exported }, effort);
  },
  exports: async function* () {
    await large();
    yield await measureExports(directory('large'), rounds, hooks);
  },
  webhooks: () => measureWebhooks(directory('webhooks'), rounds),
  memory: () =>
    measureMemory(
      values.data ?? [...new Set([few, many])].map((count) => ({ dataDir: directory(`memory-${count}`), count })),
      effort,
    ),
  hostile: async function* () {
    yield { sections: [['Hostile load', await measureHostile(directory('hostile'), values.attack)]], goals: [] };
  },
};
/** Memory and attacks take long, and run only when they are named. */
const usual = ['imports', 'reads', 'exports', 'webhooks'];

atEnd(scratch.remove);
await withCleanup(async () => {
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`Name one or more of ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}.`);
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${describeMachine()}; autocannon, ${connections} connections\n`,
  );
  const { against } = values;
  if (against === undefined) return runParts(positionals.length > 0 ? positionals : usual);
  const file = values.hooks === undefined ? undefined : { file: join(scratch.path, 'hooks.csv'), count: many };
  await compareWith(against, scratch.path, { rounds: values.quick ? 3 : 5, seconds: 1 }, file);
});

/** Runs one part after the other. A part that fails does not stop the others; the process then exits with 1. */
async function runParts(names: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const printed: string[] = [];
  const goals: Goal[] = [];
  for (const name of names) {
    try {
      for await (const result of parts[name]?.() ?? []) {
        goals.push(...result.goals);
        const text = result.sections.map(([title, table]) => section(title, table)).join('\n');
        printed.push(text);
        // Tables go to stderr at once, so that an interrupt does not lose them.
        console.error(`${figure((performance.now() - startedAt) / 60_000)} min\n\n${text}`);
      }
    } catch (error) {
      // After an interrupt no other part may start.
      if (isEnding()) throw error;
      console.error(error);
      process.exitCode = 1;
      goals.push({ what: `${name} runs to its end`, figure: 'failed', limit: '', isMet: false });
    }
  }
  if (goals.length > 0) printed.unshift(section('Goals', goalTable(goals)));
  console.log(printed.join('\n'));
}

function directory(name: string): string {
  const path = join(scratch.path, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Fills the directory `large` once, for the first part that needs it. */
function large(): Promise<PartResult> {
  largeImport ??= measureImports(directory('large'), many);
  return largeImport;
}

/** The first start imports the sample data. */
async function fillWithSample(): Promise<Pick<Hookline, 'dataDir' | 'startSeconds'>> {
  const dataDir = directory('small');
  const hookline = await startHookline(dataDir, { isPinned: false });
  await afterJobs(hookline);
  await hookline.stop();
  return hookline;
}

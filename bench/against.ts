// npm run bench -- --against REF: compares this working tree with another commit, alternating within one run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCsv } from './catalog-file.ts';
import { atEnd } from './cleanup.ts';
import { afterJobs, type Hookline, idleBytes, importFile, startHookline } from './hookline.ts';
import { memoryBytes, stopAll } from './processes.ts';
import { type Case, readCases } from './read-cases.ts';
import { alternate, type Effort, medians, type Run } from './reads.ts';
import { figure, markdown, median, times } from './report.ts';
import { measureOneRecord } from './served.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Pair<T> = { change: T; other: T };

/** The rounds of both, in the same order. */
type Comparison = Pair<Run[]> & { name: string };
type Side = { name: keyof Pair<unknown>; dataDir: string; program: string; env: NodeJS.ProcessEnv };

const starts = 3;
const imports = 5;

/** Prints tables. Measures with the starter set, or with `hooks` generated ones. */
export async function compareWith(ref: string, scratch: string, effort: Effort, hooks?: number): Promise<void> {
  const tree = checkOut(ref, join(scratch, 'tree'));
  // Processes that run from the tree end before it is removed.
  atEnd(stopAll);
  const file = hooks ? join(scratch, 'hooks.csv') : undefined;
  if (file && hooks) await writeCsv(file, hooks);
  const env = { HOOKLINE_SAMPLE: file ? '0' : '1' };
  const sides = (['change', 'other'] as const).map((name): Side => {
    const program = join(name === 'change' ? root : tree, 'bin/hookline.js');
    return { name, dataDir: join(scratch, name), program, env };
  });
  const figures = createFigures();
  for (const side of sides) await fill(side, file, figures);
  const services = await startRounds(sides, figures);
  for (const { name } of sides) {
    const { service, database } = await idleBytes(services[name]);
    figures.add('idle MB', name, service / 1e6);
    figures.add('PostgreSQL idle MB', name, database / 1e6);
  }
  const casesOfOther = await readCases(services.other);
  const comparisons: Comparison[] = [];
  for (const ours of await readCases(services.change)) {
    const theirs = casesOfOther.find(({ name }) => name === ours.name);
    const cases = theirs && { change: ours, other: theirs };
    if (cases) comparisons.push(await compareCase(services, cases, scratch, effort));
  }
  for (const { name } of sides) figures.add('MB after the reads', name, memoryBytes([services[name].pid]) / 1e6);
  for (let round = 0; round < imports; round++)
    for (const { name } of sides)
      figures.add('import of one record to served, ms', name, (await measureOneRecord(services[name], 1)) * 1000);
  console.log(`### This tree beside ${ref}\n\n${figures.table(ref)}\n\n${table(comparisons, ref)}\n`);
}

/** Figures of both sides, of which less is better. */
function createFigures() {
  const values = new Map<string, Pair<number[]>>();
  return {
    add: (what: string, side: keyof Pair<unknown>, value: number) => {
      const both = values.get(what) ?? { change: [], other: [] };
      both[side].push(value);
      values.set(what, both);
    },
    table: (ref: string) =>
      markdown({
        head: ['figure', ref, 'here', 'ratio'],
        rows: [...values].map(([what, { change, other }]) => [
          what,
          ...[other, change].map((runs) => figure(median(runs))),
          times(median(change) / median(other)),
        ]),
      }),
  };
}

type Figures = ReturnType<typeof createFigures>;

/** The first start fills the catalog. */
async function fill({ name, ...side }: Side, file: string | undefined, figures: Figures): Promise<void> {
  mkdirSync(side.dataDir);
  const hookline = await startHookline(side.dataDir, { ...side, isPinned: false });
  if (file) {
    figures.add('import, s', name, (await importFile(side.dataDir, hookline.url, file)).seconds);
    await afterJobs(hookline);
  }
  await hookline.stop();
}

/** Starts both in turn. Those of the last round keep running. */
async function startRounds(sides: readonly Side[], figures: Figures): Promise<Pair<Hookline>> {
  const running: Partial<Pair<Hookline>> = {};
  for (let round = 0; round < starts; round++) {
    for (const { name, ...side } of sides) {
      await running[name]?.stop();
      const hookline = await startHookline(side.dataDir, side);
      figures.add('start, s', name, hookline.startSeconds);
      running[name] = hookline;
    }
  }
  const { change, other } = running;
  if (!change || !other) throw new Error('A side did not start.');
  return { change, other };
}

/** A temporary working tree of that commit, with this one's built pages, and with its packages unless the lock files differ. */
function checkOut(ref: string, tree: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const commit = git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).trim();
  atEnd(() => git('worktree', 'remove', '--force', tree));
  git('worktree', 'add', '--quiet', '--detach', tree, commit);
  const [here, there] = [root, tree].map((path) => readFileSync(join(path, 'package-lock.json'), 'utf8'));
  const shared = here === there ? ['node_modules', 'web/dist'] : ['web/dist'];
  for (const path of shared) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(tree, path));
  if (here !== there) installPackages(tree);
  return tree;
}

/** Without the scripts of the tree itself, which would build its pages. */
function installPackages(tree: string): void {
  for (const args of [['ci', '--ignore-scripts', '--no-audit', '--no-fund'], ['rebuild']])
    execFileSync('npm', args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function compareCase(
  services: Pair<Hookline>,
  cases: Pair<Case>,
  scratch: string,
  effort: Effort,
): Promise<Comparison> {
  // Cursors are valid at the service that issued them, so each gets its own paths.
  const sideOf = (side: keyof Pair<Case>) => {
    const { url, key, pid } = services[side];
    return { url, key, pid, paths: cases[side].paths };
  };
  const [change = [], other = []] = await alternate([sideOf('change'), sideOf('other')], scratch, effort);
  return { name: cases.change.name, change, other };
}

function table(comparisons: readonly Comparison[], ref: string): string {
  const head = ['read', `CPU µs, ${ref}`, 'here', 'ratio', 'requests/s', 'p99', ''];
  const rows = comparisons.map(({ name, change, other }) => {
    const ratios = (of: keyof Run) => change.map((run, round) => run[of] / (other[round]?.[of] ?? Number.NaN));
    const cpu = ratios('cpu');
    return [
      name,
      figure(medians(other).cpu),
      figure(medians(change).cpu),
      spread(cpu),
      spread(ratios('perSecond')),
      spread(ratios('p99')),
      cpu.every((ratio) => ratio < 1)
        ? 'less in every round'
        : cpu.every((ratio) => ratio > 1)
          ? 'more in every round'
          : '',
    ];
  });
  return markdown({ head, rows });
}

function spread(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} × (${least.toFixed(2)}–${most.toFixed(2)})`;
}

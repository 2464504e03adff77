// npm run bench -- --against REF: compares reads of this working tree with those of another commit, alternating within one run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCsv } from './catalog-file.ts';
import { atEnd } from './cleanup.ts';
import { afterJobs, type Hookline, importFile, startHookline } from './hookline.ts';
import { stopAll } from './processes.ts';
import { type Case, readCases } from './read-cases.ts';
import { alternate, type Effort, medians, type Run } from './reads.ts';
import { figure, markdown, median } from './report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Pair<T> = { change: T; other: T };

/** The rounds of both, in the same order. */
type Comparison = Pair<Run[]> & { name: string };

/** Prints a table. Measures with the starter set, or with `hooks` generated ones. */
export async function compareWith(ref: string, scratch: string, effort: Effort, hooks?: number): Promise<void> {
  const tree = checkOut(ref, join(scratch, 'tree'));
  // Processes that run from the tree end before it is removed.
  atEnd(stopAll);
  const file = hooks ? join(scratch, 'hooks.csv') : undefined;
  if (file && hooks) await writeCsv(file, hooks);
  const change = await prepare(join(scratch, 'change'), join(root, 'src/main.ts'), file);
  const other = await prepare(join(scratch, 'other'), join(tree, 'src/main.ts'), file);
  const casesOfOther = await readCases(other);
  const comparisons: Comparison[] = [];
  for (const ours of await readCases(change)) {
    const theirs = casesOfOther.find(({ name }) => name === ours.name);
    const cases = theirs && { change: ours, other: theirs };
    if (cases) comparisons.push(await compareCase({ change, other }, cases, scratch, effort));
  }
  console.log(`### This tree beside ${ref}\n\n${table(comparisons, ref)}\n`);
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

async function prepare(dataDir: string, program: string, file: string | undefined): Promise<Hookline> {
  mkdirSync(dataDir);
  const env = { HOOKLINE_SAMPLE: file ? '0' : '1' };
  const hookline = await startHookline(dataDir, { program, env });
  if (file) {
    await importFile(dataDir, hookline.url, file);
    await afterJobs(hookline);
  }
  return hookline;
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

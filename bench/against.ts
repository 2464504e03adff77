// npm run bench -- --against REF: compares this working tree with another commit, alternating within one run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogFile, fillCatalog, withoutSample, writeCsv } from './catalog.ts';
import { type Hookline, idleBytes, startHookline } from './hookline.ts';
import { atEnd, memoryBytes } from './processes.ts';
import { readCases } from './read-cases.ts';
import { alternate, type Effort, medians, type Run } from './reads.ts';
import { figure, markdown, median, section, times } from './report.ts';
import { measureOneRecord } from './served.ts';

const root = join(import.meta.dirname, '..');

type Pair<T> = { change: T; other: T };
type Side = { name: keyof Pair<unknown>; dataDir: string; program: string; env: NodeJS.ProcessEnv };

/** Prints tables. Measures with the sample data, or with a file of generated hooks. */
export async function compareWith(ref: string, scratch: string, effort: Effort, catalog?: CatalogFile): Promise<void> {
  const trees = { change: root, other: checkOut(ref, join(scratch, 'tree')) };
  if (catalog) await writeCsv(catalog);
  const sides = (['change', 'other'] as const).map((name): Side => {
    const program = join(trees[name], 'bin/hookline.js');
    return { name, dataDir: join(scratch, name), program, env: catalog ? withoutSample : {} };
  });
  const figures = createFigures();
  const services = await startBoth(sides, figures, catalog);
  for (const { name } of sides) {
    const { service, database } = await idleBytes(services[name]);
    figures.add('idle MB', name, service / 1e6);
    figures.add('PostgreSQL idle MB', name, database / 1e6);
  }
  const rows: string[][] = [];
  // Cursors are valid at the service that issued them, so each gets its own paths.
  const casesOfOther = await readCases(services.other);
  for (const { name, paths } of await readCases(services.change)) {
    const theirs = casesOfOther.find((one) => one.name === name);
    if (!theirs) continue;
    const runs = [
      { ...services.change, paths },
      { ...services.other, paths: theirs.paths },
    ].map(({ url, key, pid, paths }) => ({ url, key, pids: [pid], paths }));
    const [change = [], other = []] = await alternate(runs, effort);
    rows.push(compareRuns(name, { change, other }));
  }
  for (const { name } of sides) figures.add('MB after the reads', name, memoryBytes([services[name].pid]) / 1e6);
  for (let round = 0; round < 5; round++)
    for (const { name } of sides)
      figures.add('import of one record to served, ms', name, (await measureOneRecord(services[name], 1)) * 1000);
  const head = ['read', `CPU µs, ${ref}`, 'here', 'ratio', 'requests/s', 'p99', ''];
  console.log(section(`This tree compared with ${ref}`, `${figures.table(ref)}\n\n${markdown({ head, rows })}`));
}

/** Figures of both sides; lower is better. */
function createFigures() {
  const values = new Map<string, Pair<number[]>>();
  return {
    add: (what: string, side: keyof Pair<unknown>, value: number) => {
      const both = values.get(what) ?? { change: [], other: [] };
      both[side].push(value);
      values.set(what, both);
    },
    table: (ref: string) => {
      const rows = [...values].map(([what, { change, other }]) => {
        const ratio = times(median(change) / median(other));
        return [what, figure(median(other)), figure(median(change)), ratio];
      });
      return markdown({ head: ['figure', ref, 'here', 'ratio'], rows });
    },
  };
}

/** Fills both catalogs and starts the services three times in turn. The services of the last round keep running. */
async function startBoth(
  sides: readonly Side[],
  figures: ReturnType<typeof createFigures>,
  catalog: CatalogFile | undefined,
): Promise<Pair<Hookline>> {
  for (const { name, dataDir, ...side } of sides) {
    mkdirSync(dataDir);
    // The first start imports the sample data.
    if (catalog)
      await fillCatalog(dataDir, catalog, async (_, seconds) => figures.add('import, s', name, seconds), side);
    else await (await startHookline(dataDir, { ...side, isPinned: false })).stop();
  }
  const running: Partial<Pair<Hookline>> = {};
  for (let round = 0; round < 3; round++) {
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
  for (const path of here === there ? ['node_modules', 'web/dist'] : ['web/dist'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(tree, path));
  // Install scripts are skipped, since the tree's own would build its pages.
  if (here !== there)
    for (const args of [['ci', '--ignore-scripts', '--no-audit', '--no-fund'], ['rebuild']])
      execFileSync('npm', args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  return tree;
}

function compareRuns(name: string, { change, other }: Pair<Run[]>): string[] {
  const ratios = (of: keyof Run) => change.map((run, round) => run[of] / (other[round]?.[of] ?? Number.NaN));
  const cpu = ratios('cpu');
  const isLess = cpu.every((ratio) => ratio < 1);
  const isMore = cpu.every((ratio) => ratio > 1);
  const spreads = [cpu, ratios('perSecond'), ratios('p99')].map((values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return `${median(values).toFixed(2)} × (${least.toFixed(2)}–${most.toFixed(2)})`;
  });
  const everyRound = isLess ? 'less in every round' : isMore ? 'more in every round' : '';
  return [name, figure(medians(other).cpu), figure(medians(change).cpu), ...spreads, everyRound];
}

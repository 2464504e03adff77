// npm run bench -- --against REF: the reads of this working tree beside those of another commit, in turns within one run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCsv } from './catalog-file.ts';
import { atEnd } from './cleanup.ts';
import { type Hookline, importFile, startHookline } from './hookline.ts';
import { stopAll } from './processes.ts';
import { type Case, readCases } from './read-cases.ts';
import { type Effort, inTurns, medians, type Run } from './reads.ts';
import { figure, markdown, median } from './report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rounds of both, at the same places. */
type Comparison = { name: string; change: Run[]; other: Run[] };

/** With the starter set, or with as many imported hooks as are asked for; prints a table. */
export async function compareWith(ref: string, scratch: string, effort: Effort, hooks?: number): Promise<void> {
  const tree = checkOut(ref, join(scratch, 'tree'));
  // What runs from that tree ends before it is removed.
  atEnd(stopAll);
  const file = hooks ? join(scratch, 'hooks.csv') : undefined;
  if (file && hooks) await writeCsv(file, hooks);
  const change = await prepare(join(scratch, 'change'), join(root, 'src/main.ts'), file);
  const other = await prepare(join(scratch, 'other'), join(tree, 'src/main.ts'), file);
  const cases = [await readCases(change), await readCases(other)];
  const comparisons: Comparison[] = [];
  for (const one of cases[0]) {
    const same = cases[1].find(({ name }) => name === one.name);
    if (same) comparisons.push(await compareCase([change, other], [one, same], scratch, effort));
  }
  console.log(`### This tree beside ${ref}\n\n${table(comparisons, ref)}\n`);
}

/** A working tree of that commit, which shares this one's packages and built pages, and is gone at the end. */
function checkOut(ref: string, tree: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const commit = git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).trim();
  atEnd(() => git('worktree', 'remove', '--force', tree));
  git('worktree', 'add', '--quiet', '--detach', tree, commit);
  for (const shared of ['node_modules', 'web/dist'])
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), join(tree, shared));
  const [here, there] = [root, tree].map((path) => readFileSync(join(path, 'package-lock.json'), 'utf8'));
  if (here !== there) console.log(`The packages of ${ref} are others; it is run with those of this tree.\n`);
  return tree;
}

async function prepare(dataDir: string, program: string, file: string | undefined): Promise<Hookline> {
  mkdirSync(dataDir);
  const env = { HOOKLINE_SAMPLE: file ? '0' : '1' };
  const hookline = await startHookline(dataDir, { program, env });
  if (file) await importFile(dataDir, hookline.url, file);
  return hookline;
}

async function compareCase(
  services: readonly Hookline[],
  cases: readonly Case[],
  scratch: string,
  effort: Effort,
): Promise<Comparison> {
  // Cursors are of one service alone, so each is asked its own paths.
  const sides = services.map(({ url, key, pid }, at) => ({ url, key, pid, paths: cases[at].paths }));
  const [change, other] = await inTurns(sides, scratch, effort);
  return { name: cases[0].name, change, other };
}

function table(comparisons: readonly Comparison[], ref: string): string {
  const head = ['read', `CPU µs, ${ref}`, 'here', 'ratio', 'requests/s', 'p99', ''];
  const rows = comparisons.map(({ name, change, other }) => {
    const ratios = (of: keyof Run) => change.map((run, round) => run[of] / other[round][of]);
    const cpu = ratios('cpu');
    return [
      name,
      figure(medians(other).cpu),
      figure(medians(change).cpu),
      spread(cpu),
      spread(ratios('perSecond')),
      spread(ratios('p99')),
      cpu.every((one) => one < 1) ? 'less in every round' : cpu.every((one) => one > 1) ? 'more in every round' : '',
    ];
  });
  return markdown({ head, rows });
}

function spread(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} × (${least.toFixed(2)}–${most.toFixed(2)})`;
}

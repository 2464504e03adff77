// Cost of a test run: CPU seconds by folder, started services, slow tests with their reasons, and the budget.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileCost } from '../lane.ts';
import { reasonFor } from './slow-tests.ts';

export type RunCost = {
  /** CPU seconds of the whole run, including the database and the browser. */
  cpuSeconds: number;
  /** CPU seconds of the PostgreSQL server and the browser that all files share. */
  databaseSeconds: number;
  browserSeconds: number;
  files: readonly FileCost[];
  tests: readonly { file: string; name: string; seconds: number }[];
};

/** CPU seconds of a whole run on two cores. A run above this fails. docs/testing.md lists actual and target values. */
const budget = 1100;
const slowSeconds = 3;

/** CPU seconds by file in a whole run on a quiet machine, written by `npm test -- --record`. */
const recordedPath = join(import.meta.dirname, '../cpu-seconds.json');

/** Prints the costs. Returns whether they are within the budget. */
export function reportCost(cost: RunCost, isWhole: boolean): boolean {
  printSlow(cost.tests);
  if (!isWhole) {
    printFiles(cost.files);
    return true;
  }
  printFolders(cost);
  if (cost.cpuSeconds <= budget) return true;
  console.log(
    `\nThe run took more than its ${budget} CPU seconds. The files that grew most since test/cpu-seconds.json:`,
  );
  const recorded: Record<string, number> = JSON.parse(readFileSync(recordedPath, 'utf8'));
  const grown = cost.files.map(({ file, cpuSeconds }) => ({ file, more: cpuSeconds - (recorded[file] ?? 0) }));
  for (const { file, more } of grown.sort((a, b) => b.more - a.more).slice(0, 5))
    console.log(`${more.toFixed(1).padStart(8)} s more  ${file}`);
  return false;
}

export function recordCost({ files }: RunCost): void {
  const sorted = files.toSorted((a, b) => a.file.localeCompare(b.file));
  const seconds = Object.fromEntries(sorted.map(({ file, cpuSeconds }) => [file, Number(cpuSeconds.toFixed(1))]));
  writeFileSync(recordedPath, `${JSON.stringify(seconds, undefined, 2)}\n`);
}

function printSlow(tests: RunCost['tests']): void {
  const slow = tests.filter(({ seconds }) => seconds > slowSeconds).sort((a, b) => b.seconds - a.seconds);
  if (slow.length > 0) console.log(`\ntests above ${slowSeconds} s:`);
  for (const { file, name, seconds } of slow)
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name} (${reasonFor(file) ?? `${file}, without a reason`})`);
}

function printFiles(files: RunCost['files']): void {
  console.log('\nCPU seconds, services and processes started by file:');
  for (const { file, cpuSeconds, services, processes } of files)
    console.log(`${cpuSeconds.toFixed(1).padStart(8)} s  ${services} ${processes}  ${file}`);
}

function printFolders({ cpuSeconds, databaseSeconds, browserSeconds, files }: RunCost): void {
  const folders = Map.groupBy(files, ({ file }) => file.split('/').slice(0, 2).join('/'));
  const sum = (of: readonly FileCost[], name: 'cpuSeconds' | 'services' | 'processes') =>
    of.reduce((total, one) => total + one[name], 0);
  const rows = [...folders].map(([folder, of]) => ({ folder, count: of.length, seconds: sum(of, 'cpuSeconds') }));
  console.log('\nCPU seconds by folder:');
  for (const { folder, count, seconds } of rows.sort((a, b) => b.seconds - a.seconds))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${folder} (${count})`);
  const runner = cpuSeconds - databaseSeconds - browserSeconds - sum(files, 'cpuSeconds');
  const others = {
    database: databaseSeconds,
    browser: browserSeconds,
    runner,
    [`in all, of at most ${budget}`]: cpuSeconds,
  };
  for (const [name, seconds] of Object.entries(others)) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  console.log(`\nstarted: ${sum(files, 'services')} services, ${sum(files, 'processes')} processes of the service`);
}

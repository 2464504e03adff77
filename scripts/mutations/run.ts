// Breaks the product on purpose, one fault of mutations.jsonl at a time, and prints which test finds it: node scripts/mutations/run.ts
// [WORD…] runs the faults that contain a word. Each runs in a copy of the checkout: first the tests that may find it, then all others.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globalSetup } from '../../test/setup/global-setup.ts';
import { allFiles, filesFor } from '../../test/setup/select-files.ts';

const root = join(import.meta.dirname, '../..');
const words = process.argv.slice(2);

/** `fault` is its description. `find` occurs once in the file. */
type Mutation = { fault: string; file: string; find: string; replace: string };

const lines = readFileSync(new URL('./mutations.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const mutations = lines.map((line): Mutation => JSON.parse(line));
const chosen = mutations.filter(
  ({ fault, file }) => words.length === 0 || words.some((word) => `${fault} ${file}`.includes(word)),
);

const copy = mkdtempSync(join(tmpdir(), 'hookline-mutations-'));
const tearDown = await globalSetup(allFiles());
try {
  copyCheckout();
  let found = 0;
  console.log('| fault | file | found by |\n|---|---|---|');
  for (const mutation of chosen) {
    const finder = await findWith(mutation);
    if (finder) found++;
    console.log(`| ${mutation.fault} | \`${mutation.file}\` | ${finder ?? '**nothing**'} |`);
  }
  console.log(`\n${found} of ${chosen.length} faults were found.`);
  if (found < chosen.length) process.exitCode = 1;
} finally {
  await tearDown();
  rmSync(copy, { recursive: true });
}

/** Tracked and new files, with the installed packages and the built pages of the checkout. */
function copyCheckout(): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\n').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  for (const built of ['node_modules', 'web/dist', 'sdk/dist', 'cli/dist'])
    symlinkSync(join(root, built), join(copy, built));
}

/** The name of the first test that fails, or undefined. */
async function findWith({ file, find, replace }: Mutation): Promise<string | undefined> {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
  writeFileSync(
    join(copy, file),
    text.replace(find, () => replace),
  );
  const likely = filesFor([file]);
  const others = allFiles().filter((one) => !likely.includes(one));
  const finder = (await firstFailure(likely)) ?? (await firstFailure(others));
  writeFileSync(join(copy, file), text);
  return finder;
}

async function firstFailure(files: readonly string[]): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const child = spawn(process.execPath, ['test/run.ts', '--bail', ...files], { cwd: copy });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const text = Buffer.concat(output).toString();
  return code === 0 ? undefined : (/^first failure: (.*)$/m.exec(text)?.[1] ?? text.slice(-300));
}

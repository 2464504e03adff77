// Chooses the files of a test run: named files, or files that a change may break.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** These files compose the whole service, so their imports do not show which tests a change may break. */
const composition = /^(src\/runtime\/|test\/setup\/)/;

/** All test files except those of `npm run test:endurance`. */
export function allFiles(): string[] {
  return globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root, exclude: ['test/endurance/**'] }).sort();
}

/** Returns the files of `test/endurance`, and the files that do more with isEndurance. */
export function enduranceFiles(): string[] {
  const doesMore = (file: string) => readFileSync(join(root, file), 'utf8').includes('isEndurance');
  return [...globSync('test/endurance/**/*.test.ts', { cwd: root }).sort(), ...allFiles().filter(doesMore)];
}

/** Returns files, and the test files below directories. Throws if a path has none. */
export function namedFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const name = relative(root, path) || '.';
    const isDirectory = statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory();
    const found = isDirectory ? globSync(`${name}/**/*.test.ts`, { cwd: root }).sort() : globSync(name, { cwd: root });
    if (found.length === 0) throw new Error(`There is no test file at ${path}.`);
    return found;
  });
}

/** Returns files that differ from a commit, and new ones. */
export function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean);
}

/**
 * Returns the test files next to a changed file, those in the folders of `test/` for its module, and all that import it, except through the
 * composition of the service. Returns all files if shared test code has changed.
 */
export function filesFor(changed: readonly string[]): string[] {
  const all = allFiles();
  if (changed.some((file) => /^test\/(setup\/|run|lane)|^package/.test(file))) return all;
  // Word lists are mapped to the module that reads them, whose importers are then found.
  if (changed.some((file) => file.endsWith('.tsv'))) return filesFor(changed.map(readerOf));
  const folders = [...changed.map((file) => `${dirname(file)}/`), ...changed.flatMap(foldersFor)];
  const nearby = folders.flatMap((folder) => all.filter((file) => file.startsWith(folder)));
  return [...new Set([...nearby, ...[...importersOf(changed)].filter((file) => all.includes(file))])];
}

function readerOf(file: string): string {
  return file.endsWith('.tsv') ? 'src/labels/word-list.ts' : file;
}

/** Folders in `test/` of modules whose tests are not only in the folder with their name. */
const testedIn: Readonly<Record<string, readonly string[]>> = {
  alerts: ['accounts'],
  audit: ['http'],
  catalog: ['catalog', 'http'],
  embeddings: ['embeddings', 'http'],
  erasure: ['accounts'],
  http: ['http', 'auth', 'accounts'],
  ingest: ['ingest', 'catalog'],
  members: ['accounts'],
  quota: ['quota', 'http'],
  searches: ['searches', 'digests', 'collections'],
  'trend-alerts': ['trends'],
};

function foldersFor(file: string): string[] {
  const [top = '', module = ''] = file.split('/');
  if (top === 'src' && file.split('/').length > 2)
    return (testedIn[module] ?? [module]).map((folder) => `test/${folder}/`);
  if (top === 'web') return ['test/browser/', 'test/web/'];
  if (['sdk', 'cli', 'docs', 'integrations'].includes(top)) return [`test/${top}/`];
  return [];
}

/** Returns the files and all that import them, directly or indirectly. */
function importersOf(changed: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,test,sdk/src,cli/src,web,scripts}/**/*.{ts,tsx}', { cwd: root })) {
    if (composition.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = join(dirname(file), name);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const affected = new Set(changed);
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer);
  return affected;
}

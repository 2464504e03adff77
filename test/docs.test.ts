// What the documents list is what the code has: nothing missing, nothing invented.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { variables } from '../src/config.ts';
import { errorTable } from '../src/errors.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test('docs/errors.md documents every code and no other', () => {
  const documented = [...read('docs/errors.md').matchAll(/^## `([a-z_]+)`/gm)].map(([, code]) => code);
  assert.deepEqual(documented.sort(), Object.keys(errorTable).sort());
});

test('README.md lists every variable and no other', () => {
  const readme = read('README.md');
  const listed = new Set([...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name));
  assert.deepEqual([...listed].sort(), variables.map(({ name }) => name).sort());
});

test('every test that docs/security-review.md names is there', () => {
  const review = read('docs/security-review.md');
  let named = 0;
  for (const [, file, names] of review.matchAll(/`([\w/-]+\.test\.ts)`((?:,? “[^”]+”)+)/g)) {
    const source = read(file);
    for (const [, name] of names.matchAll(/“([^”]+)”/g)) {
      named += 1;
      assert.ok(source.includes(`'${name.replaceAll('`', '')}'`), `${file} has no test “${name}”`);
    }
  }
  assert.ok(named > 40);
  assert.equal(named, review.match(/“/g)?.length, 'each name stands behind its file');
});

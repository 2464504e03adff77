// The lists in the documents match the code, without missing or extra entries.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { sorts } from '../../src/catalog/search/filter.ts';
import { type FilterKind, filterFields } from '../../src/catalog/search/filter-fields.ts';
import { traits } from '../../src/catalog/snapshot/filter-columns.ts';
import { variables } from '../../src/config/config.ts';
import { limitVariables } from '../../src/config/limits.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { slots } from '../../src/labels/templates/slots.ts';
import { errorTable } from '../../src/lib/errors.ts';
import { addedLines, limitText, priceText } from '../../web/src/api/plan-text.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns the names in the first column of the table whose header begins with `head`. */
function firstCells(path: string, head: string): string[] {
  const [, rows = ''] = read(path).match(new RegExp(`^\\| ${head} .*\\n\\| -.*\\n((?:\\|.*\\n)+)`, 'm')) ?? [];
  return [...rows.matchAll(/^\| (.+?) +\|/gm)].flatMap(([, cell = '']) => cell.match(/-?[a-z]\w+/g) ?? []);
}

test('docs/errors.md lists exactly the codes in use', () => {
  const documented = [...read('docs/errors.md').matchAll(/^## `([a-z_]+)`/gm)].map(([, code]) => code);
  assert.deepEqual(documented.sort(), Object.keys(errorTable).sort());
});

test('docs/configuration.md lists every variable with its default and meaning, and no other', () => {
  const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  assert.deepEqual(
    rows.map(([, name, fallback, meaning]) => ({ name, default: fallback, meaning })),
    variables,
  );
});

test('docs/filtering.md lists every filter with its meaning, and every sort, and no other', () => {
  const text = read('docs/filtering.md');
  const kinds = {
    label: 'values',
    list: 'values',
    count: 'number',
    time: 'date or time',
    share: '0 to 1',
    flag: 'true or false',
    choice: 'value',
  };
  const shown: Record<FilterKind, string> = { ...kinds, text: 'text' };
  const rows = [...text.matchAll(/^\| `([a-z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  const given = rows.map(([, name, kind, meaning]) => [name, kind, meaning]);
  const expected = Object.entries(filterFields).map(([name, { kind, description }]) => [
    name,
    shown[kind],
    description,
  ]);
  assert.deepEqual(given, expected);
  assert.deepEqual(firstCells('docs/filtering.md', 'sort'), [...sorts]);
});

test('docs/check.md defines every trait, and docs/templates.md every slot, and no other', () => {
  const kinds = traits.map(({ kind }) => kind);
  assert.deepEqual(firstCells('docs/check.md', 'kind'), ['word_count', ...kinds]);
  assert.deepEqual(firstCells('docs/templates.md', 'slot'), [...slots]);
});

test('docs/plans.md has the same table of plans as the pages, in the order of GET /plans', () => {
  const all = Object.values(plans).map(showPlan);
  const expected = all.map((plan) => [plan.title, priceText(plan), limitText(plan), addedLines(plan, all).join('. ')]);
  const [, rows = ''] = read('docs/plans.md').match(/^\| plan +\| price .*\n\| -.*\n((?:\|.*\n)+)/m) ?? [];
  const given = [...rows.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map((row) => row.slice(1));
  assert.deepEqual(given, expected);
});

test('every test file named in a document exists', () => {
  for (const path of globSync(['*.md', 'docs/*.md'], { cwd: root }))
    for (const [, file = ''] of read(path).matchAll(/`([\w/-]+\.test\.ts)`/g))
      assert.ok(existsSync(join(root, file)), `${path} names ${file}`);
});

test('docs/limits.md lists every limit that can be set, with its default and meaning, and no other', () => {
  const rows = [...read('docs/limits.md').matchAll(/^\| `(HOOKLINE_LIMIT_[A-Z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  assert.deepEqual(
    rows.map(([, name, fallback, meaning]) => ({ name, default: fallback, meaning })),
    limitVariables.map(({ name, default: value, meaning }) => ({ name, default: value.toLocaleString('en'), meaning })),
  );
});

test('variables and metrics in the deployment guides exist', () => {
  const names = new Set<string>([...variables, ...limitVariables].map(({ name }) => name));
  const metrics = ['src/telemetry/metrics.ts', ...globSync('src/telemetry/*-metrics.ts', { cwd: root })]
    .map(read)
    .join();
  const guides = ['Containerfile', 'docs/deployment.md', 'docs/databases.md', ...globSync('deploy/*', { cwd: root })];
  for (const path of guides) {
    const text = read(path);
    for (const [name] of text.matchAll(/\b(HOOKLINE_[A-Z_]+|DATABASE_URL|SMTP_URL|MAIL_FROM)\b/g))
      assert.ok(names.has(name), `${path} sets ${name}, which nothing reads`);
    for (const [, name] of text.matchAll(/\b(hookline_[a-z_]+?)(?:_bucket)?\b[{ )]/g))
      assert.ok(metrics.includes(`'${name}'`), `${path} watches ${name}, which is not measured`);
  }
});

test('links between documents resolve', () => {
  for (const path of [...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })])
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(root, dirname(path), target)), `${path} links to ${target}`);
});

// Filter table: every filter in it is available in requests, pages, the command line and n8n.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filtersOf } from '../../cli/src/filters.ts';
import { emitFilters } from '../../scripts/sdk/filters.ts';
import { describeFilters, filterFields as fieldsOfSdk } from '../../sdk/src/index.ts';
import { type FilterField, filterFields } from '../../src/catalog/search/filter-fields.ts';
import { filterInput } from '../../src/catalog/search/filter-input.ts';
import { filterShape } from '../../src/http/pipeline/parameters.ts';
import { filterNames } from '../../web/src/features/filters/hook-filters.ts';

const root = join(import.meta.dirname, '../..');
const isOwn = ([, { aliasOf }]: [string, FilterField]) => aliasOf === undefined;
const examples = {
  label: 'a',
  list: 'a',
  count: '5',
  time: '2026-11-21',
  share: '0.5',
  flag: 'true',
  text: 'a',
  choice: 'a',
};
const sent = {
  label: ['a'],
  list: ['a'],
  count: 5,
  time: '2026-11-21',
  share: 0.5,
  flag: true,
  text: 'a',
  choice: 'a',
};

test('the copies of the table are up to date; npm run generate writes them', () => {
  for (const [path, text] of Object.entries(emitFilters()))
    assert.equal(readFileSync(join(root, path), 'utf8'), text, path);
});

test('every filter of the table is in queries, bodies, the SDK, pages, the command line and n8n, with a description', () => {
  const n8n = emitFilters()['integrations/n8n-nodes-hookline/nodes/shared/filter-fields.ts'] ?? '';
  for (const [name, { kind }] of Object.entries(filterFields).filter(isOwn)) {
    assert.ok(name in filterShape, `query: ${name}`);
    assert.ok(name in filterInput.shape, `body: ${name}`);
    assert.ok(name in fieldsOfSdk, `SDK: ${name}`);
    assert.ok(
      filterNames.some((one) => one === name),
      `pages: ${name}`,
    );
    assert.match(n8n, new RegExp(`name: '${name}'`), `n8n: ${name}`);
    assert.deepEqual(filtersOf({ filter: [`${name}=${examples[kind]}`] }), { [name]: sent[kind] });
    const words = describeFilters({ [name]: sent[kind] });
    assert.ok(words !== '' && !words.includes('undefined'), `words: ${name}`);
  }
});

test('filters in words: values of one filter are alternatives, excluded ones and known fields all hold', () => {
  const filters = {
    niche: ['finance', 'career', '-crypto'],
    has: ['likes', '-creator'],
    max_likes: 15_000,
    q: 'money',
  };
  const words = 'finance or career, not crypto, has likes, no creator, ≤ 15K likes, “money”';
  assert.equal(describeFilters(filters), words);
  assert.equal(describeFilters({ ids: ['hook_1', 'hook_2', 'hook_3', 'hook_4'], sort: 'views' }), '4 hook IDs');
  assert.equal(describeFilters({}), '');
});

// Counts beside nouns: “1 call”, never “1 calls”.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plural, unitOf } from '../../web/src/kit/page/format.ts';

test('a count of one has the singular, every other the plural', () => {
  assert.deepEqual(
    [0, 1, 2, 1204].map((count) => plural(count, 'call')),
    ['0 calls', '1 call', '2 calls', '1,204 calls'],
  );
  assert.equal(plural(1, 'delivery', 'deliveries'), '1 delivery');
  assert.equal(plural(2, 'new hook has', 'new hooks have'), '2 new hooks have');
});

test('a unit is that of its value', () => {
  const units = ['calls', 'views gained', 'deliveries', 'searches', 'calls in the week starting that day', 'units'];
  assert.deepEqual(
    units.map((unit) => unitOf(1, unit)),
    ['call', 'view gained', 'delivery', 'search', 'call in the week starting that day', 'unit'],
  );
  for (const unit of units) for (const count of [0, 2]) assert.equal(unitOf(count, unit), unit);
});

test('no page writes a plural noun after a number by itself', () => {
  const nouns =
    'hooks calls keys webhooks exports records files views accounts requests runs videos creators columns bytes';
  const counted = new RegExp(
    `formatNumber\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)\\}\\s+(?:[a-z]+ )?(?:${nouns.replaceAll(' ', '|')})\\b`,
  );
  const sources = join(import.meta.dirname, '../../web/src');
  const files = globSync('**/*.{ts,tsx}', { cwd: sources });
  assert.ok(files.length > 300, `${files.length} files`);
  for (const file of files) {
    const [found] = counted.exec(readFileSync(join(sources, file), 'utf8')) ?? [];
    assert.equal(found, undefined, `${file}: use plural()`);
  }
});

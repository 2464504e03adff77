// A month of real view counts produces the table of docs/trends.md.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testService } from '../../setup/service.ts';

const root = join(import.meta.dirname, '../../..');
const real = join(root, '../shared/input/youtube_trending_2017_us/USvideos.csv');

test('a month of real view counts gives the trend in docs/trends.md', {
  skip: !existsSync(real) && 'the real input is absent',
}, async () => {
  const own = await testService();
  try {
    const { key: scale } = await own.account('scale');
    await own.import(readFileSync(real), 'preset=youtube-trending&set=year=2017&filename=USvideos.csv');
    const { body } = await own.get('/trends?by=niche&window=7d', scale);
    const docs = readFileSync(join(root, 'docs/trends.md'), 'utf8');
    assert.ok(body.data.length > 5);
    for (const { value, hooks_added, hooks_added_before, verdict, n } of body.data.filter(
      (trend: { n: number }) => trend.n >= 30,
    )) {
      const row = docs.split('\n').find((line) => line.startsWith(`| ${value} `)) ?? '';
      for (const shown of [hooks_added, hooks_added_before, n, verdict])
        assert.match(row, new RegExp(`\\| ${shown} *\\|`), `${value}: ${row}`);
    }
  } finally {
    await own.close();
  }
});

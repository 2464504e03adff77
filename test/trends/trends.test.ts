// GET /trends through the real service, with real view counts. The arithmetic is tested in src/trends/trends.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('scale')).key;
});

after(() => service.close());

const columns = ['id', 'title', 'views', 'date', 'niche', 'archetype', 'emotional_trigger', 'platform'];
const mapping = ['source_id=id', 'text=title', 'views=views', 'views_captured_at=date'];
const labels = ['niche', 'archetype', 'emotional_trigger', 'platform'].map((name) => `${name}=${name}`);
const query = (source: string) =>
  `filename=a.csv&source=${source}&${[...mapping, ...labels].map((pair) => `map=${pair}`).join('&')}`;
const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();

type Count = { id: number; views: number; day: number; niche?: string };

function csv(counts: readonly Count[]): string {
  const rows = counts.map(({ id, views, day, niche = 'food' }) =>
    [`v${id}`, `Line number ${id} is this one`, views, at(day), niche, 'story', 'joy', 'TikTok'].join(),
  );
  return [columns.join(), ...rows].join('\n');
}

test('hooks count on the day of their first view count, views on the days between two counts', async () => {
  const counts: Count[] = [];
  // At noon of days 1 to 7 20 of food and 20 of tech, of days 8 to 14 30 of food and 10 of tech.
  for (let day = 1; day <= 14; day++) {
    const food = day <= 7 ? 20 : 30;
    for (let n = 0; n < 40; n++)
      counts.push({ id: day * 100 + n, views: 100_000 + n, day: day + 0.5, niche: n < food ? 'food' : 'tech' });
  }
  counts.push({ id: 100, views: 100_000 + 13_000, day: 14.5 });
  const { report } = await service.import(csv(counts), query('days'));
  assert.deepEqual([report.added, report.updated], [560, 1]);
  const { body } = await service.get('/trends?by=niche&window=7d', key);
  assert.deepEqual([body.by, body.window, body.until, body.from], ['niche', '7d', at(14.5), at(7.5)]);
  const [food, tech] = body.data;
  assert.deepEqual([food.value, food.hooks_added, food.hooks_added_before, food.n], ['food', 210, 140, 350]);
  assert.deepEqual([food.share, food.share_before, food.change, food.verdict], [0.75, 0.5, 0.5, 'heating']);
  assert.deepEqual([tech.value, tech.hooks_added, tech.verdict], ['tech', 70, 'cooling']);
  assert.deepEqual([food.views_gained, food.views_gained_before], [7_000, 6_000]);
  assert.equal(food.series.length, 14);
  assert.deepEqual(food.series.at(-1), { until: at(14.5), hooks_added: 30, views_gained: 1_000 });
  assert.equal(food.top_hooks[0].text, 'Line number 100 is this one');
  assert.equal(food.median_views, 100_015);
  const { body: meta } = await service.get('/meta', key);
  assert.equal(meta.data.data_through, at(14.5));
});

test('trends accept a filter, a window and every label; anything else answers 400', async () => {
  for (const by of ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'])
    for (const window of ['24h', '7d', '30d']) {
      const { status, body } = await service.get(`/trends?by=${by}&window=${window}`, key);
      assert.equal(status, 200);
      const filtered = await service.get(`/trends?by=${by}&window=${window}&min_views=0`, key);
      assert.deepEqual(filtered.body.data, body.data, 'a filter that selects everything changes nothing');
    }
  const { body } = await service.get('/trends?by=platform&niche=tech', key);
  assert.deepEqual([body.data.length, body.data[0].hooks_added, body.data[0].share], [1, 70, 1]);
  for (const bad of ['by=language', 'window=90d', 'by=nich', 'niche=nosuchniche', 'limit=3'])
    assert.equal((await service.get(`/trends?${bad}`, key)).status, 400, bad);
  const starter = await service.account('starter');
  assert.equal((await service.get('/trends', starter.key)).body.code, 'plan_required');
});

test('one video with 8 billion views makes no trend', async () => {
  const before = await service.get('/trends?by=niche', key);
  await service.import(csv([{ id: 101, views: 8_000_000_000, day: 14.5 }]), query('days'));
  const after = await service.get('/trends?by=niche', key);
  assert.ok(after.body.catalog_version > before.body.catalog_version);
  const verdicts = (body: { data: { value: string; verdict: string }[] }) =>
    body.data.map(({ value, verdict }) => [value, verdict]);
  assert.deepEqual(verdicts(after.body), verdicts(before.body));
  assert.ok(after.body.data[0].views_gained < 30_000);
});

const real = join(import.meta.dirname, '../../../shared/input/youtube_trending_2017_us/USvideos.csv');

test('a month of real view counts gives the trend in docs/trends.md', {
  skip: !existsSync(real) && 'the real input is absent',
}, async () => {
  const own = await testService();
  try {
    const { key: scale } = await own.account('scale');
    await own.import(readFileSync(real), 'preset=youtube-trending&set=year=2017&filename=USvideos.csv');
    const { body } = await own.get('/trends?by=niche&window=7d', scale);
    const docs = readFileSync(join(import.meta.dirname, '../../docs/trends.md'), 'utf8');
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

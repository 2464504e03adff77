// GET /trends over counts of several days, and values of labels that are not in the taxonomy. The arithmetic is tested in src/trends/trends.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_LIMIT_PLATFORMS: '14', HOOKLINE_LIMIT_LANGUAGES: '3' });
  key = (await service.account('scale')).key;
});

after(() => service.close());

const fields = ['id', 'title', 'views', 'date', 'niche', 'archetype', 'emotional_trigger', 'platform'];
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
  return [fields.join(), ...rows].join('\n');
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
    for (const window of ['24h', '30d']) {
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

const platformOf = async (text: string) =>
  (await service.get(`/hooks?q=${encodeURIComponent(text)}&fields=platform`, key)).body.data[0]?.platform;

test('platforms that nobody approved are Other, keep their name, and become theirs by approval', async () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    hookLine(`An opening line of place number ${at}`, { id: `p${at}`, platform: `Platform ${at % 10}` }),
  );
  const spelt = ['Vine-App', 'vine app', 'VINE_APP'].map((platform, at) =>
    hookLine(`A line whose platform is spelt ${at}`, { id: `v${at}`, platform }),
  );
  const tags = ['en-US', 'pt-BR', 'xx-abcdefgh', 'pt-PT', 'pt', 'fr-CA'];
  const spoken = tags.map((language, at) =>
    hookLine(`A line whose language is ${tags[at]}`, { id: `l${at}`, language }),
  );
  await service.import([...lines, ...spelt, ...spoken].join('\n'), 'preset=hookline');
  const { body: meta } = await service.get('/meta', key);
  assert.deepEqual(Object.keys(meta.data.values.platform).sort(), ['Other', 'TikTok']);
  const languages = Object.keys(meta.data.values.language);
  assert.ok(languages.length <= 3, `languages beyond the limit: ${languages}`);
  const { body: listed } = await service.operator('GET', '/operator/platforms');
  assert.deepEqual(
    listed.platforms.find(({ name }: { name: string }) => name === 'Platform 0'),
    { name: 'Platform 0', is_approved: false, hooks: 3 },
  );
  assert.equal((await service.operator('POST', '/operator/platforms', { name: 'platform 7' })).status, 201);
  assert.equal(await platformOf('place number 27'), 'platform 7');
  const { body: full } = await service.operator('POST', '/operator/platforms', { name: 'Platform 8' });
  assert.match(full.detail, /HOOKLINE_LIMIT_PLATFORMS/);
  await service.import(
    hookLine('An opening line after the approval', { id: 'p-after', platform: 'PLATFORM-7' }),
    'preset=hookline',
  );
  assert.equal(await platformOf('after the approval'), 'platform 7');
  assert.equal((await service.operator('DELETE', '/operator/platforms/platform 7')).status, 200);
  assert.equal(await platformOf('place number 27'), 'Other');

  // Approval and withdrawal reach every spelling, and no decision of a curator.
  const { body } = await service.operator('GET', '/operator/hooks?text=platform is spelt 0');
  await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, { platform: 'TikTok' });
  const platforms = () => Promise.all(spelt.map((_, at) => platformOf(`platform is spelt ${at}`)));
  await service.operator('POST', '/operator/platforms', { name: 'Vine App' });
  assert.deepEqual(await platforms(), ['TikTok', 'Vine App', 'Vine App']);
  await service.operator('DELETE', '/operator/platforms/Vine App');
  assert.deepEqual(await platforms(), ['TikTok', 'Other', 'Other']);
});

test('a curator can set approved platforms and real languages only', async () => {
  const { body } = await service.operator('GET', '/operator/hooks?limit=1');
  const edit = (change: object) => service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, change);
  const { body: refused } = await edit({ platform: 'Nowhere' });
  assert.equal(refused.errors[0].pointer, '#/platform');
  assert.equal((await edit({ platform: 'tik tok' })).body.platform, 'TikTok');
  assert.equal((await edit({ language: 'xx' })).body.errors[0].pointer, '#/language');
});

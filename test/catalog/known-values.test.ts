// Platforms and languages that are not in the taxonomy: their number is bounded, and no name is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { collectLabels } from '../../src/catalog/snapshot/label-columns.ts';
import { dimensions } from '../../src/catalog/snapshot/snapshot.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let reader: string;

before(async () => {
  service = await testService({ HOOKLINE_LIMIT_PLATFORMS: '14', HOOKLINE_LIMIT_LANGUAGES: '3' });
  reader = (await service.account('scale')).key;
});
after(() => service.close());

const platformOf = async (text: string) =>
  (await service.get(`/hooks?q=${encodeURIComponent(text)}&fields=platform`, reader)).body.data[0]?.platform;

test('platforms that nobody approved are Other, keep their name, and become theirs by approval', async () => {
  const lines = Array.from({ length: 300 }, (_, at) =>
    hookLine(`An opening line of place number ${at}`, { id: `p${at}`, platform: `Platform ${at % 100}` }),
  );
  await service.import(lines.join('\n'), 'preset=hookline');
  const { body: meta } = await service.get('/meta', reader);
  assert.deepEqual(Object.keys(meta.data.values.platform), ['Other']);
  const { body: listed } = await service.operator('GET', '/operator/platforms');
  assert.deepEqual(listed.platforms[0], { name: 'Platform 0', is_approved: false, hooks: 3 });
  assert.equal((await service.operator('POST', '/operator/platforms', { name: 'platform 7' })).status, 201);
  assert.equal(await platformOf('place number 207'), 'platform 7');
  const { body: full } = await service.operator('POST', '/operator/platforms', { name: 'Platform 8' });
  assert.match(full.detail, /HOOKLINE_LIMIT_PLATFORMS/);
  await service.import(
    hookLine('An opening line after the approval', { id: 'p-after', platform: 'PLATFORM-7' }),
    'preset=hookline',
  );
  assert.equal(await platformOf('after the approval'), 'platform 7');
  assert.equal((await service.operator('DELETE', '/operator/platforms/platform 7')).status, 200);
  assert.equal(await platformOf('place number 207'), 'Other');
});

test('approval and withdrawal reach every spelling of a platform, and no decision of a curator', async () => {
  const lines = ['Vine-App', 'vine app', 'VINE_APP'].map((platform, at) =>
    hookLine(`A line whose platform is spelt ${at}`, { id: `v${at}`, platform }),
  );
  await service.import(lines.join('\n'), 'preset=hookline');
  const { body } = await service.operator('GET', '/operator/hooks?text=platform is spelt 0');
  await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, { platform: 'TikTok' });
  const platforms = () => Promise.all(lines.map((_, at) => platformOf(`platform is spelt ${at}`)));
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

test('languages beyond the limit lose their region, or are unknown', async () => {
  const tags = ['en-US', 'pt-BR', 'xx-abcdefgh', 'pt-PT', 'pt', 'fr-CA'];
  const lines = tags.map((language, at) =>
    hookLine(`A line whose language is ${tags[at]}`, { id: `l${at}`, language }),
  );
  await service.import(lines.join('\n'), 'preset=hookline');
  const languages = Object.keys((await service.get('/meta', reader)).body.data.values.language);
  assert.ok(languages.length <= 3, languages.join());
});

test('/trends has at most 200 values', async () => {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(
    "insert into known_values (kind, value) select 'platform', 'Place ' || n from generate_series(1, 230) n",
  );
  await client.end();
  const lines = Array.from({ length: 230 }, (_, at) =>
    hookLine(`Every place has this line ${at + 1}`, { id: `t${at}`, platform: `Place ${at + 1}` }),
  );
  await service.import(lines.join('\n'), 'preset=hookline');
  const { body } = await service.get('/trends?by=platform', reader);
  assert.deepEqual([body.data.length, body.count], [200, 200]);
  assert.ok(body.total > 230);
});

test('more values of a label than codes is an error, not another value', () => {
  const labels = collectLabels(70_000);
  const row = (platform: string) =>
    ({ ...Object.fromEntries(dimensions.map((name) => [name, ''])), platform }) as never;
  assert.throws(() => {
    for (let at = 0; at < 70_000; at++) labels.add(at, row(`Platform ${at}`));
  }, /more than 65536 values/);
});

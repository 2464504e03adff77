// What labels of other installations and of untrusted sources cannot do: teach as if a curator had decided them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTrainingLines } from '../../src/catalog/labelling/training/lines.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let database: OpenDatabase;
before(async () => {
  service = await testService();
  database = openDatabase(service.databaseUrl, () => {});
});
after(async () => {
  await database.close();
  await service.close();
});

const given = { archetype: 'question', emotional_trigger: 'fear', niche: 'pets' };
const record = (text: string, more: object) =>
  JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', ...more });
const importLines = async (source: string, lines: readonly string[]) =>
  assert.ok((await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`)).report);
const trust = async (source: string, level: number) =>
  assert.equal((await service.operator('POST', '/operator/trust', { source, trust: level })).status, 200);
const learned = async () => (await readTrainingLines(database.db)).map(({ kind, labels }) => ({ kind, labels }));

test('labels that a file claims to be decided by a curator count as given by its source', async () => {
  const labels = { method: 'curator', confidence: 1 };
  await importLines('elsewhere', [record('A line that was decided elsewhere', { ...given, labels })]);
  const { body } = await service.operator('GET', '/operator/hooks?source=elsewhere');
  assert.equal(body.hooks[0].labels.niche.method, 'curator');
  assert.deepEqual(await learned(), [{ kind: 'given', labels: given }]);
  await trust('elsewhere', 4);
  assert.deepEqual(await learned(), []);
  const [{ id }] = body.hooks;
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'food' });
  const [line] = await learned();
  assert.deepEqual([line?.kind, line?.labels.niche], ['decision', 'food']);
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
});

test('a hook that an untrusted source also holds teaches nothing, since the labels may be of that source', async () => {
  const video = { source_url: 'https://www.tiktok.com/@a/video/7300000000000000001', creator: 'a' };
  const text = 'Stop buying stocks before you know this one number';
  await importLines('good', [record(text, { ...video, ...given, niche: undefined })]);
  const before = await learned();
  assert.deepEqual(before, []);
  await trust('bad', 0);
  await importLines('bad', [record(text, { ...video, ...given })]);
  const { body } = await service.operator('GET', '/operator/hooks?source=good&state=published');
  assert.deepEqual([body.total, body.hooks[0]?.niche], [1, 'pets']);
  assert.deepEqual(await learned(), []);
  await trust('bad', 5);
  assert.deepEqual(await learned(), [{ kind: 'given', labels: given }]);
});

// Receipts: GET /hooks/{id} and the console say why a label was guessed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { query } from '../setup/refresh.ts';
import { type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let key: string;

before(async () => {
  // Every guess is published.
  service = await testService({ HOOKLINE_LABEL_FLOOR: '0' });
  key = (await service.account('enterprise')).key;
});

after(async () => {
  await service.close();
});

type Line = { text: string; archetype?: string; emotional_trigger?: string; niche?: string; creator?: string };

async function importLines(source: string, lines: readonly Line[]) {
  const rows = lines.map((line) => JSON.stringify({ views: 200_000, platform: 'TikTok', language: 'en', ...line }));
  const { report } = await service.import(rows.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  assert.equal(report.added, lines.length, JSON.stringify(report));
  const { body } = await service.operator('GET', `/operator/hooks?limit=100&source=${source}`);
  return body.hooks.map(({ id }: { id: string }) => id);
}

const given = { archetype: 'story', emotional_trigger: 'joy', niche: 'food' };
const readHook = async (id: string) => (await service.get(`/hooks/${id}`, key)).body.data;
const none = { archetype: [], emotional_trigger: [], niche: [] };

test('a guessed label is explained by the words that it was read from, and labels of a source have no reasons', async () => {
  const [guessed, labelled] = await importLines('cues', [
    { ...given, archetype: undefined, text: 'How to fold a fitted sheet in a minute' },
    { ...given, text: 'How to fold a towel in half a minute' },
  ]);
  assert.deepEqual((await readHook(guessed)).why, { ...none, archetype: [{ kind: 'cue', text: 'How to' }] });
  assert.deepEqual((await readHook(labelled)).why, none);
});

test('a label that the model guessed is explained by the nearest hooks that have it from a source', async () => {
  // Words that no rule knows.
  const text = 'Tomorrow blorf wumple eleven clarinets';
  const [guessed] = await importLines('guessed', [{ ...given, archetype: undefined, text }]);
  const { archetype, labels } = await readHook(guessed);
  assert.equal(labels.archetype.method, 'model');
  const [near] = await importLines('near', [
    { ...given, archetype, text: 'Tomorrow blorf wumple nine trombones' },
    { ...given, archetype: archetype === 'prediction' ? 'ranking' : 'prediction', text: `${text} too` },
    { ...given, archetype, text: 'Trains leave at nine from another platform' },
    { ...given, archetype: undefined, text: `${text} again` },
  ]);
  const lines = (await readHook(guessed)).why.archetype.filter(({ kind }: { kind: string }) => kind === 'line');
  assert.deepEqual(
    lines.map(({ id }: { id: string }) => id),
    [near],
  );
  assert.ok(lines[0].similarity >= 0.3 && lines[0].similarity < 1, JSON.stringify(lines));
});

test('the console has the same reasons for a single hook, and lists have none', async () => {
  const { body } = await service.operator('GET', '/operator/hooks?source=cues');
  const [{ id }] = body.hooks;
  assert.equal(body.hooks[0].why, undefined);
  for (const path of ['/hooks', '/hooks/full', '/hooks/random']) {
    const { data } = (await service.get(path, key)).body;
    assert.ok(data.length > 0 && data.every((hook: object) => !('why' in hook)), path);
  }
  const { body: hook } = await service.operator('GET', `/operator/hooks/${id}`);
  assert.deepEqual(hook.why, (await readHook(id)).why);
});

test('a niche guessed from the creator says how many hooks agree; another model is another ETag of the same catalog', async () => {
  const creator = 'Clarinet Clara';
  const earlier = ['one', 'two', 'three', 'four', 'five', 'six'].map((number) => ({
    ...given,
    niche: 'music',
    creator,
    text: `Clarinet number ${number} squeaks louder`,
  }));
  await importLines('records', earlier);
  const [cue] = (await service.operator('GET', '/operator/hooks?source=cues')).body.hooks;
  const before = await service.get(`/hooks/${cue.id}`, key);
  const etag = before.headers.get('etag') ?? '';
  const again = () => service.get(`/hooks/${cue.id}`, key, { 'if-none-match': etag });
  assert.equal((await again()).status, 304);
  await query(service, 'delete from pgboss.job');
  const { body: trained } = await service.operator('POST', '/operator/labels/train');
  assert.equal(trained.state, 'active', JSON.stringify(trained));
  await until(again, ({ status }) => status === 200);

  const [id] = await importLines('later', [
    { ...given, niche: undefined, creator, text: 'Thumbs on the left, please' },
  ]);
  const { niche, labels, why } = await readHook(id);
  assert.deepEqual([niche, labels.niche.method], ['music', 'creator']);
  assert.deepEqual(why.niche, [{ kind: 'creator', creator, hooks: 6, agreeing: 6 }]);
});

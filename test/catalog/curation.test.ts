// Curation: search of hooks in any state, the review queue, decisions and undoing them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Review, ReviewedLabel } from '../../src/catalog/curation/operator-hook.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let account: string;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  ({ id: account, key } = await service.account('enterprise'));
});

after(() => service.close());

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const edit = (id: string, body: unknown) => service.operator('PATCH', `/operator/hooks/${id}`, body);
const version = async () => (await service.get('/health/ready')).body.catalog_version;
const textsOf = (page: { hooks: { text: string }[] }) => page.hooks.map(({ text }) => text);

/** Lines without labels that the classifier is unsure of; the hooks by their order. */
async function queue(texts: string[], source: string) {
  const lines = texts.map((text, at) =>
    JSON.stringify({ text, views: 500_000 + at, platform: 'TikTok', language: 'en' }),
  );
  const { report, import_id } = await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  assert.equal(report.pending, texts.length);
  return { importId: import_id, hooks: (await read(`/operator/hooks?state=pending&source=${source}`)).hooks };
}

test('GET /operator/values lists every value, field and preset that the routes accept', async () => {
  const values = await read('/operator/values');
  assert.deepEqual(Object.keys(values).sort(), [
    'archetype',
    'emotional_trigger',
    'fields',
    'format',
    'niche',
    'platform',
    'presets',
  ]);
  const finance = values.niche.find(({ id }: { id: string }) => id === 'finance');
  assert.deepEqual(Object.keys(finance), ['id', 'name', 'description']);
  for (const set of ['archetype', 'emotional_trigger', 'niche', 'format'])
    assert.equal((await read(`/operator/hooks?${set}=${values[set].at(-1).id}`)).total, 0);
  assert.ok(values.fields.includes('text') && values.presets.some(({ name }: { name: string }) => name === 'yt-dlp'));
  assert.equal((await service.operator('GET', '/operator/values?set=niche')).status, 400);
});

test('hooks are found by id, labels, source and import, sorted and in pages', async () => {
  const lines = [
    hookLine('Alpha line to find', { views: 300_000, niche: 'food', id: 'a' }),
    hookLine('Beta line to find', { views: 100_000, niche: 'finance', archetype: 'story', id: 'b' }),
    hookLine('Gamma line to find', { views: 200_000, niche: 'food', platform: 'YouTube', id: 'c' }),
  ];
  const { import_id } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=findable');
  const found = async (query: string) => textsOf(await read(`/operator/hooks?source=findable&${query}`));
  assert.deepEqual(await found('niche=food'), ['Alpha line to find', 'Gamma line to find']);
  assert.deepEqual(await found('archetype=Story'), ['Beta line to find']);
  assert.deepEqual(await found('platform=YouTube&method=given&language=en'), ['Gamma line to find']);
  assert.deepEqual(await found(`import=${import_id}&text=BETA`), ['Beta line to find']);
  const walked: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await read(`/operator/hooks?source=findable&sort=views&limit=1${next ? `&after=${next}` : ''}`);
    assert.equal(page.total, 3);
    walked.push(...textsOf(page));
    next = page.next;
  }
  assert.deepEqual(walked, ['Alpha line to find', 'Gamma line to find', 'Beta line to find']);
  assert.deepEqual((await found('sort=newest&limit=1')).length, 1);
  const [one] = (await read('/operator/hooks?source=findable&text=alpha')).hooks;
  assert.deepEqual([one.import_id, one.source, one.review, one.retired_by], [import_id, 'findable', null, null]);
  assert.deepEqual(textsOf(await read(`/operator/hooks?id=${one.id}`)), ['Alpha line to find']);
  assert.equal((await read(`/operator/hooks/${one.id}`)).text, 'Alpha line to find');
  for (const query of [
    'niche=cheese',
    'sort=best',
    'limit=201',
    'sort=views&after=hook_1',
    'sort=views&after=1.5,hook_1',
  ])
    assert.equal((await service.operator('GET', `/operator/hooks?${query}`)).status, 400, query);
  assert.equal((await service.operator('GET', '/operator/hooks/hook_0')).status, 404);
});

test('the review queue sorts by age or confidence, with the reason and the alternatives of each hook', async () => {
  const { importId, hooks } = await queue(['zzqv wvut', 'Three cheap dinners zzq'], 'reviewed');
  assert.deepEqual(textsOf({ hooks }), ['zzqv wvut', 'Three cheap dinners zzq']);
  const [{ review, ...first }] = hooks;
  const niche: ReviewedLabel = review.niche;
  assert.deepEqual([first.import_id, first.state, review.reason], [importId, 'pending', 'low_confidence']);
  assert.deepEqual(Object.keys(niche), ['value', 'confidence', 'alternatives']);
  for (const { review: reviewed, archetype } of hooks as { review: Review; archetype: string }[]) {
    assert.equal(reviewed.archetype.value, archetype);
    assert.ok(!reviewed.archetype.alternatives.includes(archetype));
  }
  const sorted = (await read('/operator/hooks?state=pending&sort=confidence&limit=200')).hooks.map(
    (hook: { labels: { confidence: number } }) => hook.labels.confidence,
  );
  assert.deepEqual(
    sorted,
    sorted.toSorted((a: number, b: number) => a - b),
  );
});

test('a rejected hook can be reopened repeatedly without a new catalog version', async () => {
  const [hook] = (await queue(['qqzx wvut'], 'undone')).hooks;
  const before = await version();
  for (const state of ['rejected', 'pending', 'rejected', 'pending']) {
    const { status, body } = await edit(hook.id, { state });
    assert.deepEqual([status, body.state], [200, state]);
  }
  await edit(hook.id, { niche: 'food' });
  assert.equal(await version(), before);
  const accepted = await edit(hook.id, { state: 'published', archetype: 'story' });
  assert.deepEqual(
    [accepted.body.archetype, accepted.body.niche, accepted.body.labels.method],
    ['story', 'food', 'curator'],
  );
  assert.equal(await version(), before + 1);
  assert.equal((await service.get(`/hooks/${hook.id}`, key)).status, 200);
  const undone = await edit(hook.id, { state: 'pending' });
  assert.deepEqual([undone.status, undone.body.code], [409, 'conflict']);
  assert.match(undone.body.detail, /clients may have it/);
});

test('of two concurrent decisions on a hook the second answers 409', async () => {
  const [hook] = (await queue(['wvqz xkqq'], 'raced')).hooks;
  const refused = async (body: unknown) => {
    const before = await version();
    const { status, body: problem } = await edit(hook.id, body);
    assert.deepEqual([status, problem.code], [409, 'conflict']);
    assert.match(problem.detail, /is now (rejected|published)/);
    assert.equal(await version(), before, 'nothing was published');
  };
  assert.equal((await edit(hook.id, { state: 'rejected', from: 'pending' })).body.state, 'rejected');
  await refused({ state: 'published', niche: 'food', from: 'pending' });
  assert.equal((await edit(hook.id, { state: 'pending', from: 'rejected' })).body.labels.method, 'rules');
  const decided = await Promise.all(
    ['published', 'rejected'].map((state) => edit(hook.id, { state, from: 'pending' }).then(({ status }) => status)),
  );
  assert.deepEqual(decided.sort(), [200, 409], 'also at the same moment');
  assert.equal((await edit(hook.id, { state: 'published', from: 'seen' })).status, 422);
});

test('a hook that is rejected, then accepted is announced as new', async () => {
  const { body: webhook } = await service.operator('POST', `/operator/accounts/${account}/webhooks`, {
    webhook_url: 'http://127.0.0.1:1/',
  });
  const [hook] = (await queue(['vvqz xkcd'], 'late')).hooks;
  await edit(hook.id, { state: 'rejected' });
  const startedAt = new Date().toISOString();
  const { body } = await edit(hook.id, { state: 'published' });
  assert.ok(body.added_at >= startedAt);
  const { deliveries } = await read(`/operator/deliveries?webhook=${webhook.webhook_id}`);
  assert.deepEqual([deliveries.length, deliveries[0].kind, deliveries[0].hooks], [1, 'event', 1]);
});

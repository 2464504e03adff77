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

const lineOf = (line: string, more: object) => JSON.stringify({ ...JSON.parse(line), ...more });

/** Lines without labels whose guesses are uncertain; the hooks by their order. */
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
    'preview_bytes',
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
    assert.ok(!reviewed.archetype.alternatives.some(({ value }) => value === archetype));
  }
  const sorted = (await read('/operator/hooks?state=pending&sort=confidence&limit=200')).hooks.map(
    (hook: { labels: { confidence: number } }) => hook.labels.confidence,
  );
  assert.deepEqual(
    sorted,
    sorted.toSorted((a: number, b: number) => a - b),
  );
});

test('the review queue is filtered, counted and grouped by words', async () => {
  const labelled = (text: string, more: object) => lineOf(hookLine(text, { niche: 'underwater polo' }), more);
  const lines = [
    labelled('Some eels never pay rent', { creator: 'Eel.Talks', language: 'en-US', id: '1' }),
    labelled('Other eels own a house', { creator: 'Eel.Talks', language: 'es', id: '2' }),
    labelled('SOME EELS never pay rent!', { creator: 'another', language: 'en', id: '3' }),
  ];
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=eels');
  const found = async (query: string) => textsOf(await read(`/operator/hooks?state=pending&source=eels&${query}`));
  assert.deepEqual(await found('creator=@eel.talks&sort=newest'), [
    'Other eels own a house',
    'Some eels never pay rent',
  ]);
  assert.deepEqual(await found('language=en'), ['Some eels never pay rent', 'SOME EELS never pay rent!']);
  assert.deepEqual(await found('language=en-us'), ['Some eels never pay rent']);
  assert.deepEqual(await found('language=und'), []);
  assert.equal((await found('reason=unknown_label&reason=low_confidence')).length, 3);
  assert.deepEqual(await found('reason=cut_text,lyrics'), []);
  assert.deepEqual(await found('max_confidence=0.001'), []);
  assert.equal((await found('min_confidence=0&max_confidence=1')).length, 3);
  for (const query of ['reason=boredom', 'min_confidence=2', 'max_confidence=half', 'sort=group&after=,hook_1'])
    assert.equal((await service.operator('GET', `/operator/hooks?${query}`)).status, 400, query);
  const { hooks } = await read('/operator/hooks?state=pending&source=eels');
  assert.deepEqual(hooks[0].given_labels, { niche: 'underwater polo' });
  assert.equal((await found(`text_group=${hooks[0].text_group}`)).length, 2);
  const walked: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await read(`/operator/hooks?source=eels&sort=group&limit=1${next ? `&after=${next}` : ''}`);
    walked.push(page.hooks[0].text_group);
    next = page.next;
  }
  assert.deepEqual(walked, hooks.map((hook: { text_group: string }) => hook.text_group).toSorted());
  const { waiting, oldest_at, reasons, sources, languages } = await read('/operator/review');
  const { total } = await read('/operator/hooks?state=pending&limit=1');
  assert.equal(waiting, total);
  assert.ok(oldest_at <= hooks[0].added_at);
  assert.deepEqual(
    sources.find(({ value }: { value: string }) => value === 'eels'),
    { value: 'eels', hooks: 3 },
  );
  for (const counts of [reasons, sources, languages])
    assert.equal(
      counts.reduce((sum: number, { hooks: count }: { hooks: number }) => sum + count, 0),
      total,
    );
  assert.ok(languages.some(({ value }: { value: string }) => value === 'es'));
});

test('the text of a hook is edited: what follows from it changes, its id and its source text stay', async () => {
  const line = lineOf(hookLine('Stop buyng 3 index funds'), { id: 'typo' });
  await service.import(line, 'preset=hookline&format=jsonl&source=typos');
  const [before] = (await read('/operator/hooks?source=typos')).hooks;
  const since = await version();
  const { status, body: edited } = await edit(before.id, { text: ' Stop buying \u200b5 index funds,  Ada ' });
  assert.equal(status, 200, JSON.stringify(edited));
  assert.deepEqual(
    [edited.id, edited.text, edited.raw_text, edited.template, edited.word_count, edited.labels.method],
    [
      before.id,
      'Stop buying 5 index funds, Ada',
      'Stop buyng 3 index funds',
      'Stop buying [number] index funds, [name]',
      6,
      'given',
    ],
  );
  assert.ok(edited.curated_at >= edited.added_at && edited.text_group !== before.text_group);
  const changes = (await service.get(`/changes?since=${since}`, key)).body.data;
  assert.deepEqual(
    changes.map(({ id, change, hook }: { id: string; change: string; hook: { text: string } }) => [
      id,
      change,
      hook.text,
    ]),
    [[before.id, 'updated', edited.text]],
  );
  const [record] = (await read(`/operator/audit?subject=${before.id}`)).records;
  assert.equal(record.action, 'hook.edited');
  assert.deepEqual(record.details.text, { from: before.text, to: edited.text });
  await service.import(line.replace('3 index', '4 index'), 'preset=hookline&format=jsonl&source=typos');
  assert.deepEqual(textsOf(await read('/operator/hooks?source=typos')), [edited.text], 'imports keep it');
  const own = await edit(before.id, { text: 'Stop buying funds', template: 'Stop buying [thing]' });
  assert.deepEqual([own.body.template, own.body.raw_text], ['Stop buying [thing]', 'Stop buyng 3 index funds']);
  assert.equal((await edit(before.id, { text: 'Stop buyng 3 index funds' })).body.raw_text, null);
});

test('a text that is empty, blocked by a takedown or the identity of another hook is refused', async () => {
  const texts = ['Newts sleep standing up', 'Newts sleep lying down', 'Newts never sleep'];
  await service.import(texts.map((text) => hookLine(text)).join('\n'), 'preset=hookline&format=jsonl&source=newts');
  const [standing, lying, never] = (await read('/operator/hooks?source=newts')).hooks;
  for (const text of ['', ' \u200b ', '…!', 'a'.repeat(501)])
    assert.deepEqual((await edit(lying.id, { text })).body.code, 'invalid_body', text);
  const { body: takedown } = await service.operator('POST', `/operator/hooks/${never.id}/takedown`, {
    reason: 'Request 2',
  });
  for (const text of ['NEWTS never sleep!', 'Newts never sleep #fyp']) {
    const { status, body } = await edit(lying.id, { text });
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.match(body.detail, new RegExp(`blocked by takedown ${takedown.id}`));
  }
  const { status, body } = await edit(lying.id, { text: 'Newts sleep: standing up' });
  assert.deepEqual([status, body.code], [409, 'conflict']);
  assert.match(body.detail, new RegExp(`^${standing.id} has this text.*Merge ${lying.id}`));
  assert.equal((await read(`/operator/hooks/${lying.id}`)).text, texts[1]);
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

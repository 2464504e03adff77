// Decisions of curators about labels: what they record, what becomes the curator's, and their undo; origins of labels in merges.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/db/database.ts';
import { guessedLabels } from '../../src/labels/label.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;

before(async () => {
  service = await testService({ HOOKLINE_LIMIT_HOOKS_PER_EDIT: '1000' });
  database = openDatabase(service.databaseUrl, () => {});
});

after(async () => {
  await database.close();
  await service.close();
});

const hookOf = async (id: string) => (await service.operator('GET', `/operator/hooks/${id}`)).body;
const edit = async (body: object) => {
  const answer = await service.operator('PATCH', '/operator/hooks', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

/** Ids of the hooks that an import adds, in its order. */
async function added(source: string, lines: readonly string[]): Promise<string[]> {
  await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  const { rows } = await sql<{ id: number }>`select id from hooks where source = ${source} order by id`.execute(
    database.db,
  );
  return rows.map(({ id }) => `hook_${id}`);
}

/** No cue of any label. */
const unsure = (text: string, more: object = {}) =>
  JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', ...more });

type Decision = [label: string, guessed: string, method: string, decided: string];

async function decisionsOf(id: string): Promise<Decision[]> {
  const { rows } = await sql<{ label: string; guessed: string; method: string; decided: string }>`
    select label, guessed, method, decided from label_decisions where hook_id = ${Number(id.slice(5))} order by id`.execute(
    database.db,
  );
  return rows.map(({ label, guessed, method, decided }) => [label, guessed, method, decided]);
}

const originsOf = (hook: { labels: Record<string, { method: string; confidence: number }> }) =>
  Object.fromEntries(guessedLabels.map((label) => [label, hook.labels[label]?.method]));

test('accepting a hook decides its labels, guessed and given; they are the curator’s, and undoing it takes all of that back', async () => {
  const [id = ''] = await added('accepted', [unsure('zzqv one', { niche: 'finance' })]);
  const before = await hookOf(id);
  assert.equal(before.state, 'pending');
  assert.deepEqual([before.labels.niche.method, before.labels.niche.confidence], ['given', 1]);
  const { edit_id } = await edit({ ids: [id], set: { archetype: 'story' }, state: 'published' });
  const after = await hookOf(id);
  assert.deepEqual(originsOf(after), {
    ...{ archetype: 'curator', emotional_trigger: 'curator', niche: 'curator' },
    format: before.format === null ? null : 'curator',
  });
  assert.deepEqual(
    [after.labels.method, after.labels.confidence, after.labels.archetype.confidence],
    ['curator', 1, 1],
  );
  const decisions = await decisionsOf(id);
  assert.deepEqual(decisions.slice(0, 3), [
    ['archetype', before.archetype, before.labels.archetype.method, 'story'],
    ['emotional_trigger', before.emotional_trigger, before.labels.emotional_trigger.method, before.emotional_trigger],
    ['niche', 'finance', 'given', 'finance'],
  ]);
  assert.equal((await service.operator('POST', `/operator/edits/${edit_id}/undo`)).status, 200);
  assert.deepEqual(await decisionsOf(id), []);
  assert.deepEqual((await hookOf(id)).labels, before.labels);
});

test('setting a label of a published hook to the value that it has confirms that label, and no other', async () => {
  const [id = ''] = await added('confirmed', [hookLine('A line to confirm')]);
  const { status } = await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'finance' });
  assert.equal(status, 200);
  assert.deepEqual(await decisionsOf(id), [['niche', 'finance', 'given', 'finance']]);
  assert.deepEqual(originsOf(await hookOf(id)), {
    ...{ archetype: 'given', emotional_trigger: 'given', niche: 'curator', format: 'given' },
  });
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'finance' });
  assert.equal((await decisionsOf(id)).length, 1, 'what a curator decided is not confirmed again');
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'food' });
  assert.deepEqual((await decisionsOf(id))[1], ['niche', 'finance', 'curator', 'food']);
});

test('rejecting, retiring and edits of other fields decide nothing', async () => {
  const [waiting = '', other = ''] = await added('undecided', [unsure('zzqv two'), unsure('zzqv three')]);
  const [published = ''] = await added('retired', [hookLine('A line to retire')]);
  await edit({ ids: [waiting], state: 'rejected' });
  await edit({ ids: [published], state: 'retired' });
  await edit({ ids: [other], set: { language: 'de' } });
  for (const id of [waiting, other, published]) assert.deepEqual(await decisionsOf(id), []);
  assert.notEqual((await hookOf(other)).labels.archetype.method, 'curator');
});

test('accepting 1,000 hooks records the decisions about each', async () => {
  const ids = await added(
    'many',
    Array.from({ length: 1_000 }, (_, at) => unsure(`zzqv many ${at}`)),
  );
  const { edit_id, changed } = await edit({ ids, set: { niche: 'food' }, state: 'published' });
  assert.equal(changed, 1_000);
  const { rows } = await sql<{ label: string; hooks: number }>`
    select label, count(*) as hooks from label_decisions where edit_id = ${edit_id} and decided is not null
    group by label order by label`.execute(database.db);
  assert.deepEqual(
    rows.filter(({ label }) => label !== 'format'),
    ['archetype', 'emotional_trigger', 'niche'].map((label) => ({ label, hooks: 1_000 })),
  );
});

test('a hook that two sources describe shows whose each label is; it is guessed if one of them is', async () => {
  const video = { source_url: 'https://youtu.be/ccccccccccc' };
  const [id = ''] = await added('gives-archetype', [unsure('zzqv shared', { ...video, archetype: 'story' })]);
  await added('gives-niche', [unsure('zzqv shared', { ...video, niche: 'food' })]);
  const half = await hookOf(id);
  assert.deepEqual([half.archetype, half.labels.archetype], ['story', { method: 'given', confidence: 1 }]);
  assert.deepEqual([half.niche, half.labels.niche], ['food', { method: 'given', confidence: 1 }]);
  const { method, confidence } = half.labels.emotional_trigger;
  assert.notEqual(method, 'given');
  assert.deepEqual([half.labels.method, half.labels.confidence], ['rules', confidence]);
  await added('gives-emotion', [unsure('zzqv shared', { ...video, emotional_trigger: 'fear' })]);
  const whole = await hookOf(id);
  assert.deepEqual([whole.labels.method, whole.labels.confidence], ['given', 1]);
  assert.equal(whole.labels.emotional_trigger.method, 'given');
});

test('a published guess stays when its source says the same again, and makes room for a label that the source gives', async () => {
  const line = unsure('zzqv again', { archetype: 'story', emotional_trigger: 'fear', niche: 'food' });
  const [id = ''] = await added('again', [line]);
  // As a relabelling, or an earlier model, may have guessed.
  await sql`update hooks set niche = 'pets', niche_method = 'model', niche_confidence = 0.9, label_method = 'rules',
    label_confidence = 0.9, given_mask = given_mask - 8 where id = ${Number(id.slice(5))}`.execute(database.db);
  const again = JSON.parse(line);
  await added('again', [JSON.stringify({ ...again, niche: undefined, emotional_trigger: 'surprise' })]);
  const { niche, labels } = await hookOf(id);
  assert.deepEqual([niche, labels.niche, labels.method], ['pets', { method: 'model', confidence: 0.9 }, 'rules']);
  await added('again', [JSON.stringify({ ...again, niche: 'home' })]);
  const given = await hookOf(id);
  assert.deepEqual([given.niche, given.labels.niche.method, given.labels.method], ['home', 'given', 'given']);
});

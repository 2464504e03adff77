// Training of the labeller: what starts it, what it learns from, which model is used, and what happens when it fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { loadLabeller } from '../../src/catalog/labelling/queries.ts';
import { readTrainingLines } from '../../src/catalog/labelling/training/lines.ts';
import { train as trainModel } from '../../src/catalog/labelling/training/train.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { decodeModel } from '../../src/labels/model/encode.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let database: OpenDatabase;
let client: pg.Client;

before(async () => {
  // No guess is so certain that it is published.
  service = await testService({ HOOKLINE_LABEL_FLOOR: '1' });
  database = openDatabase(service.databaseUrl, () => {});
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  // What the template parks.
  await client.query('delete from pgboss.job');
});

after(async () => {
  await client.end();
  await database.close();
  await service.close();
});

/** Two kinds of lines in words that no rule knows. */
const kinds = [
  { words: 'zzqv blorf wumple', archetype: 'story', emotional_trigger: 'surprise', niche: 'food' },
  { words: 'kkrt snarp ogglen', archetype: 'warning', emotional_trigger: 'fear', niche: 'travel' },
] as const;
let written = 0;

/** Hooks of each kind in turn that wait for review. */
async function waiting(count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, (_, at) => {
    const text = `${kinds[at % kinds.length]?.words} ${written++}`;
    return JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', creator: `creator ${written}` });
  });
  const source = `source ${written}`;
  const { report } = await service.import(
    lines.join('\n'),
    `preset=hookline&format=jsonl&source=${encodeURIComponent(source)}`,
  );
  assert.equal(report.pending, count);
  // No search for near duplicates runs: at most one waits in its queue.
  await client.query("update pgboss.job set start_after = now() + interval '1 year' where name = 'near_duplicates'");
  const { body } = await service.operator(
    'GET',
    `/operator/hooks?state=pending&limit=100&source=${encodeURIComponent(source)}`,
  );
  return body.hooks.map(({ id }: { id: string }) => id);
}

/** Accepts the hooks with the right labels: three decisions for each. */
async function decide(ids: readonly string[]): Promise<void> {
  const { rows } = await client.query('select id, text from hooks where id = any($1)', [ids.map((id) => id.slice(5))]);
  for (const { words, ...set } of kinds) {
    const own = rows.filter(({ text }) => text.startsWith(words)).map(({ id }) => `hook_${id}`);
    if (own.length === 0) continue;
    const { body } = await service.operator('PATCH', '/operator/hooks', { ids: own, set, state: 'published' });
    assert.equal(body.changed, own.length, JSON.stringify(body));
  }
}

const count = async (from: string) => Number((await client.query(`select count(*) from ${from}`)).rows[0].count);
const countJobs = () => count("pgboss.job where name = 'train_labels'");
const models = async () =>
  (await client.query('select version, state, bytes, scores, lines, last_decision from label_models order by version'))
    .rows;
const activeVersion = async () => (await models()).find(({ state }) => state === 'active')?.version;
/** Until no training is queued or runs. */
const settled = () =>
  until(
    () => count("pgboss.job where name = 'train_labels' and state < 'completed'"),
    (jobs) => jobs === 0,
  );
/** On a busy machine a training may take longer than the request waits for it. */
const train = async () => {
  const { body } = await service.operator('POST', '/operator/labels/train');
  if (body.state !== 'running') return body;
  await settled();
  return (await models()).at(-1);
};

test('25 decisions about labels start a training, and 24 do not', async () => {
  const ids = await waiting(14);
  await decide(ids.slice(0, 8));
  assert.equal(await count('label_decisions'), 24);
  assert.equal(await countJobs(), 0);
  await decide(ids.slice(8, 9));
  assert.equal(await countJobs(), 1);
  const trained = await service.observed('labels_trained');
  assert.deepEqual(
    { ...trained, tookMs: 0 },
    { kind: 'labels_trained', state: 'active', version: 1, lines: 9, tookMs: 0 },
  );
  assert.equal(await activeVersion(), 1);
});

test('an import of 25 hooks with given labels starts a training, and one of 24 does not', async () => {
  const add = (from: number, to: number) =>
    service.import(
      Array.from({ length: to - from }, (_, at) => hookLine(`A given line ${from + at}`)).join('\n'),
      'preset=hookline&format=jsonl&source=given',
    );
  const jobs = await countJobs();
  await add(0, 24);
  assert.equal(await countJobs(), jobs);
  await add(24, 25);
  assert.equal(await countJobs(), jobs + 1);
  await settled();
});

test('every process guesses with the active model', async () => {
  const [first, other] = [await loadLabeller(database.db), await loadLabeller(database.db)];
  const line = { text: kinds[0].words, creator: 'nobody', platform: 'TikTok' };
  assert.deepEqual([first.version, first.guess(line)], [other.version, other.guess(line)]);
  assert.equal(first.guess(line).niche.value, 'food');
  assert.equal(await loadLabeller(database.db, { known: first }), first);
});

test('a model that scores worse is refused, and the active one goes on with the creators and confidences of now', async () => {
  const version = await activeVersion();
  // It is compared on lines that it knows, while the new model does not, so that it scores better than any other.
  await client.query("update label_models set last_decision = 0, last_hook = 0 where state = 'active'");
  const { bytes: inUse } = (await models()).find((model) => model.version === version);
  const { state, version: refused, scores } = await train();
  assert.equal(state, 'refused', JSON.stringify(scores));
  assert.equal(scores.comparison.verdict, 'worse');
  const all = await models();
  const [renewed, last] = all.slice(-2);
  assert.equal(all.find((model) => model.version === version).state, 'former');
  assert.deepEqual([last.version, last.bytes], [refused, null]);
  assert.deepEqual([renewed.version, renewed.state], [await activeVersion(), 'active']);
  const weightsOf = (bytes: Buffer) => Buffer.from(decodeModel(bytes).weights.labels.niche.bytes.buffer);
  assert.deepEqual(weightsOf(renewed.bytes), weightsOf(inUse));
});

test('a training whose process ends before it stores the model leaves the active one', async () => {
  const before = await models();
  const point = await faultPoint(service.databaseUrl, 'before insert on label_models');
  const training = assert.rejects(trainModel(database.db, { isForced: true }));
  await point.reached();
  await point.rollBack();
  await training;
  assert.deepEqual(await models(), before);
  assert.equal((await loadLabeller(database.db)).version, await activeVersion());
});

test('a damaged model is observed, what ships guesses instead of it, and an operator starts a training', async () => {
  await client.query("update label_models set bytes = substr(bytes, 1, 1000) where state = 'active'");
  const observed: Observation[] = [];
  const labeller = await loadLabeller(database.db, { observe: (observation) => observed.push(observation) });
  assert.equal(labeller.version, 0);
  assert.equal(observed[0]?.kind, 'labels_model_failed');
  const { state, version, scores } = await train();
  assert.equal(state, 'active', JSON.stringify(scores));
  assert.equal((await loadLabeller(database.db)).version, version);
  const { rows } = await client.query("select teaching from label_models where state = 'active'");
  assert.ok(rows[0].teaching.length > 0, 'the hooks that would teach most are listed');
  const { body } = await service.operator('GET', '/operator/audit?action=labels.trained');
  assert.equal(body.records.length, 2);
});

test('decisions and labels of trusted sources are learned from, until they are undone or the source is trusted less', async () => {
  const lines = async (kind: string) => (await readTrainingLines(database.db)).filter((line) => line.kind === kind);
  const [id = ''] = await waiting(1);
  const set = { niche: 'travel' };
  const { body } = await service.operator('PATCH', '/operator/hooks', { ids: [id], set });
  assert.deepEqual((await lines('decision')).find((line) => line.id === id)?.labels, set);
  await service.operator('POST', `/operator/edits/${body.edit_id}/undo`);
  assert.ok((await lines('decision')).every((line) => line.id !== id));
  assert.equal((await lines('given')).length, 25);
  await service.operator('POST', '/operator/trust', { source: 'given', trust: 4 });
  assert.deepEqual(await lines('given'), []);
});

const given = { archetype: 'question', emotional_trigger: 'fear', niche: 'pets' };
const record = (text: string, more: object) =>
  JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', ...more });
const importFrom = async (source: string, lines: readonly string[]) =>
  assert.ok((await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`)).report);
const trust = async (source: string, level: number) =>
  assert.equal((await service.operator('POST', '/operator/trust', { source, trust: level })).status, 200);
/** What the hooks of a source teach. */
async function learned(source: string) {
  const { rows } = await client.query('select id from hooks where source = $1', [source]);
  const ids = rows.map(({ id }) => `hook_${id}`);
  const lines = await readTrainingLines(database.db);
  return lines.flatMap(({ id, kind, labels }) => (ids.includes(id) ? [{ kind, labels }] : []));
}

test('a hook that an untrusted source also holds teaches nothing, since the labels may be of that source', async () => {
  const video = { source_url: 'https://www.tiktok.com/@a/video/7300000000000000001', creator: 'a' };
  const text = 'Stop buying stocks before you know this one number';
  await importFrom('good', [record(text, { ...video, ...given, niche: undefined })]);
  assert.deepEqual(await learned('good'), []);
  await trust('bad', 0);
  await importFrom('bad', [record(text, { ...video, ...given })]);
  const { body } = await service.operator('GET', '/operator/hooks?source=good&state=published');
  assert.deepEqual([body.total, body.hooks[0]?.niche], [1, 'pets']);
  assert.deepEqual(await learned('good'), []);
  await trust('bad', 5);
  assert.deepEqual(await learned('good'), [{ kind: 'given', labels: given }]);
});

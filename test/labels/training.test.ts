// Learning and explanations of the labeller: receipts of labels, the report on decisions, and trainings (triggers, data, the model that is
// used, failures).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { loadLabeller } from '../../src/catalog/labelling/live-labeller.ts';
import { readLabelsReport } from '../../src/catalog/labelling/report/report.ts';
import type { LabelsReport } from '../../src/catalog/labelling/report/report-schema.ts';
import { readTrainingLines, train } from '../../src/catalog/labelling/training/train.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { sameFloor } from '../../src/config/label-floors.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { guessedLabels } from '../../src/labels/label.ts';
import { versionedName } from '../../src/labels/llm/question.ts';
import { decodeModel } from '../../src/labels/model/model.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { defined } from '../setup/defined.ts';
import { faultPoint, holdJobs } from '../setup/fault-point.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let database: OpenDatabase;
let client: pg.Client;
let key: string;

before(async () => {
  // No guess reaches the confidence for publication.
  service = await testService({ HOOKLINE_LABEL_FLOOR: '1' });
  database = openDatabase(service.databaseUrl, () => {});
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  key = (await service.account('enterprise')).key;
});

after(async () => {
  await client.end();
  await database.close();
  await service.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
type Body = any;
type Hook = { id: string; niche: string; labels: Record<string, { method: string; confidence: number }> };

const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await service.operator(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const edit = (body: object) => call('PATCH', '/operator/hooks', body);
const trust = (source: string, level: number) => call('POST', '/operator/trust', { source, trust: level });
const rowsOf = async (text: string, values: unknown[] = []): Promise<Body[]> => (await client.query(text, values)).rows;
const count = async (from: string) => Number((await rowsOf(`select count(*) from ${from}`))[0].count);

const given = { archetype: 'story', emotional_trigger: 'joy', niche: 'food' };
/** Imports lines of a source. Returns the ids of its hooks, in the order of the lines. */
async function importLines(source: string, lines: readonly object[]): Promise<string[]> {
  const rows = lines.map((line) => JSON.stringify({ views: 200_000, platform: 'TikTok', language: 'en', ...line }));
  const { report } = await service.import(rows.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  assert.ok(report, source);
  const hooks = await rowsOf('select id from hooks where source = $1 order by id', [source]);
  return hooks.map(({ id }) => `hook_${id}`);
}
const number = (id: string) => Number(id.slice('hook_'.length));

/** Marks a given archetype as guessed and published. */
async function guess(id: string, method: 'rules' | 'model'): Promise<void> {
  await client.query(
    `update hooks set archetype_method = $2, archetype_confidence = 0.9, label_method = 'rules', label_confidence = 0.9
    where id = $1`,
    [number(id), method],
  );
  await edit({ ids: [id], set: { language: 'en-GB' } });
}

const readHook = async (id: string) => (await service.get(`/hooks/${id}`, key)).body.data;
const none = { archetype: [], emotional_trigger: [], niche: [] };

test('a guessed label is explained by its words in the text, for clients and in the console; labels of a source and lists have no reasons', async () => {
  const [guessed = '', labelled = ''] = await importLines('cues', [
    { ...given, archetype: 'how_to', text: 'How to fold a fitted sheet in a minute' },
    { ...given, text: 'How to fold a towel in half a minute' },
  ]);
  await guess(guessed, 'rules');
  const { why } = await readHook(guessed);
  assert.deepEqual(why, { ...none, archetype: [{ kind: 'cue', text: 'How to' }] });
  assert.deepEqual((await call('GET', `/operator/hooks/${guessed}`)).why, why);
  assert.deepEqual((await readHook(labelled)).why, none);
  assert.ok((await call('GET', '/operator/hooks?source=cues')).hooks.every((hook: object) => !('why' in hook)));
  for (const path of ['/hooks', '/hooks/full', '/hooks/random']) {
    const { data } = (await service.get(path, key)).body;
    assert.ok(data.length > 0 && data.every((hook: object) => !('why' in hook)), path);
  }
});

test('a label that the model guessed is explained by the nearest hooks that have it from a source', async () => {
  // No rule contains these words.
  const text = 'Tomorrow blorf wumple eleven clarinets';
  const [guessed] = await importLines('guessed', [{ ...given, archetype: undefined, text }]);
  const read = () => call('GET', `/operator/hooks/${guessed}`);
  const { archetype, labels } = await read();
  assert.equal(labels.archetype.method, 'model');
  const [near, , , again = ''] = await importLines('near', [
    { ...given, archetype, text: 'Tomorrow blorf wumple nine trombones' },
    { ...given, archetype: archetype === 'prediction' ? 'ranking' : 'prediction', text: `${text} too` },
    { ...given, archetype, text: 'Trains leave at nine from another platform' },
    { ...given, archetype, text: `${text} again` },
  ]);
  await guess(again, 'model');
  const lines = (await read()).why.archetype.filter(({ kind }: { kind: string }) => kind === 'line');
  assert.deepEqual(idsOf(lines), [near]);
  assert.ok(lines[0].similarity >= 0.3 && lines[0].similarity < 1, JSON.stringify(lines));
});

const readReport = (): Promise<LabelsReport> => call('GET', '/operator/labels/report');
const waitingHooks = async (query: string): Promise<Hook[]> =>
  (await call('GET', `/operator/hooks?state=pending&${query}`)).hooks;

/** Hooks that are pending, since no label of them is certain. */
async function queue(source: string, count: number): Promise<Hook[]> {
  const lines = Array.from({ length: count }, (_, at) => ({ text: `zzqv ${source} ${at}` }));
  await importLines(source, lines);
  const hooks = await waitingHooks(`source=${source}`);
  assert.equal(hooks.length, count);
  return hooks;
}

test('accepted guesses count as confirmed, corrected ones as wrong, and undone edits do not', async () => {
  const hooks = await queue('counted', 5);
  const [first, second, ...others] = hooks.map(({ id }) => id);
  const wrong = defined(hooks[0]).niche;
  const right = wrong === 'food' ? 'pets' : 'food';
  for (const id of [first, second]) await edit({ ids: [id], set: { niche: right }, state: 'published' });
  const accepted: string[] = [];
  for (const id of others) accepted.push((await edit({ ids: [id], state: 'published' })).edit_id);

  const report = await readReport();
  const { agreement, confusions, models, reliability } = report;
  const isGuess = ({ labels }: Hook, label: string) =>
    !['given', 'curator', undefined].includes(labels[label]?.method ?? undefined);
  const all = hooks.flatMap((hook) => guessedLabels.filter((label) => isGuess(hook, label))).length;
  assert.deepEqual([agreement.decisions, agreement.agreed], [all, all - 2]);
  assert.equal(models.new_decisions, all);
  const ofNiche = (of: LabelsReport) => of.agreement.labels.find(({ label }) => label === 'niche');
  assert.deepEqual(ofNiche(report), { label: 'niche', decisions: 5, agreed: 3, share: 0.6 });
  assert.deepEqual(confusions, [{ label: 'niche', guessed: wrong, decided: right, hooks: 2 }]);
  const [source] = agreement.sources;
  assert.deepEqual([source?.source, source?.decisions, source?.agreed], ['counted', all, all - 2]);
  assert.deepEqual([agreement.weeks.at(-1)?.decisions, agreement.weeks.at(-2)?.decisions], [all, 0]);
  const sumOf = (list: readonly { decisions: number }[]) => list.reduce((sum, { decisions }) => sum + decisions, 0);
  assert.equal(sumOf(agreement.methods.filter(({ method }) => method !== 'given')), all);
  for (const { decisions, bins } of reliability) assert.equal(sumOf(bins), decisions);
  const whole = defined(reliability.find(({ label, family }) => label === null && family === null));
  assert.equal(whole.decisions, all);
  for (const { from, to, decisions, mean_confidence: mean } of whole.bins)
    assert.ok(decisions === 0 ? mean === null : mean !== null && mean >= from && mean <= to, `${from}: ${mean}`);

  for (const id of accepted) await call('POST', `/operator/edits/${id}/undo`);
  assert.equal(ofNiche(await readReport())?.decisions, 2);
});

test('the report lists what each floor would publish, by the least certain guessed label', async () => {
  const before = await readReport();
  const ids = await importLines('outcomes', [{ text: 'Look at salt' }, { text: 'Look at rope', niche: 'food' }]);
  await client.query(
    `update hooks set archetype = 'story', archetype_confidence = 0.9, emotional_trigger = 'joy', emotional_trigger_confidence = 0.72,
    niche_confidence = 0.52 where id = any($1)`,
    [ids.map(number)],
  );
  const after = await readReport();
  const floors = after.outcomes.map(({ floor }) => floor);
  assert.deepEqual([floors[0], floors[1], floors.at(-1)], [null, 0.4, 0.9]);
  const more = after.outcomes.map(({ published }, at) => published - (before.outcomes[at]?.published ?? 0));
  const expected = floors.map((floor) => (floor === null || floor > 0.7 ? 0 : floor > 0.5 ? 1 : 2));
  assert.deepEqual(more, expected);
});

test("the report shows the language model's usage this month, and how often its answers were right", async () => {
  const model = 'stub';
  const name = versionedName(model);
  await client.query(
    `insert into llm_usage (month, model, calls, faults, input_tokens, output_tokens)
    values (date_trunc('month', now() at time zone 'UTC'), $1, 3, 1, 900, 100)`,
    [name],
  );
  // Two decisions about the niche are left; the answers agree with one of them.
  await client.query(
    `insert into llm_answers (text_key, model, labels)
    select h.text_key, $1, jsonb_build_object('niche', case row_number() over (order by h.id) when 1 then d.decided else 'travel' end)
    from label_decisions d join hooks h on h.id = d.hook_id where d.label = 'niche' and d.source = 'counted'`,
    [name],
  );
  await client.query(
    `insert into llm_stops (model, kind, reason, resume_at)
    values ($1, 'timeout', 'The language model timed out.', now() + interval '1 hour')`,
    [name],
  );
  const snapshot = { columns: Object.fromEntries(guessedLabels.map((label) => [label, { starts: [0], values: [] }])) };
  const report = await readLabelsReport({
    db: database.db,
    catalog: () => ({ snapshot: snapshot as unknown as Snapshot }),
    config: { labelFloors: sameFloor(0.8), llm: { model, budget: 5_000 } },
  });
  const { calls, faults, input_tokens, output_tokens, budget, agreement, stop } = defined(
    report.language_model ?? undefined,
  );
  assert.deepEqual([calls, faults, input_tokens + output_tokens, budget], [3, 1, 1_000, 5_000]);
  assert.deepEqual(agreement, { decisions: 2, agreed: 1, share: 0.5 });
  assert.equal(stop?.reason, 'The language model timed out.');
});

test('pending hooks are listed least certain first, or in the order of the active model, and review has the same order', async () => {
  const hooks = await queue('teaching', 25);
  const before = await readReport();
  assert.deepEqual([before.teaching.length, before.waiting.low_confidence >= 25], [20, true]);
  assert.deepEqual(idsOf(before.teaching), idsOf(await waitingHooks('sort=confidence&limit=20')));
  const [guessed] = before.teaching;
  assert.ok(Object.keys(guessed?.guesses ?? {}).length > 0);

  const [third, gone, first] = [hooks[2], hooks[5], hooks[0]].map((hook) => number(defined(hook).id));
  await client.query(
    `insert into label_models (state, scores, lines, last_decision, teaching) values ('active', '{}', 40, 0, $1)`,
    [[third, gone, first]],
  );
  await edit({ ids: [`hook_${gone}`], state: 'rejected' });
  const { teaching, models } = await readReport();
  assert.deepEqual(idsOf(teaching), [`hook_${third}`, `hook_${first}`]);
  assert.deepEqual([models.active?.lines, models.recent.length], [40, 1]);

  const seen: string[] = [];
  let after = '';
  do {
    const page = await call('GET', `/operator/hooks?state=pending&sort=teaching&limit=7${after}`);
    seen.push(...idsOf(page.hooks));
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  const rest = idsOf(await waitingHooks('sort=confidence&limit=100'));
  assert.deepEqual(seen, [...idsOf(teaching), ...rest.filter((id) => !idsOf(teaching).includes(id))]);
});

/** Two kinds of lines in words that no rule contains. */
const kinds = [
  { words: 'zzqv blorf wumple', archetype: 'story', emotional_trigger: 'surprise', niche: 'food' },
  { words: 'kkrt snarp ogglen', archetype: 'warning', emotional_trigger: 'fear', niche: 'travel' },
] as const;
let written = 0;

/** Adds pending hooks, alternating between the kinds. */
function waiting(count: number): Promise<string[]> {
  const source = `waiting${written}`;
  const textOf = (at: number) => `${kinds[at % kinds.length]?.words} ${written++}`;
  return importLines(
    source,
    Array.from({ length: count }, (_, at) => ({ text: textOf(at), creator: `creator ${written}` })),
  );
}

/** Accepts the hooks with the right labels: three decisions for each. */
async function decide(ids: readonly string[]): Promise<void> {
  const rows = await rowsOf('select id, text from hooks where id = any($1)', [ids.map(number)]);
  for (const { words, ...set } of kinds) {
    const own = rows.filter(({ text }) => text.startsWith(words)).map(({ id }) => `hook_${id}`);
    if (own.length === 0) continue;
    assert.equal((await edit({ ids: own, set, state: 'published' })).changed, own.length);
  }
}

const countJobs = () => count("pgboss.job where name = 'train_labels'");
const models = () =>
  rowsOf('select version, state, bytes, scores, lines, last_decision from label_models order by version');
const activeVersion = async () => (await models()).find(({ state }) => state === 'active')?.version;
const linesOf = async (source: string) =>
  (await readTrainingLines(database.db)).flatMap((line) =>
    line.source === source ? [{ kind: line.kind, labels: line.labels }] : [],
  );

test('25 decisions about labels start a training, and 24 do not; every process then guesses with its model', async () => {
  // Deletes the parked jobs of the template, and the rows of the report tests.
  await client.query(
    "delete from pgboss.job where name = 'train_labels'; delete from label_models; delete from label_decisions",
  );
  const ids = await waiting(9);
  await decide(ids.slice(0, 8));
  assert.deepEqual([await count('label_decisions'), await countJobs()], [24, 0]);
  await decide(ids.slice(8));
  assert.equal(await countJobs(), 1);
  const trained = await service.observed('labels_trained');
  const version = await activeVersion();
  const lines = (await readTrainingLines(database.db)).length;
  assert.deepEqual({ ...trained, tookMs: 0 }, { kind: 'labels_trained', state: 'active', version, lines, tookMs: 0 });
  const [first, other] = [await loadLabeller(database.db), await loadLabeller(database.db)];
  const line = { text: kinds[0].words, creator: 'nobody', platform: 'TikTok' };
  assert.deepEqual([first.version, first.guess(line)], [other.version, other.guess(line)]);
  assert.equal(first.guess(line).niche.value, 'food');
  assert.equal(await loadLabeller(database.db, { known: first }), first);
});

test('a training whose process ends before it stores the model leaves the active one', async () => {
  const before = await models();
  const point = await faultPoint(service.databaseUrl, 'before insert on label_models');
  const training = assert.rejects(train(database.db, { isForced: true }));
  await point.reached();
  await point.rollBack();
  await training;
  assert.deepEqual(await models(), before);
  assert.equal((await loadLabeller(database.db)).version, await activeVersion());
});

test('a model that decisions refute is rejected, and the starter model continues with current creators and confidences', async () => {
  const version = await activeVersion();
  const release = await holdJobs(service.databaseUrl, 'train_labels');
  const sharks = (count: number, more: object) =>
    Array.from({ length: count }, (_, at) => ({
      text: `Did you know that sharks in bay ${count + at} glow?`,
      ...more,
    }));
  await importLines('wrong', sharks(300, { archetype: 'story', emotional_trigger: 'joy', niche: 'food' }));
  const ids = await importLines('sharks', sharks(30, { creator: 'Marine Mary', platform: 'Reels' }));
  await edit({ ids, set: { archetype: 'question', emotional_trigger: 'curiosity', niche: 'science' } });
  assert.equal((await train(database.db, { isForced: true })).state, 'refused');
  const all = await models();
  const [renewed, last] = all.slice(-2);
  assert.deepEqual([last.scores.comparison.verdict, last.scores.comparison.basis], ['worse', 'decisions']);
  assert.equal(all.find((model) => model.version === version).state, 'former');
  assert.equal(last.bytes, null);
  assert.deepEqual([renewed.version, renewed.state], [await activeVersion(), 'active']);
  const { weights, creators } = decodeModel(renewed.bytes);
  assert.deepEqual([weights.rows.features.length, creators.size > 0], [0, true]);
  const [{ id: wrong }] = await rowsOf("select id from imports where source = 'wrong'");
  await call('POST', `/operator/imports/${wrong}/undo`);
  // Decisions about them would also refute the models of later tests. Rejected hooks are not used for training.
  await edit({ ids, state: 'rejected' });
  await client.query("delete from pgboss.job where name = 'train_labels'");
  await release();
});

test('hooks accepted in bulk are not training data, and a single one is', async () => {
  const source = `waiting${written}`;
  const ids = await waiting(3);
  const [one = '', ...others] = ids;
  assert.equal((await edit({ ids: others, state: 'published' })).changed, 2);
  assert.deepEqual([await linesOf(source), await count(`label_decisions where source = '${source}'`)], [[], 0]);
  const { labels } = await call('GET', `/operator/hooks/${others[0]}`);
  assert.notEqual(labels.niche.method, 'curator');
  await call('PATCH', `/operator/hooks/${one}`, { state: 'published' });
  assert.equal((await linesOf(source)).length, 1);
});

test('undoing decisions or an import removes their training data', async () => {
  const release = await holdJobs(service.databaseUrl, 'train_labels');
  const lines = Array.from({ length: 3 }, (_, at) => hookLine(`A line that was a mistake ${at}`));
  const { import_id } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mistake');
  const [id = ''] = await waiting(1);
  const { edit_id } = await edit({ ids: [id], set: { niche: 'travel' } });
  const { edit_id: unlearned } = await edit({ ids: [id], set: { niche: 'pets' } });
  await client.query("delete from pgboss.job where name = 'train_labels'");
  await call('POST', `/operator/edits/${unlearned}/undo`);
  assert.equal(await countJobs(), 0, 'no model has learned it');
  await client.query(
    "update label_models set last_decision = (select max(id) from label_decisions) where state = 'active'",
  );
  for (const path of [`/operator/imports/${import_id}/undo`, `/operator/edits/${edit_id}/undo`]) {
    await client.query("delete from pgboss.job where name = 'train_labels'");
    await call('POST', path);
    assert.deepEqual(await rowsOf("select data from pgboss.job where name = 'train_labels'"), [
      { data: { isForced: true } },
    ]);
  }
  await client.query("delete from pgboss.job where name = 'train_labels'");
  await release();
});

test('an import of 25 hooks with given labels starts a training, and one of 24 does not', async () => {
  // The training itself would test nothing more, so it is held.
  const release = await holdJobs(service.databaseUrl, 'train_labels');
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
  await client.query("delete from pgboss.job where name = 'train_labels'");
  await release();
});

test('a damaged model is reported and replaced by the starter model until a training; a new model changes the ETag, and explains a niche by the creator', async () => {
  const creator = 'Clarinet Clara';
  const music = { ...given, niche: 'music', creator };
  const numbers = ['one', 'two', 'three', 'four', 'five', 'six'];
  await importLines(
    'records',
    numbers.map((nth) => ({ ...music, text: `Clarinet number ${nth} squeaks louder` })),
  );
  const [cue] = (await call('GET', '/operator/hooks?source=cues')).hooks;
  const { headers } = await service.get(`/hooks/${cue.id}`, key);
  const again = () => service.get(`/hooks/${cue.id}`, key, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal((await again()).status, 304);
  await client.query("update label_models set bytes = substr(bytes, 1, 1000) where state = 'active'");
  const observed: Observation[] = [];
  const labeller = await loadLabeller(database.db, { observe: (observation) => observed.push(observation) });
  assert.deepEqual([labeller.version, observed[0]?.kind], [0, 'labels_model_failed']);
  const trained = await train(database.db, { isForced: true });
  assert.deepEqual([trained.state, await activeVersion()], ['active', (await loadLabeller(database.db)).version]);
  const [{ teaching }] = await rowsOf("select teaching from label_models where state = 'active'");
  assert.ok(teaching.length > 0, 'the hooks that would teach most are listed');
  await until(again, ({ status }) => status === 200);
  const [id] = await importLines('later', [{ ...given, niche: undefined, creator, text: 'Thumbs left, please' }]);
  const { niche, labels, why } = await call('GET', `/operator/hooks/${id}`);
  assert.deepEqual([niche, labels.niche.method], ['music', 'creator']);
  assert.deepEqual(why.niche, [{ kind: 'creator', creator, hooks: 6, agreeing: 6 }]);
});

test('decisions and labels of trusted sources are used in training until undone or the source is trusted less', async () => {
  const source = `waiting${written}`;
  const ids = await waiting(1);
  const set = { niche: 'travel' };
  const { edit_id } = await edit({ ids, set });
  assert.deepEqual(await linesOf(source), [{ kind: 'decision', labels: set }]);
  await call('POST', `/operator/edits/${edit_id}/undo`);
  assert.deepEqual(await linesOf(source), []);
  assert.equal((await linesOf('given')).length, 25);
  await trust('given', 4);
  assert.deepEqual(await linesOf('given'), []);
});

test('a hook that an untrusted source also has is not training data, since its labels may be from there', async () => {
  const labels = { archetype: 'question', emotional_trigger: 'fear', niche: 'pets' };
  const text = 'Stop buying stocks before you know this one number';
  const video = { source_url: 'https://www.tiktok.com/@a/video/7300000000000000001', creator: 'a', text };
  await importLines('good', [{ ...video, ...labels, niche: undefined }]);
  assert.deepEqual(await linesOf('good'), []);
  await trust('bad', 0);
  await importLines('bad', [{ ...video, ...labels }]);
  const { hooks } = await call('GET', '/operator/hooks?source=good&state=published');
  assert.deepEqual([hooks.length, hooks[0]?.niche], [1, 'pets']);
  assert.deepEqual(await linesOf('good'), []);
  await trust('bad', 5);
  assert.deepEqual(await linesOf('good'), [{ kind: 'given', labels }]);
});

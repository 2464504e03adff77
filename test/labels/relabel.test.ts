// Relabelling by the language model and by the labeller: pending hooks after an import, runs and their preview, undo, hooks edited
// meanwhile, provider faults, and the cost.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { commit } from '../../src/audit/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { applyLabels } from '../../src/catalog/curation/relabel/apply-labels.ts';
import { relabelHook } from '../../src/catalog/curation/relabel/relabel-hook.ts';
import { selectRelabelable } from '../../src/catalog/curation/relabel/store-relabel.ts';
import { sameFloor } from '../../src/config/label-floors.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { createLabeller } from '../../src/labels/labeller.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { answering, type LlmEndpoint, labels, startLlmEndpoint, usage } from './llm-endpoint.ts';

let endpoint: LlmEndpoint;
let receiver: Receiver;
let service: TestService;
let database: OpenDatabase;
let key: string;
let webhook: string;
let runs = 0;

const secret = 'sk-secret-of-the-tests';
/** An answer of the language model without any other evidence has a higher confidence than this. */
const floor = 0.7;
before(async () => {
  [endpoint, receiver] = await Promise.all([startLlmEndpoint(), startReceiver()]);
  service = await testService({
    HOOKLINE_LLM_URL: endpoint.url,
    HOOKLINE_LLM_KEY: secret,
    HOOKLINE_LLM_MODEL: 'small',
    HOOKLINE_LLM_BUDGET: '200000',
    HOOKLINE_LABEL_FLOOR: String(floor),
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  database = openDatabase(service.databaseUrl, () => {});
  key = (await service.account('enterprise')).key;
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  webhook = body.webhook_id;
});

after(async () => {
  await database.close();
  await service.close();
  await Promise.all([endpoint.close(), receiver.close()]);
});

beforeEach(() => {
  endpoint.respond(answering());
});

/** A line without evidence of its niche. */
const line = (text: string, more: object = {}) => {
  const given = { archetype: 'statistic', emotional_trigger: 'surprise', language: 'en', platform: 'TikTok' };
  return JSON.stringify({ text: `zzqv ${text}`, views: 200_000, ...given, ...more });
};

/** Resolves with the catalog version of the import. */
async function importWaiting(texts: readonly string[]): Promise<number> {
  const content = texts.map((text) => line(text)).join('\n');
  const { report } = await service.import(
    content,
    `preset=hookline&format=jsonl&source=${encodeURIComponent(texts[0] ?? '')}`,
  );
  assert.equal(report.pending, texts.length, JSON.stringify(report));
  return report.catalog_version;
}

/** Resolves at the end of the next run that requested or changed something. */
async function nextRun() {
  runs += 1;
  const run = await service.observed('llm_run_finished', undefined, runs);
  return run.kind === 'llm_run_finished' ? run : assert.fail();
}

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const hooksOf = async (source: string, state: string) =>
  (await read(`/operator/hooks?state=${state}&source=${encodeURIComponent(source)}`)).hooks;
const problems = async (): Promise<string[]> =>
  (await read('/operator/health')).problems.map(
    ({ severity, what }: { severity: string; what: string }) => `${severity}: ${what}`,
  );
const askedTexts = () => endpoint.calls.flatMap(({ lines }) => lines.map(({ text }) => text));
const timesAsked = (text: string) => askedTexts().filter((asked) => asked === `zzqv ${text}`).length;

test('pending hooks are labelled after an import, published as one version, announced, and left to a curator after an undo', async () => {
  const texts = ['alpha', 'alpha one', 'alpha two', 'alpha which is no opening line'];
  endpoint.respond(answering((text) => ({ ...labels, is_opening: !text.includes('no opening line') })));
  const imported = await importWaiting(texts);
  const { asked, answered, published, tokens } = await nextRun();
  assert.deepEqual([asked, answered, published, tokens], [4, 4, 3, usage.total_tokens]);
  const hooks = await hooksOf('alpha', 'published');
  assert.equal(hooks.length, 3);
  const [{ id, labels: origin, niche, archetype }] = hooks;
  assert.deepEqual([niche, origin.niche.method, archetype], [labels.niche[0], 'llm', labels.archetype[0]]);
  assert.ok(origin.niche.confidence >= 0.85 && origin.niche.confidence <= 0.92, JSON.stringify(origin.niche));
  assert.equal(origin.archetype.method, 'given');
  const { catalog } = await until(
    () => read('/operator/health'),
    (health) => health.catalog.version > imported,
  );
  assert.equal(catalog.version, imported + 1);
  const [delivery] = await receiver.received(1);
  assert.equal(JSON.parse(delivery?.body ?? '{}').data.count, 3);

  const [edit] = (await read('/operator/edits')).edits;
  assert.deepEqual([edit.action, edit.actor, edit.hooks], ['relabelled', 'system', 4]);
  const { body } = await service.operator('POST', `/operator/edits/${edit.id}/undo`);
  assert.equal(body.restored, 4);
  await importWaiting(['beta']);
  await nextRun();
  const { state, labels: restored } = await read(`/operator/hooks/${id}`);
  assert.deepEqual([state, restored.niche.method === 'llm'], ['pending', false]);
  for (const text of texts) assert.equal(timesAsked(text), 1);
});

test('a provider that refuses is a problem in the console without the key, and is not called until a retry is due', async () => {
  endpoint.respond(() => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${secret}` } } }));
  await importWaiting(['eta']);
  await service.observed('llm_stopped', 'refused');
  const before = endpoint.calls.length;
  const problem = (await problems()).find((what) => what.includes('language model'));
  assert.match(problem ?? '', /^error: The language model responded with 401 Incorrect API key provided: …/);
  const { language_model } = await read('/operator/health');
  assert.deepEqual([language_model.model, language_model.stop.by], ['small', 'refused']);
  const metrics = await service.operator('GET', '/metrics');
  for (const body of [JSON.stringify(await read('/operator/health')), String(metrics.body)])
    assert.ok(!body.includes(secret));
  endpoint.respond(answering());
  await importWaiting(['theta']);
  // The queue is processed in order: when it is empty, the run of this import has ended.
  await until(
    () => read('/operator/health'),
    ({ queues: { label_llm: queue } }) => queue.waiting + queue.active + queue.retrying === 0,
  );
  assert.equal(endpoint.calls.length, before);
  assert.equal((await hooksOf('theta', 'pending')).length, 1);
});

const relabel = async (body: object) => {
  const answer = await service.operator('POST', '/operator/labels/run', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

/** Returns each niche as `count niche (method)`. */
async function nichesOf(source: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select count(*) || ' ' || niche || ' (' || niche_method || ')' as text from hooks where source = $1
    group by niche, niche_method order by niche`,
    [source],
  );
  return rows.map(({ text }) => text);
}

test('a dry run labels a sample and reports the changes and the total cost; the run sends nothing twice', async () => {
  const lines = Array.from({ length: 26 }, (_, at) => hookLine(`zzqv sampled ${at}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=sampled');
  // The niche was guessed; the other labels are given.
  await sql`update hooks set niche = 'pets', niche_method = 'rules', niche_confidence = 0.5, label_method = 'rules',
    label_confidence = 0.5 where source = 'sampled'`.execute(database.db);
  const calls = endpoint.calls.length;
  const request = { source: 'sampled', method: 'llm', sample: 22 };
  const preview = await relabel({ ...request, dry_run: true });
  assert.equal(
    endpoint.calls
      .slice(calls)
      .map(({ lines }) => lines.length)
      .join(),
    '20,2',
  );
  const tokens = 2 * usage.total_tokens;
  const cost = { asked: 22, answered: 22, tokens, stopped: null };
  assert.deepEqual(preview.llm, { ...cost, matching: 26, tokens_for_all: Math.round((4 * tokens) / 22) });
  assert.deepEqual(preview.labels, [{ label: 'niche', from: 'pets', to: 'finance', hooks: 22 }]);
  assert.deepEqual(await nichesOf('sampled'), ['26 pets (rules)']);
  const applied = await relabel(request);
  assert.deepEqual([applied.changed, applied.llm.tokens, endpoint.calls.length - calls], [22, 0, 2]);
  assert.deepEqual(await nichesOf('sampled'), ['22 finance (llm)', '4 pets (rules)']);
  const { status } = await service.operator('POST', '/operator/labels/run', { method: 'llm', sample: 2_001 });
  assert.equal(status, 422);
});

test('a run ends before a call that could exceed the budget, the rest waits, and the console names the setting', async () => {
  // The 200,000 tokens of the month are enough for about two more calls.
  await sql`update llm_usage set input_tokens = 0, output_tokens = 190000`.execute(database.db);
  await sql`delete from llm_stops`.execute(database.db);
  const calls = endpoint.calls.length;
  await importWaiting(Array.from({ length: 60 }, (_, at) => `much ${at}`));
  // The run was rescheduled when the provider refused.
  await database.pool.query("update pgboss.job set start_after = now() where name = 'label_llm' and state = 'created'");
  const stop = await service.observed('llm_stopped', 'budget');
  assert.match(stop.kind === 'llm_stopped' ? String(stop.error) : '', /budget of 200,000 tokens a month is used up/);
  const asked = endpoint.calls.slice(calls).flatMap(({ lines }) => lines.filter(({ text }) => text.includes('much')));
  assert.ok(asked.length > 0 && asked.length < 60, `${asked.length} lines`);
  assert.equal((await read('/operator/hooks?state=pending&source=much%200&limit=1')).total, 60 - asked.length);
  assert.ok((await problems()).some((what) => /^warning: .*HOOKLINE_LLM_BUDGET/.test(what)));
});

const hookOf = (id: string) => read(`/operator/hooks/${id}`);
const plain = 'Stop buying stocks: the investing mistake that costs you money';
const version = async () => (await service.get('/health/ready')).body.catalog_version;
type Change = { id: string; change: string };
const changesSince = async (since: number): Promise<string[]> =>
  (await service.get(`/changes?since=${since}`, key)).body.data.map(({ id, change }: Change) => `${id} ${change}`);

/** Adds published hooks with given labels to a source and returns their ids. */
async function stage(source: string, count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, (_, at) => hookLine(`${plain} (${source} ${at})`));
  await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  return idsOf(source);
}
const idsOf = async (source: string): Promise<string[]> =>
  (await read(`/operator/hooks?source=${source}`)).hooks.map(({ id }: { id: string }) => id);

const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice('hook_'.length)));

/** Simulates the guess of an earlier model. */
async function guessNiche(ids: readonly string[], niche: string, confidence = 0.9): Promise<void> {
  await sql`update hooks set niche = ${niche}, niche_method = 'rules', niche_confidence = ${confidence}::float8,
    label_method = 'rules', label_confidence = ${confidence}::float8
    where id = any(${numbers(ids)}::bigint[])`.execute(database.db);
}

const setText = (ids: readonly string[], text: string) =>
  database.pool.query("update hooks set text = $1 || ' ' || id, raw_text = null where id = any($2)", [
    text,
    numbers(ids),
  ]);

test('the preview matches what the run does, and changes nothing', async () => {
  const ids = await stage('previewed', 5);
  await guessNiche(ids.slice(0, 3), 'pets');
  await guessNiche(ids.slice(3, 4), 'food');
  const before = await version();
  const preview = await relabel({ where: { source: 'previewed' }, dry_run: true });
  assert.deepEqual(preview.labels, [
    { label: 'niche', from: 'pets', to: 'finance', hooks: 3 },
    { label: 'niche', from: 'food', to: 'finance', hooks: 1 },
  ]);
  assert.equal(preview.examples.map(({ id }: { id: string }) => id).join(), ids.slice(0, 4).join());
  assert.deepEqual([await version(), (await hookOf(ids[0] ?? '')).niche], [before, 'pets']);
  const { edit_id, catalog_version, dry_run, ...applied } = await relabel({ where: { source: 'previewed' } });
  assert.deepEqual([typeof edit_id, catalog_version, dry_run], ['string', before + 1, false]);
  const { edit_id: none, catalog_version: same, dry_run: isDry, ...previewed } = preview;
  assert.deepEqual([none, same, isDry], [null, before, true]);
  assert.deepEqual(applied, previewed);
  const { records } = await read(`/operator/audit?subject=${edit_id}`);
  const details = { hooks: 4, published: 0, source: 'previewed', state: 'published', method: null };
  assert.deepEqual([records.length, records[0].action, records[0].details], [1, 'labels.run', details]);
});

test('undo restores every label of a run, except on hooks edited since', async () => {
  const ids = await stage('undone', 4);
  const [first = '', edited = '', ...others] = ids;
  await guessNiche(ids, 'pets', 0.77);
  const skit = "update hooks set format = 'skit', format_method = 'rules', format_confidence = 0.7 where id = $1";
  await database.pool.query(skit, numbers(others.slice(0, 1)));
  const select = `select to_jsonb(h) - 'version' - 'updated_at' as row from hooks h where id = any($1) order by id`;
  const rows = async (of: readonly string[]) => (await database.pool.query(select, [numbers(of)])).rows;
  const former = await rows([first, ...others]);
  const { edit_id, changed } = await relabel({ source: 'undone' });
  assert.equal(changed, 4);
  await service.operator('PATCH', `/operator/hooks/${edited}`, { niche: 'food' });
  const before = await version();
  const { body: undone } = await service.operator('POST', `/operator/edits/${edit_id}/undo`);
  const skipped = [{ id: edited, reason: 'changed since' }];
  assert.deepEqual(undone, { edit_id, restored: 3, skipped, delivered: 0, catalog_version: before + 1 });
  assert.deepEqual(await rows([first, ...others]), former);
  assert.equal((await hookOf(edited)).niche, 'food');
  const [, listed] = (await read('/operator/edits?limit=2')).edits;
  assert.deepEqual([listed.id, listed.action, listed.hooks, listed.set], [edit_id, 'relabelled', 4, {}]);
});

test('pending hooks whose labels reach the floor are published and announced once, and pending again after undo', async () => {
  // The language model is not used, since its budget is used up.
  await importWaiting(['vague', 'vague one', 'vague two']);
  const [vague = '', cut = '', certain = ''] = await idsOf('vague');
  await setText([certain, cut], plain);
  await database.pool.query("update hooks set review_reason = 'cut_text' where id = any($1)", [numbers([cut])]);
  const before = await version();
  const where = { source: 'vague', state: 'pending' };
  const report = await relabel({ where });
  assert.deepEqual([report.published, report.uncertain, report.catalog_version], [1, 1, before + 1]);
  assert.deepEqual(await changesSince(before), [`${certain} added`]);
  const shown = await hookOf(certain);
  assert.deepEqual([shown.state, shown.niche, shown.labels.method], ['published', 'finance', 'rules']);
  const better = await hookOf(cut);
  assert.deepEqual([better.state, better.niche], ['pending', 'finance']);
  assert.equal((await hookOf(vague)).state, 'pending');
  const deliveries = async () => (await read(`/operator/deliveries?webhook=${webhook}`)).deliveries;
  const [delivery] = await until(deliveries, ([newest]) => newest?.status === 'delivered');
  assert.equal(delivery.hooks, 1);
  assert.ok(receiver.requests.at(-1)?.body.includes(certain));
  const count = (await deliveries()).length;
  assert.equal((await relabel({ where })).published, 0);
  assert.equal((await deliveries()).length, count);
  const { body: undone } = await service.operator('POST', `/operator/edits/${report.edit_id}/undo`);
  assert.deepEqual([undone.restored, undone.skipped, undone.delivered], [2, [], 1]);
  assert.equal((await hookOf(certain)).state, 'pending');
  assert.equal((await service.get(`/hooks/${certain}`, key)).status, 410);
});

test('a hook that a curator edits during labelling keeps the edit', async () => {
  const ids = await stage('contested', 2);
  const [edited = '', other = ''] = ids;
  await guessNiche(ids, 'pets');
  const { db } = database;
  const hooks = await selectRelabelable(db, { source: 'contested', state: 'published' }, { after: 0, limit: 10 });
  const labeller = createLabeller();
  const changes = hooks.flatMap(
    (hook) => relabelHook(hook, labeller.guess({ text: hook.text }), sameFloor(floor)).change ?? [],
  );
  assert.equal(changes.length, 2);
  await service.operator('PATCH', `/operator/hooks/${edited}`, { niche: 'food' });
  const ctx = bySystem(db);
  const deps = { ...ctx, announce: async () => undefined, details: {} };
  const applied = await commit(ctx, (trx, audit) => applyLabels(trx, changes, { ...deps, audit }));
  assert.deepEqual([applied.changed, applied.skipped], [1, 1]);
  assert.deepEqual([(await hookOf(edited)).niche, (await hookOf(other)).niche], ['food', 'finance']);
});

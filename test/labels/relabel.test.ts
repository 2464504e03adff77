// Relabelling: what it changes, its preview, its undo, and what happens to hooks that somebody edits meanwhile.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { bySystem } from '../../src/audit/actor.ts';
import { applyLabels } from '../../src/catalog/labelling/relabel/apply-labels.ts';
import { relabelHook } from '../../src/catalog/labelling/relabel/relabel-hook.ts';
import { selectRelabelable } from '../../src/catalog/labelling/relabel/store-relabel.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createLabeller } from '../../src/labels/labeller.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;
let receiver: Receiver;
let key: string;
let webhook: string;

/** Low, so that the guesses of plain lines reach it whatever the model learned. That of a line without meaning never does. */
const floor = 0.1;
const plain = 'Stop buying stocks: the investing mistake that costs you money';
const meaningless = 'zzqv';

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_LABEL_FLOOR: String(floor) });
  database = openDatabase(service.databaseUrl, () => {});
  receiver = await startReceiver();
  key = (await service.account('enterprise')).key;
  await stage();
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  webhook = body.webhook_id;
});

after(async () => {
  await receiver.close();
  await database.close();
  await service.close();
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const run = async (body: object) => {
  const answer = await service.operator('POST', '/operator/labels/run', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const hookOf = (id: string) => read(`/operator/hooks/${id}`);
const version = async () => (await service.get('/health/ready')).body.catalog_version;
const changesSince = async (since: number): Promise<{ id: string; change: string }[]> =>
  (await service.get(`/changes?since=${since}`, key)).body.data;

/** Published hooks with all labels given, by source. */
const published = { previewed: 5, undone: 4, contested: 2 };

/** One import of all; each source then has its own. */
async function stage(): Promise<void> {
  const lines = Object.entries(published).flatMap(([source, count]) =>
    Array.from({ length: count }, (_, at) => hookLine(`${plain} (${source} ${at})`)),
  );
  // Nothing is known of the words of hooks that wait.
  const waiting = [0, 1, 2].map((at) =>
    JSON.stringify({ text: `${meaningless} ${at}`, views: 200_000, platform: 'TikTok' }),
  );
  // Their labels teach nothing, so the model stays the same during a test.
  assert.equal((await service.operator('POST', '/operator/trust', { source: 'all', trust: 0 })).status, 200);
  const { report } = await service.import([...lines, ...waiting].join('\n'), 'preset=hookline&format=jsonl&source=all');
  assert.deepEqual([report.added, report.pending], [lines.length, 3]);
  await sql`update hooks set source = coalesce(substring(text from ${'\\((\\w+) \\d\\)$'}), 'waiting')`.execute(
    database.db,
  );
}

async function idsOf(source: string): Promise<string[]> {
  return (await read(`/operator/hooks?source=${source}`)).hooks.map(({ id }: { id: string }) => id);
}

const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice('hook_'.length)));

/** As if an earlier model had guessed it. */
async function guessNiche(ids: readonly string[], niche: string, confidence = 0.9): Promise<void> {
  await sql`update hooks set niche = ${niche}, niche_method = 'rules', niche_confidence = ${confidence}::float8,
    label_method = 'rules', label_confidence = ${confidence}::float8
    where id = any(${numbers(ids)}::bigint[])`.execute(database.db);
}

async function setText(ids: readonly string[], text: string): Promise<void> {
  await sql`update hooks set text = ${text} || ' ' || id, raw_text = null where id = any(${numbers(ids)}::bigint[])`.execute(
    database.db,
  );
}

test('the preview says exactly what the run then does, and changes nothing', async () => {
  const ids = await idsOf('previewed');
  await guessNiche(ids.slice(0, 3), 'pets');
  await guessNiche(ids.slice(3, 4), 'food');
  const before = await version();
  const preview = await run({ where: { source: 'previewed' }, dry_run: true });
  assert.deepEqual(preview.labels, [
    { label: 'niche', from: 'pets', to: 'finance', hooks: 3 },
    { label: 'niche', from: 'food', to: 'finance', hooks: 1 },
  ]);
  assert.deepEqual(
    preview.examples.map(({ id }: { id: string }) => id),
    ids.slice(0, 4),
  );
  assert.deepEqual([await version(), (await hookOf(ids[0] ?? '')).niche], [before, 'pets']);
  const { edit_id, catalog_version, dry_run, ...applied } = await run({ where: { source: 'previewed' } });
  assert.deepEqual([typeof edit_id, catalog_version, dry_run], ['string', before + 1, false]);
  const { edit_id: none, catalog_version: same, dry_run: isDry, ...previewed } = preview;
  assert.deepEqual([none, same, isDry], [null, before, true]);
  assert.deepEqual(applied, previewed);
  const { records } = await read(`/operator/audit?subject=${edit_id}`);
  assert.deepEqual(
    records.map(({ action, details }: Record<string, unknown>) => [action, details]),
    [['labels.run', { hooks: 4, published: 0, source: 'previewed', state: 'published', method: null }]],
  );
});

test('undo restores every label of a run, but for hooks that were edited since', async () => {
  const ids = await idsOf('undone');
  const [first = '', edited = '', ...others] = ids;
  await guessNiche(ids, 'pets', 0.77);
  await sql`update hooks set format = 'skit', format_method = 'rules', format_confidence = 0.7 where id = ${numbers(others)[0]}`.execute(
    database.db,
  );
  const rows = async (of: readonly string[]) =>
    (
      await sql`select (to_jsonb(h) - 'version' - 'updated_at') as row from hooks h where id = any(${numbers(of)}::bigint[]) order by id`.execute(
        database.db,
      )
    ).rows;
  const former = await rows([first, ...others]);
  const { edit_id, changed } = await run({ source: 'undone' });
  assert.equal(changed, 4);
  await service.operator('PATCH', `/operator/hooks/${edited}`, { niche: 'food' });
  const before = await version();
  const { body: undone } = await service.operator('POST', `/operator/edits/${edit_id}/undo`);
  assert.deepEqual(undone, {
    edit_id,
    restored: 3,
    skipped: [{ id: edited, reason: 'changed since' }],
    delivered: 0,
    catalog_version: before + 1,
  });
  assert.deepEqual(await rows([first, ...others]), former);
  assert.equal((await hookOf(edited)).niche, 'food');
  const [, listed] = (await read('/operator/edits?limit=2')).edits;
  assert.deepEqual([listed.id, listed.action, listed.hooks, listed.set], [edit_id, 'relabelled', 4, {}]);
});

test('waiting hooks whose labels reach the floor are published and announced once, and wait again after the undo', async () => {
  const ids = await idsOf('waiting');
  const [certain = '', cut = '', vague = ''] = ids;
  await setText([certain, cut], plain);
  await sql`update hooks set review_reason = 'cut_text' where id = any(${numbers([cut])}::bigint[])`.execute(
    database.db,
  );
  const before = await version();
  const where = { source: 'waiting', state: 'pending' };
  const report = await run({ where });
  assert.deepEqual([report.published, report.uncertain, report.catalog_version], [1, 1, before + 1]);
  assert.deepEqual(
    (await changesSince(before)).map(({ id, change }) => [id, change]),
    [[certain, 'added']],
  );
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
  assert.equal((await run({ where })).published, 0);
  assert.equal((await deliveries()).length, count);
  const { body: undone } = await service.operator('POST', `/operator/edits/${report.edit_id}/undo`);
  assert.deepEqual([undone.restored, undone.skipped, undone.delivered], [2, [], 1]);
  assert.deepEqual(
    [(await hookOf(certain)).state, (await service.get(`/hooks/${certain}`, key)).status],
    ['pending', 410],
  );
});

test('a hook that a curator edits while labels are guessed stays as the curator left it', async () => {
  const ids = await idsOf('contested');
  const [edited = '', other = ''] = ids;
  await guessNiche(ids, 'pets');
  const { db } = database;
  const hooks = await selectRelabelable(db, { source: 'contested', state: 'published' }, { after: 0, limit: 10 });
  const labeller = createLabeller();
  const changes = hooks.flatMap((hook) => relabelHook(hook, labeller.guess({ text: hook.text }), floor).change ?? []);
  assert.equal(changes.length, 2);
  await service.operator('PATCH', `/operator/hooks/${edited}`, { niche: 'food' });
  const { actor } = bySystem(db);
  const deps = { actor, announce: async () => undefined, details: {} };
  const applied = await db.transaction().execute((trx) => applyLabels(trx, changes, deps));
  assert.deepEqual([applied.changed, applied.skipped], [1, 1]);
  assert.deepEqual([(await hookOf(edited)).niche, (await hookOf(other)).niche], ['food', 'finance']);
});

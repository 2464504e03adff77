// Imports by hand: what a file changes in the catalog, its log and rejects, review, and malformed files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { endOrphanedImports, touchImport } from '../../src/ingest/imports/store.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
let database: OpenDatabase;
let key: string;

before(async () => {
  service = await ingestService();
  ({ key } = service);
  database = openDatabase(service.databaseUrl, () => {}, { connections: 2 });
});

after(() => database.close());

const feed = (source: string, more = '') => `preset=hookline&format=jsonl&source=${source}${more}`;

async function read(path: string): Promise<Body> {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Imports a file and checks that its report adds up. */
async function importFile(content: string, query: string): Promise<Body> {
  const { import_id, report } = await service.import(content, query);
  const { read: all, added, updated, unchanged, duplicates, rejected, pending, held = 0 } = report;
  assert.equal(all, added + updated + unchanged + duplicates + rejected + pending + held);
  return { ...report, import_id };
}

const hookOf = async (text: string) => (await read(`/operator/hooks?text=${encodeURIComponent(text)}`)).hooks[0];
const idsOf = (page: { imports: { id: string }[] }) => page.imports.map(({ id }) => id);

test('views move by newer captures only, and an import of the same file changes nothing', async () => {
  const columns = ['views', 'niche', 'archetype', 'emotional_trigger'].map((name) => `&map=${name}=${name}`).join('');
  const query = `filename=a.csv&source=growth&map=source_id=id&map=text=title&map=views_captured_at=date${columns}`;
  const csv = (...rows: string[]) =>
    [
      'id,title,views,date,niche,archetype,emotional_trigger',
      ...rows.map((row) => `v1,Growing every day,${row},food,story,joy`),
    ].join('\n');
  const three = csv('100000,2024-01-01', '250000,2024-01-02', '200000,2023-12-31');
  const first = await importFile(three, query);
  assert.deepEqual([first.added, first.updated], [1, 2]);
  const shown = async () => (await service.found('growing')).data[0];
  assert.equal((await shown()).views, 250_000);
  const again = await importFile(three, query);
  assert.deepEqual([again.unchanged, again.catalog_version], [3, first.catalog_version]);
  // A count that a file states twice is stored with the later capture.
  const later = await importFile(csv('300000,2024-01-03', '300000,2024-01-04'), query);
  assert.deepEqual([later.updated, later.unchanged, later.catalog_version], [1, 1, first.catalog_version + 1]);
  const { views, views_captured_at } = await shown();
  assert.deepEqual([views, views_captured_at.slice(0, 10)], [300_000, '2024-01-04']);
});

test('rejects have file, line, field and reason, are counted by reason, and are returned in pages or as a file', async () => {
  const lines = [
    hookLine('Seen by few', { views: 12 }),
    hookLine('Seen by some', { views: 1_234 }),
    hookLine('', { views: 500_000 }),
    JSON.stringify({ text: 'Strange count', views: 'a lot: really' }),
    JSON.stringify({ text: 'Other count', views: 'many' }),
    hookLine('A good one'),
    '{"text": "Broken"',
  ];
  const { import_id: id, added, rejected } = await importFile(lines.join('\n'), feed('mixed', '&filename=mixed.jsonl'));
  assert.deepEqual([added, rejected], [1, 6]);
  const counts = [
    { field: 'views', reason: 'the view count is invalid', count: 2 },
    { field: 'views', reason: 'views are below the minimum of 100,000 (HOOKLINE_MIN_VIEWS)', count: 2 },
    { field: 'text', reason: 'the text is missing or empty', count: 1 },
    { field: null, reason: 'not valid JSON', count: 1 },
  ];
  const shown = await read(`/operator/imports/${id}`);
  const byReason = (list: Body[]) => list.toSorted((a, b) => (a.reason < b.reason ? -1 : 1));
  assert.deepEqual(byReason(shown.rejects), byReason(counts));
  assert.deepEqual([shown.source, shown.state, shown.report.rejected], ['mixed', 'done', 6]);
  const first = await read(`/operator/imports/${id}/rejects?limit=2`);
  assert.deepEqual([first.counts, first.rejects.length, first.next], [shown.rejects, 2, '2']);
  const [{ file, line, field, reason, value }] = first.rejects;
  assert.deepEqual([file, line, field, value.views], ['mixed.jsonl', 1, 'views', 12]);
  assert.match(reason, /^12 views/);
  const rest = await read(`/operator/imports/${id}/rejects?format=json&after=${first.next}`);
  assert.deepEqual([rest.rejects.map((one: Body) => one.line), rest.next], [[3, 4, 5, 7], null]);
  const whole = await service.operator('GET', `/operator/imports/${id}/rejects`);
  assert.match(whole.headers.get('content-disposition') ?? '', /rejects\.jsonl/);
  assert.equal(whole.body.trim().split('\n').length, 6);
  for (const path of ['imp_none', 'imp_none/rejects?format=json'])
    assert.equal((await service.operator('GET', `/operator/imports/${path}`)).status, 404);
});

test('rejects.jsonl holds NUL, backslashes and escapes as the file had them, and can be imported again', async () => {
  const texts = ['', 'a\0b', 'a\\u0000b', '\\', '\0'];
  const records = texts.map((text) => ({ text, views: 5, note: `${text}\0` }));
  const reject = { file: 'a\0', line: 1, record: 1, field: 'a\0', reason: 'why\0', value: 'cut off \0' };
  let file = [...records, reject].map((record) => JSON.stringify(record)).join('\n');
  for (let round = 0; round < 2; round++) {
    const { import_id: id, rejected } = await importFile(file, feed('nul'));
    assert.equal(rejected, 6);
    file = await read(`/operator/imports/${id}/rejects`);
    const values = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).value);
    assert.deepEqual(values, [...records, 'cut off \0']);
  }
});

test('a retired hook answers 410, and importing it again does not restore it', async () => {
  const line = hookLine('Soon to be retired');
  await importFile(line, feed('retiring'));
  const { id } = (await service.found('soon to be')).data[0];
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  await importFile(line, feed('retiring'));
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
});

test('a view count that jumps too far waits for the operator, who accepts or rejects it', async (t) => {
  const text = 'A jump to be decided';
  const say = (views: number, source: string, more = '') => importFile(hookLine(text, { views }), feed(source, more));
  const claims = async () => (await read('/operator/hooks?claims=waiting')).hooks.map((hook: Body) => hook.text);
  await say(300_000, 'jumping');
  const { id } = await hookOf(text);
  const { held, updated, retired } = await say(3_000_000_000, 'jumping', '&snapshot=1');
  assert.deepEqual([held, updated, retired], [1, 0, 0]);
  await say(9e15, 'false');
  assert.ok((await claims()).includes(text));
  const decide = (source: string, decision: string) =>
    service.operator('POST', `/operator/hooks/${id}/claims`, { source, decision });
  assert.deepEqual([(await hookOf(text)).views, (await decide('nobody', 'accept')).status], [300_000, 409]);
  assert.equal((await decide('jumping', 'accept')).body.views, 3_000_000_000);
  const { mock } = t.mock.method(console, 'log', () => {});
  const hookline = (...args: string[]) => runCommand(['hooks', ...args, '--url', service.url, '--key', operatorKey]);
  assert.equal(await hookline('list', '--claims', 'waiting'), 0);
  assert.equal(await hookline('reject-views', id, '--source', 'false'), 0);
  for (const { arguments: printed } of mock.calls)
    assert.match(`${printed}`, new RegExp(`${id} +published +3.?000.?000.?000 .*A jump to be decided`));
  assert.ok(!(await claims()).includes(text));
  assert.equal((await service.found('jump decided')).data[0].views, 3_000_000_000);
  // A rejected claim does not come back.
  await say(9e15, 'false');
  assert.ok(!(await claims()).includes(text));
  const { records } = await read('/operator/audit?limit=10');
  const decisions = records
    .filter(({ subject }: Body) => subject === id)
    .map(({ action, details }: Body) => [action, details]);
  assert.deepEqual(decisions, [
    ['hook.views_rejected', { source: 'false' }],
    ['hook.views_accepted', { source: 'jumping' }],
  ]);
});

test('the log is paged, newest first, and filtered by source and state', async () => {
  const { imports } = await read('/operator/imports?limit=4');
  const ids = idsOf({ imports });
  assert.deepEqual(
    imports.map(({ started_at }: Body) => started_at),
    imports
      .map(({ started_at }: Body) => started_at)
      .toSorted()
      .reverse(),
  );
  const first = await read('/operator/imports?limit=2');
  assert.deepEqual([idsOf(first), first.next], [ids.slice(0, 2), ids[1]]);
  assert.deepEqual(idsOf(await read(`/operator/imports?limit=2&after=${first.next}`)), ids.slice(2));
  const done = await read('/operator/imports?source=mixed&state=done');
  assert.deepEqual([done.imports[0].source, done.total, done.next], ['mixed', 1, null]);
  assert.equal((await read('/operator/imports?source=mixed&state=failed')).total, 0);
  for (const query of ['state=lost', 'limit=0', 'sauce=x'])
    assert.equal((await service.operator('GET', `/operator/imports?${query}`)).status, 400, query);
});

test('an import is done exactly when its hooks are published: one that ends in between publishes nothing', async () => {
  const isDone = "old.state = 'running' and new.state = 'done'";
  const settling = await faultPoint(service.databaseUrl, 'before update on imports', isDone);
  const importing = service.import(hookLine('Published or not'), feed('interrupted'));
  await settling.reached();
  await settling.rollBack();
  assert.equal((await importing).error.status, 503);
  const [failed] = (await read('/operator/imports?source=interrupted')).imports;
  assert.deepEqual([failed.state, failed.report, await service.hooksOf('interrupted')], ['failed', null, []]);
});

test('an import whose process is silent for two minutes is marked as failed, unlike one that is alive', async () => {
  const { db } = database;
  const started_at = new Date(Date.now() - 3_600_000);
  const row = { filename: 'x', source: 'orphans', state: 'running' as const, started_at };
  const ids = ['imp_dead', 'imp_alive'];
  await db
    .insertInto('imports')
    .values(ids.map((id) => ({ id, ...row })))
    .execute();
  await touchImport(db, 'imp_alive', { phase: 'reading', read: 5, rejected: 0, bytes: 10 });
  await endOrphanedImports(db);
  const states = await Promise.all(ids.map(async (id) => (await read(`/operator/imports/${id}`)).state));
  assert.deepEqual(states, ['failed', 'running']);
  await db.deleteFrom('imports').where('id', 'in', ids).execute();
});

test('an import that was marked as failed meanwhile publishes nothing', async () => {
  const open = async function* () {
    yield Buffer.from(hookLine('From a process that was frozen'));
    await database.db.updateTable('imports').set({ state: 'failed' }).where('source', '=', 'frozen').execute();
  };
  const input = {
    ...{ filename: 'frozen', source: 'frozen', mapping: resolveMapping({ preset: 'hookline' }) },
    ...{ files: [{ name: 'frozen', size: undefined, open }], format: 'jsonl' as const },
    ...{ minViews: 100_000, labelFloor: 0.8, limits: defaultLimits },
  };
  await assert.rejects(
    importHooks(database, input, () => {}),
    /marked as interrupted/,
  );
  assert.deepEqual(await service.hooksOf('frozen'), []);
});

// The log of imports in the operator API: pages, filters, progress, and rejected records by reason.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { defaultLimits } from '../../src/config/limits.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { ImportLine } from '../../src/http/operator/import.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { endOrphanedImports, touchImport } from '../../src/ingest/imports/store.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let directory: string;

before(async () => {
  service = await testService({ HOOKLINE_LIMIT_REJECTS_PER_IMPORT: '6' });
  directory = await mkdtemp(join(tmpdir(), 'hookline-imports-'));
});

after(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const idsOf = (page: { imports: { id: string }[] }) => page.imports.map(({ id }) => id);

test('the log is paged, newest first, and filtered by source and state', async () => {
  const ids: string[] = [];
  for (const source of ['one', 'two', 'one']) {
    const line = hookLine(`Line ${ids.length} of ${source}`);
    ids.unshift((await service.import(line, `preset=hookline&format=jsonl&source=${source}`)).import_id);
  }
  const all = await read('/operator/imports');
  assert.deepEqual([idsOf(all), all.total, all.next], [ids, 3, null]);
  const first = await read('/operator/imports?limit=2');
  assert.deepEqual([idsOf(first), first.next], [ids.slice(0, 2), ids[1]]);
  const rest = await read(`/operator/imports?limit=2&after=${first.next}`);
  assert.deepEqual([idsOf(rest), rest.next], [ids.slice(2), null]);
  assert.deepEqual(idsOf(await read('/operator/imports?source=one&state=done')), [ids[0], ids[2]]);
  assert.equal((await read('/operator/imports?state=failed')).total, 0);
  for (const query of ['state=lost', 'limit=0', 'sauce=x'])
    assert.equal((await service.operator('GET', `/operator/imports?${query}`)).status, 400, query);
});

test('rejects are counted by reason, without the figures of single records, and returned in pages or as a file', async () => {
  const lines = [
    hookLine('Seen by few', { views: 12 }),
    hookLine('Seen by some', { views: 1_234 }),
    hookLine('', { views: 500_000 }),
    JSON.stringify({ text: 'Strange count', views: 'a lot: really' }),
    JSON.stringify({ text: 'Other count', views: 'many' }),
    hookLine('A good one'),
  ];
  const { import_id: id } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mixed');
  const expected = [
    { field: 'views', reason: 'the view count is invalid', count: 2 },
    { field: 'views', reason: 'views are below the minimum of 100,000 (HOOKLINE_MIN_VIEWS)', count: 2 },
    { field: 'text', reason: 'the text is missing or empty', count: 1 },
  ];
  const one = await read(`/operator/imports/${id}`);
  assert.deepEqual(one.rejects, expected);
  assert.deepEqual([one.source, one.state, one.report.rejected], ['mixed', 'done', 5]);
  const first = await read(`/operator/imports/${id}/rejects?limit=2`);
  assert.deepEqual(first.counts, expected);
  assert.deepEqual([first.rejects.length, first.next, first.rejects[0].value.views], [2, '2', 12]);
  assert.match(first.rejects[0].reason, /^12 views/);
  const rest = await read(`/operator/imports/${id}/rejects?format=json&after=${first.next}`);
  assert.deepEqual([rest.rejects.map(({ line }: { line: number }) => line), rest.next], [[3, 4, 5], null]);
  const file = await service.operator('GET', `/operator/imports/${id}/rejects`);
  assert.match(file.headers.get('content-disposition') ?? '', /rejects\.jsonl/);
  assert.equal(file.body.trim().split('\n').length, 5);
  assert.equal((await service.operator('GET', '/operator/imports/imp_none')).status, 404);
  assert.equal((await service.operator('GET', '/operator/imports/imp_none/rejects?format=json')).status, 404);
});

test('the rejects of an import are kept up to a limit, and the report and the file say how many there were', async () => {
  const lines = Array.from({ length: 1_500 }, (_, n) => hookLine(`Seen by ${n}`, { views: n }));
  const { import_id: id, report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=many');
  assert.deepEqual([report.rejected, report.rejects_kept], [1_500, 6]);
  const { rejects, counts } = await read(`/operator/imports/${id}/rejects?format=json`);
  assert.deepEqual([rejects.length, counts[0].count], [6, 6]);
  const { body: file } = await service.operator('GET', `/operator/imports/${id}/rejects`);
  assert.equal(file.trim().split('\n').length, 7);
  assert.match(
    file,
    /"only the first 6 of 1500 rejected records are kept \(HOOKLINE_LIMIT_REJECTS_PER_IMPORT\)","value":null}\n$/,
  );
});

test('rejects.jsonl holds NUL, backslashes and escapes as the file had them, and can be imported again', async () => {
  const texts = ['', 'a\0b', 'a\\u0000b', '\\', '\0'];
  const lines = [
    ...texts.map((text) => JSON.stringify({ text, views: 5, note: `${text}\0` })),
    JSON.stringify({ file: 'a\0', line: 1, record: 1, field: 'a\0', reason: 'why\0', value: 'cut off \0' }),
  ];
  const query = 'preset=hookline&format=jsonl&source=nul';
  const { import_id: id, report } = await service.import(lines.join('\n'), query);
  assert.equal(report.rejected, 6);
  const { rejects } = await read(`/operator/imports/${id}/rejects?format=json`);
  assert.deepEqual(
    rejects.map(({ value }: { value: unknown }) => value),
    [...texts.map((text) => ({ text, views: 5, note: `${text}\0` })), 'cut off \0'],
  );
  const { body: file } = await service.operator('GET', `/operator/imports/${id}/rejects`);
  const again = await service.import(file, query);
  assert.equal(again.report.rejected, 6);
  const { body: fileAgain } = await service.operator('GET', `/operator/imports/${again.import_id}/rejects`);
  const values = (jsonl: string) =>
    jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).value);
  assert.deepEqual(values(fileAgain), values(file));
});

test('an import is done exactly when its hooks are published, also when it is interrupted in between', async () => {
  const { db, pool, close } = openDatabase(service.databaseUrl, () => {});
  const holding = await pool.connect();
  try {
    // Nothing gets past the settlement of this import while the lock is held.
    await holding.query('select pg_advisory_lock(1)');
    await holding.query(`create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end'`);
    await holding.query(`create trigger wait_for_test before update on imports for each row
      when (old.state = 'running' and new.state = 'done') execute function wait_for_test()`);
    const importing = service.import(hookLine('Published or not'), 'preset=hookline&format=jsonl&source=interrupted');
    const waiting = async () =>
      (await holding.query<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and not granted`))
        .rows;
    const [{ pid } = { pid: 0 }] = await until(waiting, (found) => found.length > 0);
    await holding.query('select pg_terminate_backend($1::int)', [pid]);
    const published = () => db.selectFrom('hooks').select('id').where('source', '=', 'interrupted').execute();
    assert.equal((await importing).error.status, 503);
    assert.deepEqual(await published(), []);
    await holding.query('select pg_advisory_unlock(1)');
    await holding.query('drop function wait_for_test cascade');
    const { imports } = await read('/operator/imports?source=interrupted');
    assert.deepEqual([imports[0].state, imports[0].report], ['failed', null]);
  } finally {
    holding.release();
    await close();
  }
});

test('a source has its last runs, and all runs in pages', async () => {
  const location = join(directory, 'hooks.jsonl');
  await writeFile(location, hookLine('From a file that is kept'));
  const { body: source } = await service.operator('POST', '/operator/sources', {
    name: 'kept',
    location,
    preset: 'hookline',
  });
  await service.observed('source_run_finished', source.id, 1);
  const again = await service.operator('POST', '/operator/sources/kept/run', { force: true });
  assert.equal(again.status, 202);
  await service.observed('source_run_finished', source.id, 2);
  const shown = await read('/operator/sources/kept');
  assert.deepEqual(
    shown.last_runs.map(({ source_id, state }: Record<string, string>) => [source_id, state]),
    [
      [source.id, 'done'],
      [source.id, 'done'],
    ],
  );
  const first = await read('/operator/sources/kept/runs?limit=1');
  const rest = await read(`/operator/sources/kept/runs?limit=1&after=${first.next}`);
  assert.deepEqual([first.runs[0], rest.runs[0], rest.next], [...shown.last_runs, null]);
  assert.deepEqual(idsOf(await read(`/operator/imports?source=${source.id}`)).length, 2);
});

test('an import whose process is silent for two minutes is marked as failed, unlike one that is alive', async () => {
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const started_at = new Date(Date.now() - 3_600_000);
  const row = { filename: 'x', source: 'orphans', state: 'running' as const, started_at };
  await db
    .insertInto('imports')
    .values([
      { id: 'imp_dead', ...row },
      { id: 'imp_alive', ...row },
    ])
    .execute();
  await touchImport(db, 'imp_alive', { phase: 'reading', read: 5, rejected: 0, bytes: 10 });
  await endOrphanedImports(db);
  const { imports } = await read('/operator/imports?source=orphans');
  const states = Object.fromEntries(imports.map(({ id, state }: { id: string; state: string }) => [id, state]));
  assert.deepEqual(states, { imp_dead: 'failed', imp_alive: 'running' });
  await db.deleteFrom('imports').where('source', '=', 'orphans').execute();
  await close();
});

test('an import that was marked as failed meanwhile publishes nothing', async () => {
  const { db, pool, close } = openDatabase(service.databaseUrl, () => {});
  const open = async function* () {
    yield Buffer.from(hookLine('From a process that was frozen'));
    await db.updateTable('imports').set({ state: 'failed' }).where('source', '=', 'frozen').execute();
  };
  const files = [{ name: 'frozen', size: undefined, open }];
  const settings = { source: 'frozen', mapping: resolveMapping(), format: 'jsonl', limits: defaultLimits } as const;
  const input = { files, filename: 'frozen', minViews: 0, labelFloor: 0.8, ...settings };
  await assert.rejects(
    importHooks({ db, pool }, input, () => {}),
    /marked as interrupted/,
  );
  assert.deepEqual(await db.selectFrom('hooks').select('id').where('source', '=', 'frozen').execute(), []);
  await close();
});

test('a running import reports its id and progress', async () => {
  const sending = request(`${service.url}/operator/import?preset=hookline&format=jsonl&source=slow`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' },
  });
  const lines = Array.from({ length: 20_000 }, (_, n) => hookLine(`Line ${n} of a slow upload`));
  sending.write(`${lines.join('\n')}\n`);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const received = createInterface({ input: answer })[Symbol.asyncIterator]();
  const first: ImportLine = JSON.parse((await received.next()).value ?? '');
  assert.ok('progress' in first && first.progress.read > 0);
  const { progress, import_id: id } = first;
  let running = await read(`/operator/imports/${id}`);
  // Progress is written to the database once a second, for any process to read.
  while ((running.progress?.read ?? 0) < progress.read) running = await read(`/operator/imports/${id}`);
  assert.deepEqual([running.state, running.progress.phase, running.report], ['running', 'reading', null]);
  assert.deepEqual(idsOf(await read('/operator/imports?state=running')), [id]);
  sending.end();
  let last = '';
  for await (const line of { [Symbol.asyncIterator]: () => received }) last = line;
  assert.equal(JSON.parse(last).report.added, 20_000);
  const done = await read(`/operator/imports/${id}`);
  assert.deepEqual([done.state, done.progress, done.report.added], ['done', null, 20_000]);
});

test('a mapping in the query is an object in JSON; records by key keep their labels as given', async () => {
  const keyed = JSON.stringify({
    m1: { Caption: 'Nobody warns you about this oven', Plays: 500_000, Genre: 'Fun' },
    m2: { Caption: 'Nobody warns you about that stove', Plays: 600_000, Genre: 'Fun' },
  });
  const map = {
    text: 'Caption',
    views: 'Plays',
    source_id: 'id',
    niche: { column: 'Genre', values: { Fun: 'comedy' } },
  };
  const query = new URLSearchParams({
    map: JSON.stringify(map),
    records_of: 'key:id',
    source: 'keyed',
    filename: 'a.json',
  });
  assert.equal((await service.import(keyed, query.toString())).report.read, 2);
  const { hooks } = await read('/operator/hooks?source=keyed');
  const given = hooks.map((hook: Record<string, unknown>) => [hook.niche, hook.given_labels]);
  assert.deepEqual(given, Array(2).fill(['comedy', { niche: 'Fun' }]));
  const refused = await service.operator('POST', '/operator/import?records_of=id');
  assert.match(refused.body.detail, /must have the form key:id/);
});

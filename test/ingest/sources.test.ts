// Sources: runs, snapshots, failures, changes and settings, over HTTP and on the command line, with real upstream servers.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { system } from '../../src/audit/actor.ts';
import { runCommand } from '../../src/cli/run.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createSource, startDueSources, updateSource } from '../../src/ingest/sources/actions.ts';
import {
  beginRun,
  changeSource,
  deleteOldRuns,
  deleteSource,
  insertSource,
  lockSource,
  settleRun,
} from '../../src/ingest/sources/store.ts';
import { undoImport } from '../../src/ingest/undo/actions.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { noJobs, testDatabase } from '../setup/database.ts';
import { defined } from '../setup/defined.ts';
import type { JsonApi } from '../setup/json-api.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { type IngestService, ingestService, linesOf } from './ingest-service.ts';

let service: IngestService;
let upstream: JsonApi;
let key: string;
let directory: string;

before(async () => {
  service = await ingestService();
  ({ upstream, key } = service);
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-sources-')));
});

after(() => rmSync(directory, { recursive: true, force: true }));

const lines = (count: number, word: string) => linesOf(count, word).join('\n');
const total = async (word: string) => (await service.found(word)).total;
const create = (source: object) => service.operator('POST', '/operator/sources', source);

/** Serves a file whose response is held until the returned function is called. */
function putHeld(path: string, content: string): () => void {
  const released = Promise.withResolvers<void>();
  upstream.put(path, async (res) => {
    await released.promise;
    res.writeHead(200, { etag: '"old"', 'content-length': Buffer.byteLength(content) }).end(content);
  });
  return released.resolve;
}

test('a source reads a table with its header row and encoding, and on_duplicate=skip leaves existing hooks', async () => {
  const rows = (views: number) =>
    `Vidéos,du mois\nOther,names\ntext,views,niche,archetype,emotional_trigger,id\nUn café latiné,${views},food,story,joy,1`;
  const put = (views: number) => upstream.put('/latin', Buffer.from(rows(views), 'latin1'));
  put(500_000);
  const settings = { header_row: 3, encoding: 'windows-1252', on_duplicate: 'skip', preset: null, format: 'csv' };
  const id = await service.newSource('latin', settings);
  const { header_row, encoding, on_duplicate } = await service.sourceOf(id);
  assert.deepEqual([header_row, encoding, on_duplicate], [3, 'windows-1252', 'skip']);
  put(900_000);
  await service.runAgain(id, 2);
  const hooks = await service.hooksOf('latin');
  assert.deepEqual(
    hooks.map(({ text, views }) => [text, views]),
    [['Un café latiné', 500_000]],
  );
  const refused = await create({ name: 'latin2', location: upstream.url('/latin'), on_duplicate: 'insert' });
  assert.equal(refused.status, 422);
});

test('an unchanged file is not downloaded or imported again; a changed one is, and the runs are listed in pages', async () => {
  upstream.put('/etag', hookLine('Etagged hook one', { id: '1' }));
  const id = await service.newSource('etag');
  const version = async () => (await service.get('/meta', key)).body.data.catalog_version;
  const before = await version();
  const unchanged = await service.runAgain(id, 2);
  assert.deepEqual([unchanged.state, unchanged.report, await version()], ['unchanged', null, before]);
  assert.ok(upstream.requests('/etag')[1]?.headers['if-none-match']);
  upstream.put('/etag', hookLine('Etagged hook one', { id: '1', views: 900_000 }));
  const changed = await service.runAgain(id, 3);
  assert.deepEqual([changed.state, changed.report?.updated], ['done', 1]);
  assert.equal((await service.found('etagged')).data[0].views, 900_000);
  const { last_runs, last_import_id } = await service.sourceOf(id);
  assert.deepEqual([last_runs[0], last_runs.length, last_import_id], [changed, 3, changed.id]);
  const page = async (query: string) => (await service.operator('GET', `/operator/sources/etag/runs?${query}`)).body;
  const first = await page('limit=2');
  const rest = await page(`limit=2&after=${first.next}`);
  assert.deepEqual([first.runs, rest.runs, rest.next], [last_runs.slice(0, 2), last_runs.slice(2), null]);
});

test('a directory is one import: repeated only after a change, and rejected if one file is truncated', async () => {
  for (const word of ['Apple', 'Banana', 'Cherry']) writeFileSync(join(directory, `${word}.jsonl`), lines(2, word));
  const id = await service.newSource('folder', { location: directory, snapshot: true });
  const [first] = await service.runsOf(id);
  assert.deepEqual([first.report.added, first.report.retired], [6, 0]);
  assert.equal((await service.runAgain(id, 2)).state, 'unchanged');
  appendFileSync(join(directory, 'Apple.jsonl'), `\n${hookLine('Apple in addition', { id: 'more' })}`);
  const packed = gzipSync(lines(500, 'Damson'));
  writeFileSync(join(directory, 'Damson.jsonl.gz'), packed.subarray(0, packed.length - 20));
  const broken = await service.runAgain(id, 1, 'failed');
  assert.match(broken.error, /Damson\.jsonl\.gz ends in the middle/);
  assert.deepEqual([await total('apple'), await total('damson')], [2, 0]);
  rmSync(join(directory, 'Damson.jsonl.gz'));
  rmSync(join(directory, 'Banana.jsonl'));
  const { report } = await service.runAgain(id, 3);
  assert.deepEqual([report.added, report.unchanged, report.retired], [1, 4, 2]);
});

test('runs of a source never overlap: during a run, another returns 409', async () => {
  const release = putHeld('/hanging', '');
  const { id } = (await create({ name: 'hanging', location: upstream.url('/hanging') })).body;
  await upstream.received('/hanging', 1);
  assert.equal((await service.operator('POST', `/operator/sources/${id}/run`)).body.code, 'conflict');
  assert.equal((await service.sourceOf(id)).state, 'running');
  release();
  await service.observed('source_run_failed', id);
  assert.equal(upstream.requests('/hanging').length, 1);
});

test('a failing source backs off, shows its last error, changes nothing, and recovers', async () => {
  upstream.put('/flaky', hookLine('Flaky hook stays', { id: '1' }));
  const id = await service.newSource('flaky');
  upstream.put('/flaky', (res) => res.writeHead(503).end());
  await service.runAgain(id, 1, 'failed');
  const failing = await service.sourceOf(id);
  assert.deepEqual([failing.state, failing.failures], ['failing', 1]);
  assert.match(failing.last_error, /^127\.0\.0\.1:\d+ responded with 503\.$/);
  assert.equal(Math.round((Date.parse(failing.next_run_at) - Date.parse(failing.last_run_at)) / 60_000), 1);
  assert.equal(await total('flaky'), 1);
  upstream.put('/flaky', hookLine('Flaky hook stays', { id: '1', views: 800_000 }));
  await service.runAgain(id, 2);
  const source = await service.sourceOf(id);
  assert.deepEqual([source.state, source.failures, source.last_error], ['waiting', 0, null]);
});

test('a truncated or unusable snapshot, or one that would retire over half, retires nothing unless forced', async () => {
  upstream.put('/guarded', lines(25, 'Guarded'));
  const id = await service.newSource('guarded', { snapshot: true });
  const packed = gzipSync(lines(500, 'Guarded'));
  const cases: [content: string | Buffer, error: RegExp][] = [
    [hookLine('Too few views', { views: 5 }), /None of 1 record can be used/],
    [packed.subarray(0, packed.length - 20), /ends in the middle of a record/],
    [lines(12, 'Guarded'), /would retire 13 of the 25 hooks of guarded/],
  ];
  for (const [at, [content, error]] of cases.entries()) {
    upstream.put('/guarded', content);
    assert.match((await service.runAgain(id, at + 1, 'failed')).error, error);
    assert.equal(await total('guarded'), 25);
  }
  assert.equal((await service.runAgain(id, 2, 'finished', { force: true })).report.retired, 13);
  // The same guard applies to manual imports.
  const manual = await service.import(lines(1, 'Guarded'), 'preset=hookline&format=jsonl&source=guarded&snapshot=1');
  assert.deepEqual([manual.error.code, await total('guarded')], ['conflict', 12]);
});

test('rejects of runs and manual imports expire, as do runs without changes', async () => {
  upstream.put('/rejects', `${hookLine('Kept beside a reject', { id: '1' })}\n{"text":"Few","views":3}`);
  const id = await service.newSource('rejects');
  const [run] = await service.runsOf(id);
  assert.deepEqual([run.report.added, run.report.rejected], [1, 1]);
  const rejectsOf = async (of: string) => (await service.operator('GET', `/operator/imports/${of}/rejects`)).body;
  assert.deepEqual(JSON.parse(await rejectsOf(run.id)).value, { text: 'Few', views: 3 });
  const byHand = await service.import(hookLine('Too few by hand', { views: 3 }), 'preset=hookline');
  await service.runAgain(id, 2);
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  await deleteOldRuns(db, new Date());
  await close();
  assert.deepEqual([await rejectsOf(run.id), await rejectsOf(byHand.import_id)], ['', '']);
  assert.equal((await service.operator('GET', `/operator/imports/${byHand.import_id}`)).body.report.rejected, 1);
  assert.equal((await service.runsOf(id)).map(({ state }) => state).join(), 'done');
});

test('a source can be changed, paused, resumed and deleted; its hooks remain', async () => {
  upstream.put('/first', hookLine('Changeable first', { id: '1' }));
  upstream.put('/second', hookLine('Changeable second', { id: '2' }));
  const id = await service.newSource('changeable', { location: upstream.url('/first') });
  const patch = async (body: object) => (await service.operator('PATCH', '/operator/sources/changeable', body)).body;
  const moved = await patch({ location: upstream.url('/second'), every: '0 6 * * *', set: ['niche=food'] });
  assert.deepEqual([moved.every, moved.set, moved.preset], ['0 6 * * *', ['niche=food'], 'hookline']);
  await service.runAgain(id, 2);
  assert.equal(upstream.requests('/second')[0]?.headers['if-none-match'], undefined);
  const next = new Date((await service.sourceOf(id)).next_run_at);
  assert.deepEqual([next.getUTCHours(), next.getUTCMinutes()], [6, 0]);
  assert.ok(next.getTime() <= Date.now() + 24 * 3_600_000);
  const paused = await patch({ enabled: false });
  assert.deepEqual([paused.state, paused.next_run_at], ['paused', null]);
  assert.equal((await patch({ enabled: true })).state, 'waiting');
  assert.equal((await service.operator('DELETE', `/operator/sources/${id}`)).status, 200);
  assert.equal((await service.operator('GET', `/operator/sources/${id}`)).status, 404);
  assert.equal(await total('changeable'), 2, 'it is additive');
});

test('a source that is deleted or changed during a run publishes nothing from that run', async () => {
  for (const what of ['deleted', 'changed']) {
    const release = putHeld(`/${what}`, hookLine(`Read too early of the ${what}`));
    const { id } = (await create({ name: what, location: upstream.url(`/${what}`), preset: 'hookline' })).body;
    await upstream.received(`/${what}`, 1);
    const path = `/operator/sources/${id}`;
    if (what === 'deleted') await service.operator('DELETE', path);
    else await service.operator('PATCH', path, { location: upstream.url('/new') });
    const started = await service.observed('source_run_started', id);
    assert.ok(started.kind === 'source_run_started');
    release();
    await service.observed('import_failed', started.importId);
    assert.equal(await total(`early ${what}`), 0);
  }
});

/** Resolves when a statement of the database waits for a lock. */
const someoneWaits = (db: Database) =>
  until(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows,
    ({ length }) => length > 0,
  );

test('deleting a source while its run is settled or its import undone makes neither fail', async () => {
  const { db, url, close } = await testDatabase();
  const now = new Date();
  const run = { sourceId: 'src_1', importId: 'imp_1' };
  const settle = () =>
    settleRun(db, run, { last_run_at: now, next_run_at: now }, { state: 'done', error: null, usage: null });
  const undo = () =>
    undoImport({ actor: system, databaseUrl: url, observe: () => {}, jobs: noJobs }, { id: run.importId });
  for (const [act, expected] of [
    [settle, false],
    [undo, null],
  ] as const) {
    await db.deleteFrom('imports').execute();
    await db.transaction().execute((trx) =>
      insertSource(trx, {
        ...{ id: run.sourceId, name: 'deleted', location: 'https://example.com/', mapping: '{}', is_snapshot: false },
        ...{ may_shrink: false, every: null, enabled: true, next_run_at: now, created_at: now, updated_at: now },
      }),
    );
    await beginRun(db, { ...run, now }, () => 'file');
    if (act === undo) await db.updateTable('imports').set({ state: 'done', published_at: now }).execute();
    const acting = await db.transaction().execute(async (trx) => {
      await lockSource(trx, run.sourceId);
      const outcome = act();
      await someoneWaits(db);
      await deleteSource(trx, run.sourceId);
      return { outcome };
    });
    const outcome = await acting.outcome;
    assert.equal(typeof outcome === 'boolean' ? outcome : outcome.paused_source, expected);
  }
  await close();
});

test('a request whose transaction is a deadlock victim gets 503 with Retry-After, and succeeds when repeated', async () => {
  upstream.put('/locked', hookLine('Locked hook', { id: '1' }));
  const id = await service.newSource('locked');
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const remove = () => service.operator('DELETE', `/operator/sources/${id}`);
  const removing = await db.transaction().execute(async (trx) => {
    // The other transaction detects the deadlock.
    await sql`set local deadlock_timeout = '1min'`.execute(trx);
    await trx.selectFrom('imports').select('id').where('source_id', '=', id).forUpdate().execute();
    const answer = remove();
    await someoneWaits(db);
    await lockSource(trx, id);
    return { answer };
  });
  const { status, body, headers } = await removing.answer;
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  assert.equal((await remove()).status, 200);
  await close();
});

test('an invalid source is rejected with the field and the reason', async () => {
  const bad: [object, string, RegExp][] = [
    [{ name: 'guarded' }, 'conflict', /already/],
    [{ location: 'relative/path' }, '#/location', /absolute path/],
    [{ every: '0 0 30 2 *' }, '#/every', /five fields/],
    [{ preset: 'hoklin' }, '#/preset', /hookline/],
  ];
  for (const [change, where, detail] of bad) {
    const { body } = await create({ name: 'x', location: upstream.url('/x'), preset: 'hookline', ...change });
    const error = body.errors?.[0];
    assert.equal(error?.pointer ?? body.code, where);
    assert.match(error?.detail ?? body.detail, detail);
  }
});

test('a source reads files only in the allowed directories, by any path, and never the data directory', async () => {
  const file = join(directory, 'hooks.jsonl');
  writeFileSync(file, hookLine('A line of an allowed directory', { id: 'a' }));
  symlinkSync('/etc', join(directory, 'etc'));
  symlinkSync(service.dataDir, join(directory, 'data'));
  const outside = /HOOKLINE_SOURCE_DIRS/;
  const etc = ['/etc/passwd', `${directory}/../../etc/passwd`, join(directory, 'etc/passwd')];
  for (const location of [...etc, join(directory, 'data')]) {
    const { status, body } = await create({ name: 'dirs', location, map: ['text=a'] });
    assert.equal(status, 422, location);
    assert.match(body.errors[0].detail, location.endsWith('data') ? /data directory/ : outside, location);
  }
  const id = await service.newSource('dirs', { location: file });
  rmSync(file);
  symlinkSync('/etc/passwd', file);
  assert.match((await service.runAgain(id, 1, 'failed', { force: true })).error, outside);
});

test('due sources are run once, however many processes check', async () => {
  const database = await testDatabase();
  const { db, url } = database;
  const start = () => startJobs(url, { isSoleWorker: false }, () => {});
  const instances = await Promise.all([start(), start()]);
  const jobs = defined(instances[0]);
  const paths = { sourceDirs: [tmpdir()], dataDir: '/nowhere' };
  const deps = { db, jobs, actor: system, updateEvery: '4h', paths, allowPrivate: true };
  const add = (name: string) => createSource(deps, { name, location: upstream.url('/due'), enabled: false });
  const [due, later] = [await add('due'), await add('later')];
  await add('paused');
  for (const name of ['due', 'later']) await updateSource(deps, { id: name, enabled: true });
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  await db.transaction().execute((trx) => changeSource(trx, later.id, { next_run_at: tomorrow }));
  for (let round = 0; round < 2; round++)
    await Promise.all(instances.map((each) => startDueSources({ db, jobs: each })));
  const [first, release, done] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const ran: string[] = [];
  for (const each of instances)
    await each.work('source', async ({ sourceId }) => {
      ran.push(sourceId);
      first?.resolve();
      await release?.promise;
      // The marker is last in the queue, so nothing else is pending when it runs.
      if (sourceId === 'marker') done?.resolve();
    });
  await first?.promise;
  // A running source is still due, so the next check must skip it.
  await startDueSources({ db, jobs });
  await db.transaction().execute((trx) => jobs.send(trx, 'source', { sourceId: 'marker', isForced: false }, 'marker'));
  release?.resolve();
  await done?.promise;
  assert.deepEqual(ran, [due.id, 'marker']);
  const inside = createSource(
    { ...deps, allowPrivate: false },
    { name: 'inside', location: 'https://127.0.0.1/x.csv' },
  );
  await assert.rejects(inside, /location does not resolve to a public address/);
  await Promise.all(instances.map((each) => each.close()));
  await database.close();
});

/** Runs `hookline admin sources`. */
async function sources(...words: string[]) {
  const output = mock.method(console, 'log', () => {});
  const error = mock.method(console, 'error', () => {});
  const code = await runCommand(['sources', ...words, '--url', service.url, '--key', operatorKey]);
  const text = ({ mock: { calls } }: typeof output) => calls.map((call) => String(call.arguments)).join('\n');
  const result = { code, output: text(output), error: text(error) };
  mock.restoreAll();
  return result;
}

const json = async (...words: string[]) => JSON.parse((await sources(...words, '--json')).output);

test('a source is added, shown, changed, run, paused, resumed and deleted from the command line', async () => {
  // Commands resolve paths against the working directory.
  process.chdir(directory);
  writeFileSync(join(directory, 'hooks.csv'), 'Caption,Plays\nHow do you start a day like this?,900000\n');
  const words = ['--map', 'text=Caption', '--map', 'views=Plays', '--set', 'niche=food', '--every', '1d', '--snapshot'];
  const added = await json('add', 'from-cli', 'hooks.csv', ...words);
  assert.deepEqual(
    [added.location, added.map, added.set, added.every, added.snapshot],
    [join(directory, 'hooks.csv'), ['text=Caption', 'views=Plays'], ['niche=food'], '1d', true],
  );
  await service.observed('source_run_finished', added.id);
  assert.match((await sources('list')).output, /from-cli +waiting +1d/);
  const changed = await json('update', 'from-cli', '--every', '0 6 * * *', '--additive');
  assert.deepEqual([changed.every, changed.snapshot, changed.map.length], ['0 6 * * *', false, 2]);
  await sources('run', added.id, '--force');
  await service.observed('source_run_finished', added.id, 2);
  const { runs } = await json('runs', 'from-cli');
  assert.equal(runs.length, 2);
  assert.equal((await json('pause', 'from-cli')).state, 'paused');
  assert.equal((await json('resume', 'from-cli')).state, 'waiting');
  assert.equal((await json('delete', 'from-cli')).id, added.id);
  const absent = await sources('show', 'from-cli');
  assert.deepEqual([absent.code, (await sources('frobnicate')).code], [1, 2]);
  assert.match(absent.error, /There is no source from-cli/);
});

test('--dry-run prints what the first run would import, and creates nothing', async () => {
  service.upstream.put('/dry', hookLine('A line of a dry run'));
  const { output } = await sources('add', 'dry', service.upstream.url('/dry'), '--preset', 'hookline', '--dry-run');
  assert.match(output, /dry: 1 record, preset hookline\nNothing was imported\. The import would be: 1 published/);
  assert.match(output, /line 1: published\n {6}A line of a dry run/);
  assert.equal((await service.operator('GET', '/operator/sources/dry')).status, 404);
});

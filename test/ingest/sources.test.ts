// Sources: runs, snapshots, failures and changes, through the real service and real upstream servers.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { openDatabase } from '../../src/db/database.ts';
import { deleteOldRuns } from '../../src/ingest/sources/store.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

let service: TestService;
let upstream: Upstream;
let key: string;
let directory: string;

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_SOURCE_DIRS: `${tmpdir()}:${fixtures}` };
  [service, upstream] = await Promise.all([testService(env), startUpstream()]);
  key = (await service.account('scale')).key;
  directory = mkdtempSync(join(tmpdir(), 'hookline-sources-'));
});

after(async () => {
  await service.close();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

type Run = { id: string; state: string; error: string | null; report: Record<string, number> | null };

/** Creates a source and waits for its first run. */
async function newSource(
  name: string,
  more: object = {},
  outcome: 'finished' | 'failed' = 'finished',
): Promise<string> {
  const body = { name, location: upstream.url(`/${name}.jsonl`), preset: 'hookline', ...more };
  const created = await service.operator('POST', '/operator/sources', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await service.observed(`source_run_${outcome}`, created.body.id);
  return created.body.id;
}

/** Runs a source and returns the run once it has ended. `nth`: among the source's runs with this outcome. */
async function runAgain(id: string, outcome: 'finished' | 'failed', nth: number, body: object = {}): Promise<Run> {
  const answer = await service.operator('POST', `/operator/sources/${id}/run`, body);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  await service.observed(`source_run_${outcome}`, id, nth);
  return latestRunOf(id);
}

const runsOf = async (id: string): Promise<Run[]> =>
  (await service.operator('GET', `/operator/sources/${id}/runs`)).body.runs;
const latestRunOf = async (id: string): Promise<Run> => {
  const [latest] = await runsOf(id);
  assert.ok(latest);
  return latest;
};
const sourceOf = async (id: string) => (await service.operator('GET', `/operator/sources/${id}`)).body;
const found = async (word: string) => (await service.get(`/hooks?q=${word}`, key)).body;
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => hookLine(`${word} number ${n} of the list`, { id: `${word}${n}` })).join(
    '\n',
  );

test('an unchanged file is not downloaded or imported again; a changed one is', async () => {
  upstream.put('/etag.jsonl', hookLine('Etagged hook one', { id: '1' }));
  const id = await newSource('etag');
  assert.equal((await found('etagged')).total, 1);
  const version = (await service.get('/meta', key)).body.data.catalog_version;
  const unchanged = await runAgain(id, 'finished', 2);
  assert.deepEqual([unchanged.state, unchanged.report], ['unchanged', null]);
  assert.equal((await service.get('/meta', key)).body.data.catalog_version, version);
  assert.ok(upstream.requests('/etag.jsonl')[1]?.headers['if-none-match']);
  upstream.put('/etag.jsonl', hookLine('Etagged hook one', { id: '1', views: 900_000 }));
  const changed = await runAgain(id, 'finished', 3);
  assert.deepEqual([changed.state, changed.report?.updated], ['done', 1]);
  assert.equal((await found('etagged')).data[0].views, 900_000);
  assert.equal((await sourceOf(id)).last_import_id, changed.id);
});

test('files of a directory are imported again only if a byte of them has changed, or by force', async () => {
  const path = join(directory, 'same');
  mkdirSync(path);
  for (const word of ['Same', 'Equal']) writeFileSync(join(path, `${word}.jsonl`), lines(2, word));
  const id = await newSource('same', { location: path });
  assert.equal((await latestRunOf(id)).report?.added, 4);
  const unchanged = await runAgain(id, 'finished', 2);
  assert.deepEqual([unchanged.state, unchanged.report], ['unchanged', null]);
  const forced = await runAgain(id, 'finished', 3, { force: true });
  assert.deepEqual([forced.state, forced.report?.unchanged], ['done', 4]);
  appendFileSync(join(path, 'Equal.jsonl'), `\n${hookLine('Equal as before', { id: 'more' })}`);
  const changed = await runAgain(id, 'finished', 4);
  assert.deepEqual([changed.report?.added, changed.report?.unchanged], [1, 4]);
});

test('a hook missing from a snapshot is retired, and keeps its id when it returns', async () => {
  const [one, two] = [hookLine('Vanishing alpha', { id: '1' }), hookLine('Vanishing beta', { id: '2' })];
  upstream.put('/vanish.jsonl', `${one}\n${two}`);
  const id = await newSource('vanish', { snapshot: true });
  const hook = (await found('beta')).data[0].id;
  upstream.put('/vanish.jsonl', one);
  assert.equal((await runAgain(id, 'finished', 2)).report?.retired, 1);
  assert.equal((await service.get(`/hooks/${hook}`, key)).status, 410);
  upstream.put('/vanish.jsonl', `${one}\n${two}\n`);
  await runAgain(id, 'finished', 3);
  assert.equal((await service.get(`/hooks/${hook}`, key)).status, 200);
});

test('an additive source retires nothing', async () => {
  upstream.put('/additive.jsonl', lines(2, 'Additive'));
  const id = await newSource('additive');
  upstream.put('/additive.jsonl', lines(1, 'Additive'));
  assert.equal((await runAgain(id, 'finished', 2)).report?.retired, 0);
  assert.equal((await found('additive')).total, 2);
});

test('runs of a source never overlap: while one hangs, a second run answers 409', async () => {
  let release: () => void = () => {};
  upstream.put('/hanging.jsonl', (res) => {
    release = () => res.writeHead(200, { 'content-length': 0 }).end();
  });
  const body = { name: 'hanging', location: upstream.url('/hanging.jsonl'), preset: 'hookline' };
  const { id } = (await service.operator('POST', '/operator/sources', body)).body;
  await upstream.received('/hanging.jsonl', 1);
  for (let n = 0; n < 2; n++)
    assert.equal((await service.operator('POST', `/operator/sources/${id}/run`)).body.code, 'conflict');
  assert.equal((await sourceOf(id)).state, 'running');
  release();
  await service.observed('source_run_failed', id);
  assert.equal(upstream.requests('/hanging.jsonl').length, 1);
});

test('a source whose import is done can run again at once, before its run is settled', async () => {
  upstream.put('/again.jsonl', lines(1, 'Again'));
  const id = await newSource('again');
  const { db, pool, close } = openDatabase(service.databaseUrl, () => {});
  const client = await pool.connect();
  try {
    // Holds up the settlement of runs until the lock is released.
    await sql`create function await_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4711); return new; end'`.execute(db);
    await sql`create trigger await_test before update on sources for each row
      when (old.run_id is not null and new.run_id is null) execute function await_test()`.execute(db);
    await client.query('select pg_advisory_lock(4711)');
    upstream.put('/again.jsonl', lines(2, 'Again'));
    assert.equal((await service.operator('POST', `/operator/sources/${id}/run`)).status, 202);
    await until(
      () => client.query("select 1 from pg_locks where locktype = 'advisory' and not granted"),
      ({ rowCount }) => rowCount === 1,
    );
    assert.deepEqual([(await latestRunOf(id)).state, (await sourceOf(id)).state], ['done', 'running']);
    const again = service.operator('POST', `/operator/sources/${id}/run`);
    // Until the request has found the unsettled run.
    for (let n = 0; n < 5; n++) await sourceOf(id);
    await client.query('select pg_advisory_unlock(4711)');
    assert.equal((await again).status, 202);
    await service.observed('source_run_finished', id, 3);
    assert.equal((await runsOf(id)).length, 3);
  } finally {
    client.release(true);
    await sql`drop function await_test cascade`.execute(db);
    await close();
  }
});

test('a failing source backs off, shows its last error, changes nothing, and recovers', async () => {
  upstream.put('/flaky.jsonl', hookLine('Flaky hook stays', { id: '1' }));
  const id = await newSource('flaky', { every: '1d' });
  upstream.put('/flaky.jsonl', (res) => res.writeHead(503).end());
  const waits: number[] = [];
  for (let failures = 1; failures <= 3; failures++) {
    const run = await runAgain(id, 'failed', failures);
    const source = await sourceOf(id);
    assert.deepEqual([run.state, source.state, source.failures], ['failed', 'failing', failures]);
    assert.match(source.last_error, /^127\.0\.0\.1:\d+ answered 503\.$/);
    waits.push(Math.round((Date.parse(source.next_run_at) - Date.parse(source.last_run_at)) / 60_000));
  }
  assert.deepEqual(waits, [1, 2, 4]);
  assert.equal((await found('flaky')).total, 1);
  upstream.put('/flaky.jsonl', hookLine('Flaky hook stays', { id: '1', views: 800_000 }));
  await runAgain(id, 'finished', 2);
  const source = await sourceOf(id);
  assert.deepEqual([source.state, source.failures, source.last_error], ['waiting', 0, null]);
});

test('a truncated, unreadable or empty snapshot retires nothing', async () => {
  const whole = lines(3, 'Guarded');
  upstream.put('/guarded.jsonl', whole);
  const id = await newSource('guarded', { snapshot: true });
  const packed = gzipSync(`${whole}\n${lines(500, 'Filler')}`);
  const bad: [string, string | Buffer | Parameters<Upstream['put']>[1], RegExp][] = [
    ['an empty file', '', /empty/],
    ['an error page', '<!doctype html><html><body>Sorry</body></html>', /None of 1 record can be used.*<!doctype/],
    ['only rejected records', hookLine('Too few views', { views: 5 }), /None of 1 record/],
    ['a cut gzip', packed.subarray(0, packed.length - 20), /ends in the middle of a record/],
    [
      'a cut array',
      `[${hookLine('Guarded number 0 of the list', { id: 'Guarded0' })},`,
      /ends in the middle of a record/,
    ],
    [
      'a cut stream',
      (res) => {
        res.writeHead(200, { 'content-length': 100_000 });
        res.write(`${hookLine('Half of it')}\n`, () => res.destroy());
      },
      /closed before the end/,
    ],
    [
      'a cut chunked stream',
      (res) => {
        res.writeHead(200);
        res.write(`${hookLine('Half of it')}\n`, () => res.destroy());
      },
      /closed before the end/,
    ],
  ];
  for (const [nth, [what, content, error]] of bad.entries()) {
    upstream.put('/guarded.jsonl', content);
    const run = await runAgain(id, 'failed', nth + 1);
    assert.match(run.error ?? '', error, what);
    assert.equal((await found('guarded')).total, 3, what);
  }
  assert.equal((await found('half')).total, 0);
});

test('a snapshot that would retire more than half is rejected, unless it is forced', async () => {
  upstream.put('/shrinking.jsonl', lines(25, 'Shrinking'));
  const id = await newSource('shrinking', { snapshot: true });
  upstream.put('/shrinking.jsonl', lines(12, 'Shrinking'));
  const rejected = await runAgain(id, 'failed', 1);
  assert.match(rejected.error ?? '', /would retire 13 of the 25 hooks of shrinking/);
  assert.equal((await found('shrinking')).total, 25);
  assert.equal((await runAgain(id, 'finished', 2, { force: true })).report?.retired, 13);
  assert.equal((await found('shrinking')).total, 12);
  // The same guard applies to manual imports.
  const query = 'preset=hookline&format=jsonl&source=shrinking&snapshot=1';
  const manual = await service.import(lines(1, 'Shrinking'), query);
  assert.deepEqual([manual.error.code, (await found('shrinking')).total], ['conflict', 12]);
  assert.equal((await service.import(lines(1, 'Shrinking'), `${query}&force=1`)).report.retired, 11);
});

test('a directory is one import; if one of its files is truncated, nothing is applied', async () => {
  for (const word of ['Apple', 'Banana', 'Cherry']) writeFileSync(join(directory, `${word}.jsonl`), lines(2, word));
  const id = await newSource('folder', { location: directory, snapshot: true });
  const first = await latestRunOf(id);
  assert.deepEqual([first.report?.added, first.report?.retired], [6, 0]);
  writeFileSync(join(directory, 'Apple.jsonl'), lines(3, 'Apple'));
  const packed = gzipSync(lines(500, 'Damson'));
  writeFileSync(join(directory, 'Damson.jsonl.gz'), packed.subarray(0, packed.length - 20));
  const broken = await runAgain(id, 'failed', 1);
  assert.match(broken.error ?? '', /Damson\.jsonl\.gz ends in the middle/);
  assert.deepEqual([(await found('apple')).total, (await found('damson')).total], [2, 0]);
  rmSync(join(directory, 'Damson.jsonl.gz'));
  writeFileSync(join(directory, 'Elder.csv'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n');
  assert.match((await runAgain(id, 'failed', 2)).error ?? '', /Elder\.csv: the file is a Git LFS pointer/);
  rmSync(join(directory, 'Elder.csv'));
  assert.deepEqual((await runAgain(id, 'finished', 2)).report?.added, 1);
  rmSync(join(directory, 'Banana.jsonl'));
  assert.equal((await runAgain(id, 'finished', 3)).report?.retired, 2);
});

test('a yt-dlp directory can be a source; the hooks are the spoken lines', async () => {
  const id = await newSource('videos', { location: join(fixtures, 'yt-dlp'), preset: 'yt-dlp', snapshot: true });
  const { report } = await latestRunOf(id);
  assert.deepEqual([report?.read, report?.rejected], [5, 0]);
});

test('rejects of runs and of imports by hand are kept, and deleted with time, as are runs without changes', async () => {
  upstream.put('/rejects.jsonl', `${hookLine('Kept beside a reject', { id: '1' })}\n{"text":"Few","views":3}`);
  const id = await newSource('rejects');
  const run = await latestRunOf(id);
  assert.deepEqual([run.report?.added, run.report?.rejected], [1, 1]);
  const { body } = await service.operator('GET', `/operator/imports/${run.id}/rejects`);
  assert.deepEqual(JSON.parse(body).value, { text: 'Few', views: 3 });
  const byHand = await service.import(hookLine('Too few by hand', { views: 3 }), 'preset=hookline');
  await runAgain(id, 'finished', 2);
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  await deleteOldRuns(db, new Date());
  await close();
  const rejects = await service.operator('GET', `/operator/imports/${run.id}/rejects`);
  const rejectsByHand = await service.operator('GET', `/operator/imports/${byHand.import_id}/rejects`);
  assert.equal(rejectsByHand.body, '');
  assert.equal((await service.operator('GET', `/operator/imports/${byHand.import_id}`)).body.report.rejected, 1);
  const kept = await runsOf(id);
  assert.deepEqual([rejects.body, kept.map(({ state }) => state)], ['', ['done']]);
});

test('a source can be changed, paused, resumed and deleted; its hooks remain', async () => {
  upstream.put('/first.jsonl', hookLine('Changeable first', { id: '1' }));
  upstream.put('/second.jsonl', hookLine('Changeable second', { id: '2' }));
  const id = await newSource('changeable', { location: upstream.url('/first.jsonl') });
  const patch = (body: object) => service.operator('PATCH', '/operator/sources/changeable', body);
  const { body: moved } = await patch({
    location: upstream.url('/second.jsonl'),
    every: '0 6 * * *',
    set: ['niche=food'],
  });
  assert.deepEqual([moved.every, moved.set, moved.preset], ['0 6 * * *', ['niche=food'], 'hookline']);
  await runAgain(id, 'finished', 2);
  assert.equal(upstream.requests('/second.jsonl')[0]?.headers['if-none-match'], undefined);
  const after6 = new Date(Date.now() + 24 * 3_600_000);
  const next = new Date((await sourceOf(id)).next_run_at);
  assert.deepEqual([next.getUTCHours(), next.getUTCMinutes(), next <= after6], [6, 0, true]);
  const { body: paused } = await patch({ enabled: false });
  assert.deepEqual([paused.state, paused.next_run_at], ['paused', null]);
  assert.equal((await patch({ enabled: true })).body.state, 'waiting');
  assert.equal((await service.operator('DELETE', `/operator/sources/${id}`)).status, 200);
  assert.equal((await service.operator('GET', `/operator/sources/${id}`)).status, 404);
  assert.equal((await found('changeable')).total, 2);
});

for (const what of ['deleted', 'changed'] as const)
  test(`a source that is ${what} while it runs publishes nothing of what it read`, async () => {
    const content = hookLine(`Read too early of the ${what}`);
    let release: () => void = () => {};
    upstream.put(`/${what}.jsonl`, (res) => {
      const headers = { etag: '"old"', 'content-length': Buffer.byteLength(content) };
      release = () => res.writeHead(200, headers).end(content);
    });
    upstream.put(`/new-${what}.jsonl`, hookLine(`In good time of the ${what}`));
    const body = { name: what, location: upstream.url(`/${what}.jsonl`), preset: 'hookline' };
    const { id } = (await service.operator('POST', '/operator/sources', body)).body;
    await upstream.received(`/${what}.jsonl`, 1);
    const path = `/operator/sources/${id}`;
    if (what === 'deleted') await service.operator('DELETE', path);
    else await service.operator('PATCH', path, { location: upstream.url(`/new-${what}.jsonl`) });
    const { importId } = (await service.observed('source_run_started', id)) as { importId: string };
    const failed = service.observed('import_failed', importId);
    release();
    await failed;
    assert.equal((await found(`early%20${what}`)).total, 0);
    if (what === 'deleted') return;
    // Retries until the former run has ended.
    await until(
      () => service.operator('POST', `${path}/run`),
      ({ status }) => status === 202,
    );
    await service.observed('source_run_finished', id);
    assert.equal(upstream.requests('/new-changed.jsonl')[0]?.headers['if-none-match'], undefined);
    assert.equal((await found('good%20time%20changed')).total, 1);
  });

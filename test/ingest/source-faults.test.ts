// Sources when processes crash, stop or run in parallel: every run ends once, and no two fetch at the same time.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { system } from '../../src/audit/actor.ts';
import { createSource, startDueSources, updateSource } from '../../src/ingest/sources/actions.ts';
import { changeSource } from '../../src/ingest/sources/store.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { testDatabase } from '../setup/database.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { call, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

let upstream: Upstream;
const directories: string[] = [];
const stillRunning = new Set<Running>();

before(async () => {
  upstream = await startUpstream();
});

after(async () => {
  for (const { child, exit } of [...stillRunning]) {
    // Not SIGKILL, which would leave its database behind.
    child.kill('SIGTERM');
    await exit;
  }
  await upstream.close();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

async function start(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  const running = await startProcess(dataDir, { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_SAMPLE: '0', ...env });
  stillRunning.add(running);
  running.exit.then(() => stillRunning.delete(running));
  return running;
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hookline-source-faults-'));
  directories.push(path);
  return path;
}

/** A file whose first `hanging` requests get no response. */
function putHanging(path: string, content: string, hanging: number): void {
  let requests = 0;
  upstream.put(path, (res) => {
    if (++requests > hanging) res.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
  });
}

const add = (running: Running, name: string) =>
  call(running, running.operatorKey, 'POST', '/operator/sources', {
    name,
    location: upstream.url(`/${name}.jsonl`),
    preset: 'hookline',
  });

type Run = { state: string; error: string | null; report: { added: number } | null };

/** All runs, once the newest has this state. */
const runsOf = (running: Running, name: string, state: string): Promise<Run[]> =>
  until(
    async () => (await call(running, running.operatorKey, 'GET', `/operator/sources/${name}/runs`)).body.runs,
    ([newest]) => newest?.state === state,
  );

// Concurrent, since the second test waits for the heartbeat timeout of a dead process.
describe('sources of several processes', { concurrency: true }, () => {
  describe('a process on its own database', { concurrency: false }, () => {
    /** Shared by both tests: the second continues with the service that the first restarted. */
    let restarted: { dataDir: string; running: Running } | undefined;

    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      test(`a run interrupted by ${signal} is repeated at the next start`, async () => {
        const name = `interrupted-by-${signal.toLowerCase()}`;
        putHanging(`/${name}.jsonl`, hookLine(`Came in the end, after ${signal}`), 1);
        const dataDir = restarted?.dataDir ?? directory();
        const first = restarted?.running ?? (await start(dataDir));
        await add(first, name);
        await upstream.received(`/${name}.jsonl`, 1);
        first.child.kill(signal);
        await first.exit;
        const second = await start(dataDir);
        restarted = { dataDir, running: second };
        const runs = await runsOf(second, name, 'done');
        assert.deepEqual(
          runs.map(({ state, report }) => [state, report?.added]),
          [
            ['done', 1],
            ['failed', undefined],
          ],
        );
        assert.match(runs[1]?.error ?? '', /interrupted/);
        assert.equal(upstream.requests(`/${name}.jsonl`).length, 2);
      });
    }
  });

  test('one of two processes runs a source; when it is killed, the other takes over the run', async () => {
    const database = await testDatabase();
    const [firstDir, otherDir] = [directory(), directory()];
    for (const dataDir of [firstDir, otherDir]) writeFileSync(join(dataDir, 'operator.key'), operatorKey);
    const one = await start(firstDir, { DATABASE_URL: database.url });
    putHanging('/shared.jsonl', hookLine('Taken over by the other'), 1);
    await add(one, 'shared');
    await upstream.received('/shared.jsonl', 1);
    const other = await start(otherDir, { DATABASE_URL: database.url });
    for (const running of [one, other]) {
      const again = await call(running, operatorKey, 'POST', '/operator/sources/shared/run');
      assert.equal(again.body.code, 'conflict');
    }
    assert.equal(upstream.requests('/shared.jsonl').length, 1);
    one.child.kill('SIGKILL');
    await one.exit;
    const runs = await runsOf(other, 'shared', 'done');
    assert.deepEqual([runs.length, runs[0]?.report?.added], [2, 1]);
    assert.equal(upstream.requests('/shared.jsonl').length, 2);
    other.child.kill('SIGTERM');
    await other.exit;
    await database.close();
  });

  test('due sources are run once, however many processes look them up', async () => {
    const database = await testDatabase();
    const { db, url } = database;
    const ran: string[] = [];
    const start = () => startJobs(url, { isSoleWorker: false }, () => {});
    const [one, two, three] = await Promise.all([start(), start(), start()]);
    const instances = [one, two, three];
    const paths = { sourceDirs: [tmpdir()], dataDir: '/nowhere' };
    const deps = { db, updateEvery: '4h', allowPrivate: true, paths };
    upstream.put('/due.jsonl', '');
    const create = (name: string) => {
      const input = { name, location: upstream.url('/due.jsonl'), enabled: false };
      return createSource({ ...deps, actor: system, jobs: one }, input);
    };
    const { id: dueId } = await create('due');
    await create('paused');
    const { id: laterId } = await create('later');
    await updateSource({ ...deps, actor: system, jobs: one }, 'due', { enabled: true });
    await updateSource({ ...deps, actor: system, jobs: one }, 'later', { enabled: true, every: '1d' });
    await db.transaction().execute((trx) => changeSource(trx, laterId, { next_run_at: new Date(Date.now() + 60_000) }));
    for (let round = 0; round < 2; round++) await Promise.all(instances.map((jobs) => startDueSources({ db, jobs })));
    const first = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    for (const jobs of instances)
      await jobs.work('source', async ({ sourceId }) => {
        ran.push(sourceId);
        first.resolve();
        await release.promise;
        // The marker is last in the queue, so nothing else is waiting when it runs.
        if (sourceId === 'marker') done.resolve();
      });
    await first.promise;
    // A running source is still due; the next look-up must skip it.
    await startDueSources({ db, jobs: two });
    await db
      .transaction()
      .execute((trx) => three.send(trx, 'source', { sourceId: 'marker', isForced: false }, 'marker'));
    release.resolve();
    await done.promise;
    assert.deepEqual(ran, [dueId, 'marker']);
    await Promise.all(instances.map((jobs) => jobs.close()));
    await database.close();
  });
});

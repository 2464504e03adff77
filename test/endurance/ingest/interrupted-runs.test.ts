// Sources of two processes on one database: when the process that runs a source is killed, the other takes over the run. test/ingest has a
// collection that is killed between its requests.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../setup/database.ts';
import { hookLine, operatorKey } from '../../setup/service.ts';
import { call, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { startUpstream } from '../../setup/upstream.ts';

type Run = { state: string; report: { added: number } | null };

test('one of two processes runs a source; when it is killed, the other takes over the run', async (t) => {
  const [database, upstream] = [await testDatabase(), await startUpstream()];
  const directory = mkdtempSync(join(tmpdir(), 'hookline-interrupted-'));
  const env = { HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' };
  const start = async (name: string): Promise<Running> => {
    const running = await startProcess(join(directory, name), { ...env, DATABASE_URL: database.url });
    t.after(() => running.child.kill('SIGKILL'));
    return running;
  };
  const one = await start('one');
  const content = hookLine('Taken over by the other');
  let requests = 0;
  upstream.put('/shared.jsonl', (res) => {
    if (++requests > 1) res.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
  });
  const source = { name: 'shared', location: upstream.url('/shared.jsonl'), preset: 'hookline' };
  await call(one, operatorKey, 'POST', '/operator/sources', source);
  await upstream.received('/shared.jsonl', 1);
  const other = await start('other');
  for (const running of [one, other]) {
    const again = await call(running, operatorKey, 'POST', '/operator/sources/shared/run');
    assert.equal(again.body.code, 'conflict');
  }
  one.child.kill('SIGKILL');
  await one.exit;
  // The run is taken over after the timeout of its heartbeats.
  const runs = await until(
    async (): Promise<Run[]> => (await call(other, operatorKey, 'GET', '/operator/sources/shared/runs')).body.runs,
    ([newest]) => newest?.state === 'done',
  );
  assert.deepEqual([runs.length, runs[0]?.report?.added, requests], [2, 1, 2]);
  other.child.kill('SIGTERM');
  await other.exit;
  await upstream.close();
  await database.close();
  rmSync(directory, { recursive: true });
});

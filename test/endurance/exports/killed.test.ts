// Exports of a service that is ended by kill -9 at random times.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { hookLine } from '../../setup/service.ts';
import { call, importLines, newKey, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { seededRandom } from '../random.ts';

const random = seededRandom();
const formats = ['json', 'jsonl', 'csv', 'parquet'];

type Export = { export_id: string; status: string; format: string; sha256: string; size_bytes: number };

/** Resolves with all exports when `isEnough` accepts them. */
const exportsOf = (running: Running, key: string, isEnough: (exports: Export[]) => boolean): Promise<Export[]> =>
  until(async () => (await call(running, key, 'GET', '/exports?limit=100')).body.data, isEnough);

/** Enough that a file takes a while; few of them are about food. */
const lines = Array.from({ length: 3000 }, (_, n) =>
  hookLine(`Line ${n} of an export that meets a fault`, { niche: n % 100 === 0 ? 'food' : 'finance' }),
);

const countComplete = (exports: Export[]) => exports.filter(({ status }) => status === 'complete').length;

test('kill -9 at random times loses no accepted export: each completes with one complete file', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-faults-'));
  const start = () => startProcess(dataDir, { HOOKLINE_SAMPLE: '0' });
  let running = await start();
  t.after(async () => {
    // SIGKILL would leave its database running.
    running.child.kill('SIGTERM');
    await running.exit;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await importLines(running, lines);
  const key = await newKey(running, 'enterprise');
  const accepted: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 5; n++) {
      const { status, body } = await call(running, key, 'POST', '/export', { format: formats[n % 4] });
      assert.equal(status, 202);
      accepted.push(body.export_id);
    }
    const enough = round * 5 + Math.floor(random() * 4);
    await exportsOf(running, key, (exports) => countComplete(exports) >= enough);
    running.child.kill('SIGKILL');
    await running.exit;
    running = await start();
  }
  const exports = await exportsOf(running, key, (all) => countComplete(all) === accepted.length);
  assert.deepEqual(exports.map((one) => one.export_id).sort(), accepted.sort());
  // The restart has swept away the files of killed attempts.
  running.child.kill('SIGTERM');
  assert.equal(await running.exit, 0);
  running = await start();
  const compressed = exports.filter(({ format }) => format !== 'parquet').length;
  await exportsOf(running, key, () => readdirSync(join(dataDir, 'exports')).length === exports.length + compressed);
  for (const one of exports) {
    const names = readdirSync(join(dataDir, 'exports')).filter((name) => name.startsWith(`${one.export_id}-`));
    const [name = '', ...others] = names.sort();
    assert.deepEqual(others, one.format === 'parquet' ? [] : [`${name}.gz`]);
    const bytes = readFileSync(join(dataDir, 'exports', name));
    assert.equal(bytes.length, one.size_bytes);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), one.sha256);
    for (const gzip of others) assert.ok(gunzipSync(readFileSync(join(dataDir, 'exports', gzip))).equals(bytes));
  }
});

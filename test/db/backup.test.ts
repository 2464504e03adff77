// hookline admin backup: the copy is a data directory with everything acknowledged before it started, under concurrent writes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { embeddedUrl } from '../../src/db/embedded/server.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine } from '../setup/service.ts';
import { call, newKey, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const main = join(import.meta.dirname, '../../bin', 'hookline.js');
const directory = mkdtempSync(join(tmpdir(), 'hookline-backup-'));
const dataDir = join(directory, 'data');
const env = { HOOKLINE_SAMPLE: '0', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' };
const batch = 200;
let running: Running;
let key: string;

before(async () => {
  running = await startProcess(dataDir, env);
  key = await newKey(running, 'enterprise');
});

after(async () => {
  running.child.kill('SIGTERM');
  await running.exit;
  rmSync(directory, { recursive: true, force: true });
});

type Done = { code: number; output: string; error: string };

/** In a separate process, like an operator's command. */
function backup(target: string, more: Record<string, string> = {}): { child: ChildProcess; done: Promise<Done> } {
  const { promise: done, resolve } = Promise.withResolvers<Done>();
  const child = execFile(
    process.execPath,
    [main, 'admin', 'backup', target, '--json'],
    { env: { ...process.env, DATABASE_URL: '', HOOKLINE_DATA: dataDir, ...more } },
    (failure, output, error) => resolve({ code: failure ? Number(failure.code) : 0, output, error }),
  );
  return { child, done };
}

async function importBatch(name: string): Promise<void> {
  const body = Array.from({ length: batch }, (_, n) => hookLine(`What ${name} says, line ${n}`)).join('\n');
  const answer = await fetch(`${running.url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.operatorKey}`, 'content-type': 'application/octet-stream' },
    body,
  });
  const last = JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '');
  assert.equal(last.report?.added, batch, JSON.stringify(last));
}

async function total(of: Running): Promise<number> {
  return (await call(of, key, 'GET', '/hooks?limit=1')).body.total;
}

/** A backup that blocks while it copies, on a named pipe that has no writer. */
async function stalledBackup(target: string, inside = 'postgres') {
  const pipe = join(dataDir, inside, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { child, done } = backup(target);
  await appears(join(`${target}.unfinished`, inside));
  return { child, done, pipe };
}

/** Watches the parent directory. */
async function appears(path: string): Promise<void> {
  for (let parent = directory; !existsSync(path); ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watcher = watch(parent, () => resolve());
    const unfinished = join(path, '..');
    if (existsSync(unfinished)) parent = unfinished;
    else await promise;
    watcher.close();
  }
}

test('a backup under write load starts as a data directory, with everything acknowledged before it; the service keeps running', async () => {
  const receiver = await startReceiver();
  // Matches none of the hooks that are imported here.
  const wanted = { webhook_url: receiver.url, filters: { min_views: 9e9 } };
  const { body: webhook } = await call(running, key, 'POST', '/webhooks', wanted);
  const metered = await newKey(running, 'starter');
  for (let n = 0; n < 7; n++) await call(running, metered, 'GET', '/hooks?limit=1');
  await importBatch('the first');
  const acknowledged = await total(running);
  let isWriting = true;
  const writer = (async () => {
    for (let n = 0; isWriting; n++) await importBatch(`batch ${n}`);
  })();
  const target = join(directory, 'copy');
  const { code, output, error } = await backup(target).done;
  assert.equal(code, 0, error);
  const duringIt = await total(running);
  isWriting = false;
  await writer;
  assert.ok(JSON.parse(output).size_bytes > 1e6, output);
  assert.ok((await total(running)) > acknowledged, 'the service keeps writing');

  const restored = await startProcess(target, { ...env, HOOKLINE_OPERATOR_KEY: '' });
  try {
    const hooks = await total(restored);
    assert.ok(hooks >= acknowledged && hooks <= duringIt + batch, `${hooks}, not ${acknowledged} to ${duringIt}`);
    assert.equal(hooks % batch, 0, 'an import is complete or absent');
    const { body: usage } = await call(restored, metered, 'GET', '/usage');
    assert.ok(usage.data.windows[0].used >= 7, JSON.stringify(usage));
    await call(restored, key, 'POST', `/webhooks/${webhook.webhook_id}/test`);
    const [delivery] = await receiver.received(1);
    assert.ok(delivery);
    new Webhook(webhook.secret).verify(delivery.body, delivery.headers as Record<string, string>);
  } finally {
    restored.child.kill('SIGTERM');
    await restored.exit;
    await receiver.close();
  }
});

test('a killed backup releases its slot, cannot be started as a data directory, and the next one works', async () => {
  const target = join(directory, 'killed');
  const { child, done, pipe } = await stalledBackup(target);
  assert.match((await backup(join(directory, 'second')).done).error, /Another backup of .* is running/);
  child.kill('SIGKILL');
  await done;
  unlinkSync(pipe);
  const client = new pg.Client(embeddedUrl(dataDir));
  await client.connect();
  const isHeld = async () => (await client.query('select from pg_replication_slots')).rowCount;
  await until(isHeld, (slots) => slots === 0);
  await client.end();
  assert.ok(!existsSync(target));
  await assert.rejects(
    startProcess(`${target}.unfinished`, env),
    /is damaged: PG_VERSION is missing. Restore a backup/,
  );
  const next = await backup(target).done;
  assert.equal(next.code, 0, next.error);
  assert.ok(!existsSync(`${target}.unfinished`));
});

test('a backup that fails leaves nothing behind', async () => {
  // A socket cannot be copied, so the backup fails as on a full disk.
  const obstacle = createServer().listen(join(dataDir, 'exports', 'socket'));
  const before = readdirSync(directory);
  const { code, error } = await backup(join(directory, 'failed')).done;
  await new Promise((resolve) => obstacle.close(resolve));
  assert.equal(code, 1);
  assert.match(error, /ENXIO/);
  assert.deepEqual(readdirSync(directory), before);
});

test('a backup that is not possible fails with the reason', async () => {
  const full = join(directory, 'full');
  mkdirSync(join(full, 'of something'), { recursive: true });
  const cases: [string, Record<string, string>, RegExp][] = [
    [full, {}, /exists and is not empty/],
    [join(dataDir, 'backup'), {}, /backup is inside /],
    [join(directory, 'x'), { HOOKLINE_DATA: full }, /no embedded database in/],
    [join(directory, 'x'), { DATABASE_URL: 'postgres://elsewhere/db' }, /pg_dump/],
  ];
  await Promise.all(
    cases.map(async ([target, more, reason]) => {
      const { code, error } = await backup(target, more).done;
      assert.equal(code, 1);
      assert.match(error, reason);
    }),
  );
  assert.ok(!existsSync(join(directory, 'x')));
});

// A full disk, at the start and at run time: blocked operations report it, everything else continues, and no accepted data is lost.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { embeddedUrl } from '../../src/db/embedded/server.ts';
import { toUnavailableError } from '../../src/db/outage.ts';
import { startService } from '../../src/runtime/service.ts';
import { testDatabase } from '../setup/database.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, testService } from '../setup/service.ts';
import { call, importLines, newKey, prepareData, type Reply, type Running } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const megabyte = 1_000_000;
const reservedBytes = 30 * megabyte;
const disk = mkdtempSync(join(tmpdir(), 'hookline-disk-'));
const dataDir = join(disk, 'data');
// When the tests run as root, the server runs as another user, who needs access to the directory.
chmodSync(disk, 0o755);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk]);
const skip = mounted.status !== 0 && `cannot mount a small disk here: ${mounted.stderr}`;

after(() => {
  if (!skip) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const ballast = join(disk, 'ballast');

/** Fills the disk, leaving about this much. */
function fill(leftBytes: number): void {
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  // `head` ends early if another process takes the rest, where `fallocate` would allocate nothing.
  const commands = 'fallocate -l "$1" "$2" || head -c "$1" /dev/zero > "$2"';
  spawnSync('sh', ['-c', commands, 'sh', String(bavail * bsize - leftBytes), ballast]);
}

const env = {
  HOOKLINE_SAMPLE: '0',
  HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  HOOKLINE_WEBHOOK_RETRIES: '2s,2s,1m',
  HOOKLINE_LIMIT_RESERVED_DISK_BYTES: String(reservedBytes),
};
const lines = Array.from({ length: 800 }, (_, n) => hookLine(`Line ${n} of a catalog whose export takes some space`));
let accounts = 0;

type Started = Pick<Running, 'url' | 'operatorKey'>;

function write(running: Started): Promise<Reply> {
  const account = { name: 'Ann', email: `write${++accounts}@example.com` };
  return call(running, running.operatorKey, 'POST', '/operator/accounts', account);
}

async function importLine(running: Started, body = hookLine('One more line')): Promise<Reply> {
  const response = await fetch(`${running.url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.operatorKey}`, 'content-type': 'application/octet-stream' },
    body,
  });
  return { status: response.status, body: JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '') };
}

function assertFull({ status, body }: Reply): void {
  assert.deepEqual([status, body.code], [507, 'insufficient_storage'], JSON.stringify(body));
  assert.ok(
    body.detail.startsWith(`The disk of ${dataDir} is full: `) && /Free space on it/.test(body.detail),
    body.detail,
  );
}

async function problems(running: Started): Promise<string> {
  const { body } = await call(running, running.operatorKey, 'GET', '/operator/health');
  return JSON.stringify([body.problems, body.disk]);
}

/** Fills the WAL of PostgreSQL, whose next segment finds no space. A new connection may already fail. */
async function breakDatabase(): Promise<void> {
  const client = new pg.Client(embeddedUrl(dataDir));
  client.on('error', () => {});
  try {
    await client.connect();
    for (;;) await client.query("select pg_logical_emit_message(true, 'x', repeat('x', 1000)), pg_switch_wal()");
  } catch {
    await client.end().catch(() => {});
  }
}

test('a full disk of an external database returns 507 and is recorded for health', async () => {
  const { db, diskFullAt, close } = await testDatabase();
  assert.equal(diskFullAt(), undefined);
  const failing =
    sql`do $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(db);
  const error = await failing.then(
    () => assert.fail('It did not fail.'),
    (thrown: unknown) => toUnavailableError(thrown),
  );
  assert.deepEqual([error?.status, error?.code], [507, 'insufficient_storage']);
  assert.match(error?.message ?? '', /^The disk of the database is full\. .* Free space/);
  assert.ok(diskFullAt());
  await close();
});

/** Starts in this process, since the start is refused. */
const startHere = async () =>
  startService(readConfig({ ...env, PORT: '0', HOOKLINE_DATA: dataDir, HOOKLINE_LOG: 'silent' }));
const isFullStart = /The disk of HOOKLINE_DATA=.*data is full: \d+ MB are left, .* MB to start\. Free space/;

test('on a full disk imports, exports and writes return 507, reads and quota continue, and all completes once there is space', {
  skip,
}, async () => {
  mkdirSync(dataDir);
  fill(50 * megabyte);
  await assert.rejects(startHere(), isFullStart);
  rmSync(ballast);
  prepareData(dataDir);

  const service = await testService({ ...env, DATABASE_URL: '', HOOKLINE_DATA: dataDir });
  const running = { url: service.url, operatorKey };
  const isReceiving = { now: false };
  const receiver = await startReceiver((res) => {
    res.statusCode = isReceiving.now ? 200 : 500;
    res.end();
  });
  try {
    const [unlimited, limited] = [await newKey(running, 'enterprise'), await newKey(running, 'starter')];
    const reads = () => Promise.all([unlimited, limited].map((key) => call(running, key, 'GET', '/hooks?limit=1')));
    const assertReads = async () =>
      assert.deepEqual(
        (await reads()).map(({ status }) => status),
        [200, 200],
      );
    await call(running, unlimited, 'POST', '/webhooks', { webhook_url: receiver.url, filters: {} });
    await importLines(running, lines);
    const delivery = async () =>
      (await call(running, running.operatorKey, 'GET', '/operator/deliveries')).body.deliveries[0];
    await until(delivery, (first) => first?.attempts > 0);

    // There is space for the request, but not for its file.
    fill(reservedBytes + megabyte / 10);
    const accepted = await call(running, unlimited, 'POST', '/export', { format: 'jsonl' });
    assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
    fill(0);
    assertFull(await importLine(running));
    // The request is refused before it has arrived.
    await importLine(running, 'x'.repeat(5 * megabyte)).then(assertFull, (error) =>
      assert.match(String(error.cause), /EPIPE|ECONNRESET|closed/),
    );
    assertFull(await call(running, unlimited, 'POST', '/export', { format: 'csv' }));
    await assertReads();
    assert.match(await problems(running), /The disk of .*data is full: free \d+ MiB more .*"missing_bytes":[1-9]/);

    await breakDatabase();
    const refused = await until(
      () => write(running),
      ({ status }) => status === 507,
    );
    assertFull(refused);
    await assertReads();
    assert.match(await problems(running), /The database is unreachable: (?!The database).*The disk of .*data is full/);
    assertFull(await importLine(running));

    isReceiving.now = true;
    rmSync(ballast);
    await until(
      () => write(running),
      ({ status }) => status === 201,
    );
    await assertReads();
    const { body } = await until(
      () => call(running, unlimited, 'GET', `/export/${accepted.body.export_id}`),
      ({ body }) => body.status !== 'processing',
    );
    assert.deepEqual([body.status, body.records], ['complete', lines.length]);
    await until(delivery, ({ status }) => status === 'delivered');
    assert.equal((await importLine(running)).body.report?.added, 1);
    assert.doesNotMatch(await problems(running), /is full/);
  } finally {
    await service.close();
    await receiver.close();
  }

  fill(megabyte);
  await assert.rejects(startHere(), isFullStart);
  fill(0);
  await assert.rejects(startHere(), /HOOKLINE_DATA=.*data cannot be written: its disk is full\. Free space/);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  await assert.rejects(startHere(), /HOOKLINE_DATA=.*data cannot be written: its disk is read-only/);
});

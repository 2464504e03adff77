// The embedded database through the life of one data directory: backup, the end of the server, kill -9 of the service, and restarts.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { readConfig } from '../../src/config/config.ts';
import { backUp } from '../../src/db/embedded/backup.ts';
import { embeddedUrl } from '../../src/db/embedded/server.ts';
import { startService } from '../../src/runtime/service.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { call, importLines, newKey, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const main = join(import.meta.dirname, '../../bin/hookline.js');
const directory = mkdtempSync(join(tmpdir(), 'hookline-embedded-'));
// When the tests run as root the server runs as another user, who must be able to reach the directory.
chmodSync(directory, 0o755);
/** Nothing of its name may be read by a shell or by PostgreSQL. */
const dataDir = join(directory, `it's "here", \`id\` $HOME\\ ünï`, 'and deep '.repeat(12));
const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
const env = {
  HOOKLINE_SAMPLE: '0',
  HOOKLINE_OPERATOR_KEY: operatorKey,
  HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  SMTP_URL: 'smtps://ann:secret@127.0.0.1:1',
};
let running: Running;
let last: TestService | undefined;
let key: string;

const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
const argumentsOf = (pid = 0) => execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
/** In this process, which has the modules of a service. */
const startHere = (dataDir: string) => testService({ ...env, DATABASE_URL: '', HOOKLINE_DATA: dataDir });
const total = async (of: Pick<Running, 'url'>) => (await call(of, key, 'GET', '/hooks?limit=1')).body.total;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function kill(): Promise<void> {
  running.child.kill('SIGKILL');
  await running.exit;
}

before(async () => {
  mkdirSync(join(dataDir, '..'), { mode: 0o755 });
  running = await startProcess(dataDir, env);
  key = await newKey(running, 'enterprise');
});

after(async () => {
  await last?.close();
  running.child.kill('SIGTERM');
  await running.exit;
  rmSync(directory, { recursive: true, force: true });
});

test('the launcher limits the memory of the process; the embedded server works in any directory and knows no secret', () => {
  assert.match(argumentsOf(running.child.pid), /--max-semi-space-size=\d+ .*hookline\.js admin serve/);
  const environment = readFileSync(`/proc/${postmaster()}/environ`, 'utf8').split('\0').filter(Boolean);
  assert.deepEqual(environment.map((line) => line.split('=')[0]).sort(), ['LC_ALL', 'PATH', 'TZ']);
  const sockets = readFileSync(pidFile, 'utf8').split('\n')[4] ?? '';
  assert.equal(statSync(sockets).mode & 0o777, 0o700);
});

test('a second service in the same data directory is refused', async () => {
  const start = startService(readConfig({ PORT: '0', HOOKLINE_DATA: dataDir, HOOKLINE_LOG: 'silent' }));
  await assert.rejects(start, new RegExp(`in use by process ${running.child.pid}`));
});

test('a backup under write load starts as a data directory, with everything acknowledged before it; the service keeps running', async () => {
  const receiver = await startReceiver();
  // Matches none of the hooks that are imported here.
  const wanted = { webhook_url: receiver.url, filters: { min_views: 9e9 } };
  const { body: webhook } = await call(running, key, 'POST', '/webhooks', wanted);
  const metered = await newKey(running, 'starter');
  for (let n = 0; n < 7; n++) await call(running, metered, 'GET', '/hooks?limit=1');
  const batch = 50;
  const importBatch = (name: string) =>
    importLines(
      running,
      Array.from({ length: batch }, (_, n) => hookLine(`What ${name} says, line ${n}`)),
    );
  await importBatch('the first');
  let isWriting = true;
  const writer = (async () => {
    // A few: the backup takes longer, the more is written.
    for (let n = 0; isWriting && n < 6; n++) await importBatch(`batch ${n}`);
  })();
  const target = join(directory, 'copy');
  const { size_bytes } = await backUp(dataDir, target);
  const duringIt = await total(running);
  isWriting = false;
  await writer;
  assert.ok(size_bytes > 1e6, String(size_bytes));
  assert.ok((await total(running)) > batch, 'the service keeps writing');

  const restored = await startHere(target);
  try {
    const hooks = await total(restored);
    assert.ok(hooks >= batch && hooks <= duringIt + batch, `${hooks}, not ${batch} to ${duringIt}`);
    assert.equal(hooks % batch, 0, 'an import is complete or absent');
    const { body: usage } = await call(restored, metered, 'GET', '/usage');
    assert.ok(usage.data.windows[0].used >= 7, JSON.stringify(usage));
    await call(restored, key, 'POST', `/webhooks/${webhook.webhook_id}/test`);
    const [delivery] = await receiver.received(1);
    assert.ok(delivery);
    new Webhook(webhook.secret).verify(delivery.body, delivery.headers as Record<string, string>);
  } finally {
    await restored.close();
    await receiver.close();
  }
});

test('a killed backup releases its slot, cannot be started as a data directory, and the next one works', async () => {
  const target = join(directory, 'killed');
  const unfinished = `${target}.unfinished`;
  // It blocks while it copies a named pipe that has no writer.
  const pipe = join(dataDir, 'postgres', 'pipe');
  execFileSync('mkfifo', [pipe]);
  const environment = { ...process.env, DATABASE_URL: '', HOOKLINE_DATA: dataDir };
  const child = spawn(process.execPath, [main, 'admin', 'backup', target], { env: environment, stdio: 'ignore' });
  await until(
    async () => existsSync(join(unfinished, 'postgres')),
    (isCopying) => isCopying,
  );
  await assert.rejects(backUp(dataDir, join(directory, 'second')), /Another backup of .* is running/);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  unlinkSync(pipe);
  const client = new pg.Client(embeddedUrl(dataDir));
  await client.connect();
  await until(
    async () => (await client.query('select from pg_replication_slots')).rowCount,
    (slots) => slots === 0,
  );
  await client.end();
  assert.ok(!existsSync(target));
  const start = startService(readConfig({ PORT: '0', HOOKLINE_DATA: unfinished, HOOKLINE_LOG: 'silent' }));
  await assert.rejects(start, /is damaged: PG_VERSION is missing. Restore a backup/);
  await backUp(dataDir, target);
  assert.ok(!existsSync(unfinished));
});

test('a backup that fails or is not possible says why and leaves nothing behind', async () => {
  // A socket cannot be copied, so the backup fails as on a full disk.
  // Named from its own directory, since the path of a socket is limited to 107 bytes.
  const former = process.cwd();
  process.chdir(join(dataDir, 'exports'));
  const obstacle = createServer().listen('socket');
  await once(obstacle, 'listening');
  process.chdir(former);
  const before = readdirSync(directory);
  await assert.rejects(backUp(dataDir, join(directory, 'failed')), /ENXIO/);
  await new Promise((resolve) => obstacle.close(resolve));
  await assert.rejects(backUp(dataDir, directory), /exists and is not empty/);
  await assert.rejects(backUp(dataDir, join(dataDir, 'backup')), /backup is inside /);
  await assert.rejects(backUp(directory, join(directory, 'x')), /no embedded database in/);
  assert.deepEqual(readdirSync(directory), before);
});

test('an embedded server that is killed is restarted, and reads continue meanwhile', async () => {
  process.kill(postmaster(), 'SIGKILL');
  let writes = 0;
  const write = async () => {
    assert.equal((await call(running, key, 'GET', '/hooks?limit=1')).status, 200);
    const account = { name: 'Ann', email: `again${++writes}@example.com`, plan: 'free' };
    return (await call(running, operatorKey, 'POST', '/operator/accounts', account)).status;
  };
  const statuses: number[] = [];
  await until(
    async () => statuses.push(await write()),
    () => statuses.at(-1) === 201,
  );
  assert.deepEqual(
    [...new Set(statuses.slice(0, -1))].filter((status) => status !== 503),
    [],
  );
});

test('an import during which the service is killed fails at the next start, and the command says what to do', async () => {
  const fifo = join(directory, 'endless.jsonl');
  execFileSync('mkfifo', [fifo]);
  const words = ['admin', 'import', fifo, '--preset', 'hookline', '--url', running.url, '--key', operatorKey];
  const command = spawn(process.execPath, [main, ...words]);
  const printed = once(command.stderr, 'data');
  const file = createWriteStream(fifo);
  file.write(`${hookLine('The only line of a file that does not end')}\n`);
  const lastImport = async () => (await call(running, operatorKey, 'GET', '/operator/imports')).body.imports[0];
  await until(lastImport, ({ state }) => state === 'running');
  const [adopted, hooks] = [postmaster(), await total(running)];
  await kill();
  const lost = /^hookline: endless\.jsonl: the connection to the service was lost .* Import the file again/;
  assert.match(String(await printed), lost);
  command.kill('SIGKILL');
  file.destroy();

  running = await startProcess(dataDir, { ...env, NODE_OPTIONS: '--max-semi-space-size=16' });
  assert.equal(postmaster(), adopted, 'the server that lived on is adopted');
  assert.doesNotMatch(argumentsOf(running.child.pid), /--max-semi-space-size/, 'NODE_OPTIONS has its own limit');
  const { state, error } = await lastImport();
  assert.deepEqual([state, error], ['failed', 'The service was ended. Nothing was published; import the file again.']);
  assert.equal(await total(running), hooks);
});

test('after kill -9 of the service and its server, the next start leaves alone a process that has the id of the server by now', async () => {
  const killed = postmaster();
  await kill();
  process.kill(killed, 'SIGKILL');
  await until(
    async () => isAlive(killed),
    (alive) => !alive,
  );
  // The process belongs to the same user, as in a container that was restarted.
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const other = spawn('sleep', ['600'], { uid, gid });
  const sockets = readFileSync(pidFile, 'utf8').split('\n')[4] ?? '';
  for (const file of [pidFile, join(sockets, '.s.PGSQL.5432.lock')])
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
  last = await startHere(dataDir);
  assert.notEqual(postmaster(), other.pid);
  assert.ok(other.exitCode === null && other.kill(), 'the other process is left alone');
});

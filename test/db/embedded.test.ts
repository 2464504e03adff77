// The embedded database of one data directory: backup, a crash of the server, kill -9 of the service, and restarts.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { runCommand } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config/config.ts';
import { backUp } from '../../src/db/embedded/backup.ts';
import { embeddedUrl } from '../../src/db/embedded/server.ts';
import { startService } from '../../src/runtime/service.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { call, importLines, newKey, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const main = join(import.meta.dirname, '../../bin/hookline.js');
const directory = fs.mkdtempSync(join(tmpdir(), 'hookline-embedded-'));
// When the tests run as root, the server runs as another user, who needs access to the directory.
fs.chmodSync(directory, 0o755);
/** Neither a shell nor PostgreSQL may interpret any part of this name. */
const dataDir = join(directory, `it's "here", \`id\` $HOME\\ ünï`, 'and deep '.repeat(12));
/** The directory of backups. */
const target = join(directory, 'copy');
const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
const env = {
  HOOKLINE_SAMPLE: '0',
  HOOKLINE_OPERATOR_KEY: operatorKey,
  SMTP_URL: 'smtps://ann:secret@127.0.0.1:1',
  // Variables of a developer's shell, which point to another server.
  ...{ PGHOST: '127.0.0.1', PGPORT: '1', PGSSLMODE: 'require', PGOPTIONS: '-c nonsense=1', PGDATA: '/nowhere' },
};
let running: Running;
let last: TestService | undefined;
let key: string;

const pidLines = () => fs.readFileSync(pidFile, 'utf8').split('\n');
const postmaster = () => Number(pidLines()[0]);
/** Starts the service in this process, which has already loaded its modules. */
const startHere = (dataDir: string) => testService({ ...env, DATABASE_URL: '', HOOKLINE_DATA: dataDir });
const assertRefused = (dataDir: string, message: RegExp) =>
  assert.rejects(startService(readConfig({ PORT: '0', HOOKLINE_DATA: dataDir, HOOKLINE_LOG: 'silent' })), message);
const total = async (of: Pick<Running, 'url'>) => (await call(of, key, 'GET', '/hooks?limit=1')).body.total;

before(async () => {
  fs.mkdirSync(join(dataDir, '..'), { mode: 0o755 });
  running = await startProcess(dataDir, env);
  key = await newKey(running, 'enterprise');
});

after(async () => {
  await last?.close();
  running.child.kill('SIGTERM');
  await running.exit;
  fs.rmSync(directory, { recursive: true, force: true });
});

test('the launcher limits the memory of the process; the embedded server works in any directory, gets no secrets and serves one service', async () => {
  const args = execFileSync('ps', ['-o', 'args=', '-p', String(running.child.pid)], { encoding: 'utf8' });
  assert.match(args, /--max-semi-space-size=\d+ .*hookline\.js admin serve/);
  const environment = fs.readFileSync(`/proc/${postmaster()}/environ`, 'utf8').split('\0').filter(Boolean);
  assert.deepEqual(environment.map((line) => line.split('=')[0]).sort(), ['LC_ALL', 'PATH', 'TZ']);
  assert.equal(fs.statSync(pidLines()[4] ?? '').mode & 0o777, 0o700);
  await assertRefused(dataDir, new RegExp(`in use by process ${running.child.pid}`));
});

test('a killed backup releases its slot and cannot be started as a data directory', async () => {
  const unfinished = `${target}.unfinished`;
  // It blocks while it copies a named pipe that has no writer.
  const pipe = join(dataDir, 'postgres', 'pipe');
  execFileSync('mkfifo', [pipe]);
  const environment = { ...process.env, DATABASE_URL: '', HOOKLINE_DATA: dataDir };
  const child = spawn(process.execPath, [main, 'admin', 'backup', target], { env: environment, stdio: 'ignore' });
  await until(
    async () => fs.existsSync(join(unfinished, 'postgres')),
    (isCopying) => isCopying,
  );
  await assert.rejects(backUp(dataDir, join(directory, 'second')), /Another backup of .* is running/);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  fs.unlinkSync(pipe);
  const client = new pg.Client(embeddedUrl(dataDir));
  await client.connect();
  await until(
    async () => (await client.query('select from pg_replication_slots')).rowCount,
    (slots) => slots === 0,
  );
  await client.end();
  assert.ok(!fs.existsSync(target));
  const refusal = /is incomplete: PG_VERSION is missing, as in an unfinished backup. Restore a backup/;
  await assertRefused(unfinished, refusal);
  // This backup was killed before it had copied anything.
  await assertRefused(join(directory, 'early.unfinished'), refusal);
});

/** Leaves the lock files of a crash in the backup, with a process id that another process now has, as in a restarted container. */
function leaveReusedPid(): ChildProcess {
  const { uid, gid } = fs.statSync(join(dataDir, 'postgres'));
  const other = spawn('sleep', ['600'], { uid, gid });
  const sockets = decodeURIComponent(embeddedUrl(target).split('host=')[1] ?? '');
  fs.mkdirSync(sockets, { mode: 0o700 });
  const lines = [other.pid, join(target, 'postgres'), 1, 5432, sockets, ''];
  fs.writeFileSync(join(target, 'postgres', 'postmaster.pid'), lines.join('\n'));
  fs.writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), lines.join('\n'));
  fs.chownSync(sockets, uid, gid);
  return other;
}

test('a backup under write load after a killed one starts as a data directory with every earlier acknowledged write', async () => {
  const { body: search } = await call(running, key, 'POST', '/searches', { name: 'All', filters: {} });
  const feedOf = ({ feed_url }: { feed_url: string }) => new URL(feed_url).pathname;
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
    // There are few batches, since more writes slow down the backup.
    for (let n = 0; isWriting && n < 3; n++) await importBatch(`batch ${n}`);
  })();
  const { size_bytes } = await backUp(dataDir, target);
  const duringIt = await total(running);
  isWriting = false;
  await writer;
  assert.ok(size_bytes > 1e6 && !fs.existsSync(`${target}.unfinished`), String(size_bytes));
  assert.ok((await total(running)) > batch, 'the service keeps writing');

  const other = leaveReusedPid();
  const restored = await startHere(target);
  try {
    assert.ok(other.exitCode === null && other.kill(), 'the other process is left alone');
    const hooks = await total(restored);
    assert.ok(hooks >= batch && hooks <= duringIt + batch, `${hooks}, not ${batch} to ${duringIt}`);
    assert.equal(hooks % batch, 0, 'an import is complete or absent');
    const { body: usage } = await call(restored, metered, 'GET', '/usage');
    assert.ok(usage.data.windows[0].used >= 7, JSON.stringify(usage));
    const { body } = await call(restored, key, 'GET', `/searches/${search.search_id}`);
    assert.equal(feedOf(body), feedOf(search), 'secrets can be decrypted');
  } finally {
    await restored.close();
  }
});

test('a data directory without its write-ahead log is refused with the reason from PostgreSQL and what to do', async () => {
  const log = join(target, 'postgres', 'pg_wal');
  for (const name of fs.readdirSync(log)) fs.rmSync(join(log, name), { recursive: true });
  await assertRefused(
    target,
    /PANIC: {2}could not locate a valid checkpoint record .*\n.*postgres is damaged. Restore a backup/,
  );
  fs.rmSync(log, { recursive: true });
  await assertRefused(
    target,
    /FATAL: {2}required WAL directory "pg_wal" does not exist\n.*postgres is damaged. Restore a backup/,
  );
});

test('a backup that fails or is not possible reports why and leaves nothing behind', async () => {
  // A socket cannot be copied, so the backup fails as on a full disk. It is named from its own directory, since the path of a socket is
  // limited to 107 bytes.
  const former = process.cwd();
  process.chdir(join(dataDir, 'postgres'));
  const obstacle = createServer().listen('socket');
  await once(obstacle, 'listening');
  process.chdir(former);
  const before = fs.readdirSync(directory);
  await assert.rejects(backUp(dataDir, join(directory, 'failed')), /ENXIO/);
  await new Promise((resolve) => obstacle.close(resolve));
  await assert.rejects(backUp(dataDir, directory), /exists and is not empty/);
  await assert.rejects(backUp(dataDir, join(dataDir, 'backup')), /backup is inside /);
  await assert.rejects(backUp(directory, join(directory, 'x')), /no embedded database in/);
  assert.deepEqual(fs.readdirSync(directory), before);
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

test('an import during which the service is killed fails at the next start, and the command says what to do', async (t) => {
  const fifo = join(directory, 'endless.jsonl');
  execFileSync('mkfifo', [fifo]);
  const { mock } = t.mock.method(console, 'error', () => {});
  const command = runCommand(['import', fifo, '--preset', 'hookline', '--url', running.url, '--key', operatorKey]);
  const file = fs.createWriteStream(fifo);
  file.write(`${hookLine('The only line of a file that does not end')}\n`);
  await until(
    () => call(running, operatorKey, 'GET', '/operator/imports'),
    ({ body }) => body.imports[0]?.state === 'running',
  );
  const [adopted, hooks] = [postmaster(), await total(running)];
  running.child.kill('SIGKILL');
  await running.exit;
  const lost = /^hookline: endless\.jsonl: the connection to the service was lost .* Import the file again/;
  file.destroy();
  assert.equal(await command, 1);
  assert.match(String(mock.calls[0]?.arguments), lost);

  last = await startHere(dataDir);
  assert.equal(postmaster(), adopted, 'the server that lived on is adopted');
  const { body } = await last.operator('GET', '/operator/imports');
  const { state, error } = body.imports[0];
  assert.deepEqual([state, error], ['failed', 'The service was ended. Nothing was published; import the file again.']);
  assert.equal(await total(last), hooks);
});

test('the launcher keeps a limit in NODE_OPTIONS', () => {
  // The launcher either replaces itself or loads its program.
  const source = `import { registerHooks } from 'node:module';
    const end = (what) => { console.log(what); process.exit(); };
    process.execve = () => end('replaced');
    registerHooks({ resolve: (name, context, next) => (name.endsWith('main.ts') ? end('kept') : next(name, context)) });`;
  const printed = (limit: string) => {
    const NODE_OPTIONS = `${limit} --import data:text/javascript,${encodeURIComponent(source)}`;
    return spawnSync(process.execPath, [main, 'admin', 'serve'], {
      env: { ...process.env, NODE_OPTIONS },
      encoding: 'utf8',
    }).stdout;
  };
  assert.deepEqual([printed(''), printed('--max-semi-space-size=16')], ['replaced\n', 'kept\n']);
});

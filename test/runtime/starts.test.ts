// Starts: bad configuration, a worker that fails, and the first start as documented in the README.
import assert from 'node:assert/strict';
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { makePrivate } from '../../src/db/embedded/postgres-user.ts';
import { startService } from '../../src/runtime/service.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { refusingMembers, withoutSharedPorts } from '../setup/preload.ts';
import { startProcess } from '../setup/service-process.ts';

const root = join(import.meta.dirname, '../..');
const directory = fs.mkdtempSync(join(tmpdir(), 'hookline-starts-'));
// When the tests run as root, the server runs as another user, who needs access to the directory.
fs.chmodSync(directory, 0o755);
const isRoot = process.getuid?.() === 0;

after(() => fs.rmSync(directory, { recursive: true, force: true }));

test('a failed start prints the variable and an example, and never a password', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const port = String((blocker.address() as { port: number }).port);
  const file = join(directory, 'file');
  fs.writeFileSync(file, '');
  const emptyKey = join(directory, 'empty-key');
  fs.mkdirSync(emptyKey);
  fs.writeFileSync(join(emptyKey, 'operator.key'), '');
  const cases: [name: string, value: string, message: RegExp, more?: Record<string, string>][] = [
    ['HOOKLINE_LIMIT_PLATFORM', '9', /is not a limit\. Did you mean HOOKLINE_LIMIT_PLATFORMS\?/],
    ['SMTP_URL', 'nonsense', /must be .* such as smtps:/],
    ['SMTP_URL', 'smtp://ann:secret#1@mail.example.com', /must be .* Percent-encode/],
    ['DATABASE_URL', 'nonsense', /must be .* such as postgres:/],
    ['DATABASE_URL', 'mysql://ann:secret1@127.0.0.1/d', /must be /],
    ['DATABASE_URL', 'postgres://ann:secret1@nowhere.invalid/d', /nowhere\.invalid:5432 \(.* such as/],
    ['DATABASE_URL', 'postgres://ann:secret1@127.0.0.1:1/d', /127\.0\.0\.1:1 \(.*ECONNREFUSED/],
    ['DATABASE_URL', 'postgres:///d?host=/no/where', /the socket in \/no\/where/],
    ['HOOKLINE_LLM_URL', 'nonsense', /must be an http\(s\) URL such as/],
    ['HOOKLINE_LLM_MODEL', '', /must be .* such as/, { HOOKLINE_LLM_URL: 'http://127.0.0.1:1/v1' }],
    ['HOOKLINE_LLM_URL', 'http://ann:secret1@127.0.0.1:1/v1', /must have no user/, { HOOKLINE_LLM_MODEL: 'm' }],
    ['HOOKLINE_EMBEDDINGS_MODEL', '', /must be .* such as/, { HOOKLINE_EMBEDDINGS_URL: 'http://127.0.0.1:1/v1' }],
    ['HOOKLINE_LLM_KEY', 'secret1 and more', /must have printable characters only/],
    ['HOOKLINE_LLM_BUDGET', '0', /must be a whole number from 1, or unlimited, not "0"/],
    ['HOOKLINE_DATA', file, /file is not a directory\. Name one, such as/],
    ['HOOKLINE_DATA', join(file, 'x'), /x is not a directory/],
    ['HOOKLINE_DATA', '/proc/hookline', /cannot be written: .* such as/],
    ['HOOKLINE_DATA', join(directory, 'line\nbreak'), /must be a path without line breaks/],
    ['HOOKLINE_DATA', join(directory, 'x'.repeat(300)), /is too long/],
    ['HOOKLINE_DATA', join(directory, ...Array(5).fill('y'.repeat(120))), /must be at most 480 bytes/],
    ['HOST', '192.0.2.7', /is not an address of this machine .* such as/],
    ['HOST', 'nowhere.invalid', /is not an address/],
    ['PORT', port, /is in use on 127\.0\.0\.1\. .* such as/],
  ];
  const startWith = async (env: Record<string, string>) =>
    startService(readConfig({ PORT: '0', HOOKLINE_DATA: join(directory, 'unused'), HOOKLINE_LOG: 'silent', ...env }));
  await assert.rejects(startWith({ HOOKLINE_DATA: emptyKey }), /operator\.key has no valid key\. Restore it/);
  for (const [name, value, message, more] of cases)
    await assert.rejects(startWith({ ...more, ...(value && { [name]: value }) }), (error: Error) => {
      assert.ok(error.message.startsWith(name), error.message);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret1|secret#1/);
      return true;
    });
  blocker.close();
  assert.ok(!fs.existsSync(join(directory, 'unused', 'postgres')), 'no database was created');
});

test('a start that waits for the database ends at the first signal, without an error', {
  skip: process.platform === 'win32' && 'needs signals',
}, async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const env = { PORT: '0', HOOKLINE_DATA: join(directory, 'unused'), DATABASE_URL: `postgres://a@127.0.0.1:${port}/d` };
  const args = [join(root, 'bin/hookline.js'), 'admin', 'serve'];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  // The first connection only tests whether the server listens.
  for (let n = 0; n < 2; n++) await once(silent, 'connection');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null]);
  assert.deepEqual(await output, ['', '']);
  silent.close();
});

test('a socket directory in a public place of another user is refused', {
  skip: !isRoot && 'needs root',
}, () => {
  const place = join(directory, 'public');
  fs.mkdirSync(place);
  fs.chmodSync(place, 0o1777);
  const user = { uid: 65534, gid: 65534, prefix: [] };
  const theirs = join(place, 'theirs');
  fs.mkdirSync(theirs, { mode: 0o777 });
  fs.chownSync(theirs, 12345, 12345);
  const target = join(directory, 'target');
  fs.mkdirSync(target);
  fs.symlinkSync(target, join(place, 'link'));
  for (const made of [theirs, join(place, 'link')]) {
    assert.throws(() => makePrivate(made, user), /belongs to user \d+, but only the database may use it/);
  }
  assert.equal(fs.statSync(theirs).uid, 12345);
  assert.equal(fs.statSync(target).uid, 0, 'the owner of the link target is unchanged');
  const own = join(place, 'own');
  makePrivate(own, user);
  makePrivate(own, user);
  assert.deepEqual([fs.statSync(own).uid, fs.statSync(own).mode & 0o777], [65534, 0o700]);
});

const members = { thread: '', process: ` ${withoutSharedPorts.NODE_OPTIONS}` };
for (const [member, options] of Object.entries(members))
  test(`a ${member} of several that fails at startup stops the service with the reason, and the database`, {
    skip: !isEndurance && 'starts several: npm run test:endurance, and src/runtime/workers/supervisor.test.ts',
  }, async () => {
    const dataDir = join(directory, `refusing-${member}`);
    const NODE_OPTIONS = refusingMembers.NODE_OPTIONS + options;
    const start = startProcess(dataDir, { HOOKLINE_SAMPLE: '0', HOOKLINE_PROCESSES: '2', NODE_OPTIONS });
    await assert.rejects(start, /^Error: hookline: A member says why\.\n$/);
    assert.ok(!fs.existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'the database was ended');
  });

test('npm start, as in the README, serves the sample, prints how to make a first call, and stops on a signal', {
  skip: process.platform === 'win32' && 'needs signals',
}, async () => {
  assert.match(fs.readFileSync(join(root, 'README.md'), 'utf8'), /^npm ci && npm start$/m);
  const dataDir = join(directory, 'first');
  const env = { ...process.env, HOOKLINE_DATA: dataDir, PORT: '0', DATABASE_URL: '' };
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const isLeft = () => process.kill(-(npm.pid ?? 0), 0);
  try {
    let greeting = '';
    // The loop ends when no process has the output any more, so a service that is left running would prevent it.
    for await (const line of createInterface({ input: npm.stdout })) {
      greeting += `${line}\n`;
      if (!line.includes('curl')) continue;
      await tryFirstCalls(greeting, dataDir);
      npm.kill('SIGTERM');
      await once(npm, 'exit');
      assert.throws(isLeft, 'a process is left');
    }
    assert.match(greeting, /curl/);
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {}
  }
});

async function tryFirstCalls(greeting: string, dataDir: string): Promise<void> {
  assert.ok(greeting.includes(`Operator key   in ${join(dataDir, 'operator.key')}`), greeting);
  const operatorKey = fs.readFileSync(join(dataDir, 'operator.key'), 'utf8').trim();
  assert.ok(!greeting.includes(operatorKey), 'the operator key is not printed');
  const [, key = '', url = ''] = /curl -H "Authorization: Bearer (hkl_\w+)" '(http:[^']+)'/.exec(greeting) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  const read = async (from: string | URL) =>
    (await (await fetch(from, { headers })).json()) as {
      data: { verdict?: string; views_gained?: number }[];
      total: number;
      sample_data?: boolean;
    };
  assert.equal((await read(url)).data.length, 3);
  assert.equal((await read(new URL('/hooks', url))).total, 5400);
  const trends = (await read(new URL('/trends?by=niche&window=7d', url))).data;
  assert.ok(trends.some(({ verdict, views_gained = 0 }) => verdict === 'heating' && views_gained > 0));
  assert.equal(
    (await read(new URL('/demo/hooks', url))).sample_data,
    true,
    'the public page says that figures are samples',
  );
  const roles = [];
  for (const [link, token = ''] of greeting.matchAll(/http\S+#token=(\w+)/g)) {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const sent = { method: 'POST', headers, body: JSON.stringify({ token }) };
    const session = await fetch(new URL('/session', link), sent);
    roles.push(((await session.json()) as { data: { role: string } }).data.role);
  }
  assert.deepEqual(roles, ['holder', 'operator'], 'the printed links sign in');
  const [, command = ''] = /Sign-in link {3}(.*?) {3}/.exec(greeting) ?? [];
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(exec)(command, { cwd: root, env: { PATH, HOME } });
  assert.match(stdout, /^http\S+#token=\w+\n/, 'the printed command works in another shell');
}

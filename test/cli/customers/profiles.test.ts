// hookline login, profiles, logout and doctor: where keys are stored, and to whom they are sent.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startReceiver } from '../../setup/receiver.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { buildProgram, noTerminal, type Program } from './program.ts';

let service: TestService;
let program: Program;
let key: string;
let file: string;

before(async () => {
  [service, program] = await Promise.all([testService(), buildProgram()]);
  key = (await service.account('pro')).key;
  file = join(program.directory, 'config/hookline/profiles.json');
});

after(async () => {
  await service?.close();
  await program?.close();
});

beforeEach(async () => {
  await program.run(['login', '--url', service.url], { input: key });
});

const stored = () => JSON.parse(readFileSync(file, 'utf8'));

test('login stores a piped key that works, in a file that only its owner can read', async () => {
  assert.deepEqual(stored(), { current: 'default', profiles: { default: { url: service.url, key } } });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
  const [window] = await program.records(['usage']);
  assert.equal(window.plan, 'pro');
  const wrong = await program.run(['login', '--url', service.url], { input: `${key}x` });
  assert.equal(wrong.code, 3);
  assert.equal(stored().profiles.default.key, key, 'a key that does not work replaces none');
});

test('login takes no key as an argument, and needs no scheme for a service on this machine', async () => {
  const argument = await program.run(['login', key, '--url', service.url]);
  assert.equal(argument.code, 2);
  assert.match(argument.stderr, /typed at a prompt or piped/);
  const { code } = await program.run(['login', '--url', new URL(service.url).host], { input: key });
  assert.deepEqual([code, stored().profiles.default.url], [0, service.url]);
});

test('on a terminal login opens the page of the keys and does not show the key', { skip: noTerminal }, async () => {
  const opened = join(program.directory, 'opened');
  const browser = join(program.directory, 'browser');
  writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`);
  chmodSync(browser, 0o755);
  const { code, stdout } = await program.onTerminal(
    ['login', '--profile', 'typed'],
    [
      ['URL of the service', `${service.url}\r`],
      ['Paste your API key', `x\u007f${key}\r`],
    ],
    { BROWSER: browser },
  );
  assert.equal(code, 0, stdout);
  assert.ok(!stdout.includes(key.slice(4)));
  assert.match(stdout, /Logged in to .* as profile typed, plan pro\./);
  await until(
    async () => existsSync(opened) && readFileSync(opened, 'utf8').trim(),
    (url) => url === `${service.url}/dashboard/keys`,
  );
});

test('profiles are listed without their keys, chosen, used once, and deleted with --yes', async () => {
  const { key: other } = await service.account('free');
  await program.run(['login', '--profile', 'work', '--url', service.url], { input: other });
  const { stdout } = await program.run(['profiles']);
  assert.ok(!stdout.includes(other) && !stdout.includes(key));
  const planOf = async (args: readonly string[], env = {}) =>
    (await program.records(['usage', ...args], { env }))[0].plan;
  assert.equal(await planOf([]), 'free', 'the last login is current');
  await program.run(['profiles', 'use', 'default']);
  assert.equal(await planOf([]), 'pro');
  assert.equal(await planOf(['--profile', 'work']), 'free');
  assert.equal(await planOf([], { HOOKLINE_PROFILE: 'work' }), 'free');
  assert.equal(await planOf([], { HOOKLINE_KEY: other, HOOKLINE_URL: service.url }), 'free');
  assert.equal((await program.run(['logout', '--profile', 'work'])).code, 2);
  assert.equal((await program.run(['logout', '--profile', 'work', '--yes'])).code, 0);
  assert.equal(stored().profiles.work, undefined);
  assert.equal((await program.run(['usage', '--profile', 'work'])).code, 2);
});

test('the key of a profile is sent to no other service', async () => {
  const stranger = await startReceiver();
  for (const args of [['usage', '--url', stranger.url], ['usage']]) {
    const { code, stderr } = await program.run(args, { env: { HOOKLINE_URL: stranger.url } });
    assert.equal(code, 2);
    assert.match(stderr, /The key of profile default is for/);
  }
  assert.equal(stranger.requests.length, 0);
  await stranger.close();
});

test('doctor passes where everything is fine, costs no calls, and says what to do where it is not', async () => {
  const used = async () => (await service.get('/usage', key)).body.data.windows[0].used;
  const before = await used();
  const checks = await program.records(['doctor']);
  assert.deepEqual(
    checks.map(({ status }) => status).filter((status) => status !== 'ok'),
    [],
  );
  assert.equal(await used(), before);
  chmodSync(file, 0o644);
  const detailOf = async (check: string, env = {}) => {
    const { code, stdout } = await program.run(['doctor'], { env });
    assert.equal(code, 1, stdout);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return records.find((record) => record.check === check && record.status === 'failed')?.detail;
  };
  assert.match(await detailOf('profiles'), /chmod 600/);
  assert.match(await detailOf('service', { HOOKLINE_URL: 'http://127.0.0.1:9', HOOKLINE_KEY: key }), /Can't reach/);
  assert.match(await detailOf('key', { HOOKLINE_URL: service.url, HOOKLINE_KEY: 'hkl_short' }), /malformed/);
  const { key: spent } = await service.account('pro', { per_day: 1 });
  await service.get('/meta', spent);
  assert.match(await detailOf('quota', { HOOKLINE_URL: service.url, HOOKLINE_KEY: spent }), /^0 of 1 calls left until/);
});

test('listen keeps a secret for a profile', async () => {
  const target = await startReceiver();
  const listen = () => program.run(['webhooks', 'listen', '--forward-to', target.url, '--once', '--count', '1']);
  const [first, second] = [await listen(), await listen()];
  const secret = stored().profiles.default.webhook_secret;
  assert.match(secret, /^whsec_/);
  assert.ok(first.stderr.includes(secret) && second.stderr.includes(secret));
  await target.close();
});

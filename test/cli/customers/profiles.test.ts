// hookline login, profiles, logout and doctor: where keys are stored, and which service they are sent to.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startReceiver } from '../../setup/receiver.ts';
import type { TestService } from '../../setup/service.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { noTerminal, openProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
let key: string;
let file: string;

before(async () => {
  [service, program] = await Promise.all([sharedService(), openProgram()]);
  ({ key } = await service.account('pro'));
  file = join(program.directory, 'config/hookline/profiles.json');
});

after(() => program?.close());

beforeEach(() => program.run(['login', '--url', service.url], { input: key }));

const stored = () => JSON.parse(readFileSync(file, 'utf8'));

test('login stores a piped key that works, in a file that only its owner can read', async () => {
  assert.deepEqual(stored(), { current: 'default', profiles: { default: { url: service.url, key } } });
  assert.deepEqual([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777], [0o600, 0o700]);
  const wrong = await program.run(['login', '--url', service.url], { input: `${key}x` });
  assert.deepEqual([wrong.code, stored().profiles.default.key], [3, key]);
  const argument = await program.run(['login', key, '--url', service.url]);
  assert.equal(argument.code, 2);
  assert.match(argument.stderr, /Type the key at the prompt or pipe it/);
  const { code } = await program.run(['login', '--url', new URL(service.url).host], { input: key });
  assert.deepEqual([code, stored().profiles.default.url], [0, service.url]);
});

test('on a terminal login opens the keys page and does not show the key', { skip: noTerminal }, async () => {
  const target = await startReceiver();
  const browser = join(program.directory, 'browser');
  writeFileSync(browser, `#!/bin/sh\ncurl -s -d "$1" '${target.url}'\n`);
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
  assert.equal((await target.received(1))[0]?.body, `${service.url}/dashboard/keys`);
  await target.close();
});

test('profiles are listed without their keys, chosen, used once, and deleted with --yes', async () => {
  const { key: other } = await service.account('free');
  await program.run(['login', '--profile', 'work', '--url', service.url], { input: other });
  const { stdout } = await program.run(['profiles']);
  assert.ok(stdout.includes('work') && !stdout.includes(other) && !stdout.includes(key));
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

test('doctor costs no calls, and prints how to fix a failed check', async () => {
  const used = async () => (await service.get('/usage', key)).body.data.windows[0].used;
  const before = await used();
  const statuses = (await program.records(['doctor'])).map(({ status }) => status);
  assert.deepEqual([new Set(statuses), await used()], [new Set(['ok']), before]);
  chmodSync(file, 0o644);
  const { key: spent } = await service.account('pro', { per_day: 1 });
  await service.get('/meta', spent);
  const cases: [check: string, env: Record<string, string>, detail: RegExp][] = [
    ['profiles', {}, /chmod 600/],
    ['service', { HOOKLINE_URL: 'http://127.0.0.1:9', HOOKLINE_KEY: key }, /Can't reach/],
    ['key', { HOOKLINE_URL: service.url, HOOKLINE_KEY: 'hkl_short' }, /malformed/],
    ['quota', { HOOKLINE_URL: service.url, HOOKLINE_KEY: spent }, /^0 of 1 calls left until/],
  ];
  for (const [check, env, detail] of cases) {
    const { code, stdout } = await program.run(['doctor', '--json'], { env });
    assert.equal(code, 1, check);
    const failed = JSON.parse(stdout).filter(({ status }: { status: string }) => status === 'failed');
    assert.match(failed.find((one: { check: string }) => one.check === check)?.detail ?? '', detail);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { connect } from './client.ts';
import { greeting } from './serve.ts';

const started = { demoKey: undefined, hooks: 5400, firstLinks: undefined };
const usual = { ...started, url: 'http://127.0.0.1:8787' };
const signInOf = (text: string) => /^ {2}Sign-in link {3}(.*?) {3}/m.exec(text)?.[1];

test('the printed command names the data directory and the URL where they differ from the defaults', () => {
  assert.equal(signInOf(greeting(usual, readConfig({}))), 'npx hookline admin sign-in');
  const config = readConfig({ PORT: '0', HOOKLINE_DATA: "/srv/Ann's hooks" });
  assert.equal(
    signInOf(greeting({ ...started, url: 'http://127.0.0.1:9001' }, config)),
    "HOOKLINE_DATA='/srv/Ann'\\''s hooks' npx hookline admin sign-in --url http://127.0.0.1:9001",
  );
  const withKey = readConfig({ HOOKLINE_OPERATOR_KEY: 'a-key-of-24-characters-or-more' });
  assert.equal(signInOf(greeting(usual, withKey)), 'HOOKLINE_OPERATOR_KEY=… npx hookline admin sign-in');
});

test('without built pages the greeting shows npm run build', () => {
  assert.match(greeting(usual, readConfig({}), false), /^ {2}Pages {10}not built\. Run npm run build,/m);
  assert.doesNotMatch(greeting(usual, readConfig({}), true), /not built/);
});

test('the operator key of the data directory is not sent to a remote HOOKLINE_URL', () => {
  const config = readConfig({ HOOKLINE_URL: 'https://hooks.example.com', HOOKLINE_DATA: '/srv/hooks' });
  assert.throws(() => connect(config, {}), /For https:\/\/hooks\.example\.com, set HOOKLINE_OPERATOR_KEY or --key/);
  for (const options of [{ key: 'a key' }, { url: 'https://hooks.example.com', key: 'a key' }])
    assert.doesNotThrow(() => connect(config, options));
});

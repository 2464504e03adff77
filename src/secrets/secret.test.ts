import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSecrets, redactSecrets, requireSecret, secretName, secretsIn, setSecretInput } from './secret.ts';

const secrets = new Map([
  ['apify', 'apify_api_1$&2'],
  ['my-team_2', 'a "quoted" one'],
  ['pin', '12'],
]);

test('a text refers to a secret anywhere in it, once or several times', () => {
  assert.deepEqual(secretsIn('Bearer $secret:apify, $secret:my-team_2; $secret:APIFY $secret:'), [
    'apify',
    'my-team_2',
  ]);
  assert.deepEqual(secretsIn('no $secret, no secret:apify'), []);
  assert.equal(fillSecrets('Bearer $secret:apify.', secrets), 'Bearer apify_api_1$&2.');
  assert.equal(
    fillSecrets('{"k":"$secret:my-team_2"}', secrets, (v) => JSON.stringify(v).slice(1, -1)),
    '{"k":"a \\"quoted\\" one"}',
  );
});

test('the error of a missing secret names it and the command that sets it', () => {
  const message = 'There is no secret youtube. Set it with `npx hookline admin secrets set youtube`.';
  assert.throws(() => requireSecret(secrets, 'youtube'), { message });
  assert.throws(() => fillSecrets('$secret:youtube', secrets), { message });
});

test('values are removed from errors, also where encoded; short ones are kept as words', () => {
  assert.equal(redactSecrets('bad token apify_api_1$&2', secrets), 'bad token $secret:apify');
  assert.equal(redactSecrets('/?t=apify_api_1%24%262', secrets), '/?t=$secret:apify');
  assert.equal(redactSecrets('{"k":"a \\"quoted\\" one"} 12', secrets), '{"k":"$secret:my-team_2"} 12');
});

test('names and values are checked, and no message repeats a value', () => {
  for (const name of ['a', 'my-team_2', 'x'.repeat(50)]) assert.ok(secretName.safeParse(name).success, name);
  for (const name of ['', 'A', 'a b', 'a/b', 'ä', 'x'.repeat(51)]) assert.ok(!secretName.safeParse(name).success, name);
  assert.equal(setSecretInput.parse({ value: ' padded\n' }).value, 'padded');
  for (const value of ['', '  ', 'two\nlines', 'two\u2028lines', 'bell\u0007', 'x'.repeat(4001), 7, null]) {
    const { error } = setSecretInput.safeParse({ value });
    assert.match(error?.issues[0]?.message ?? '', /^`value` must /, String(value));
    assert.doesNotMatch(error?.message ?? '', /two|bell|xxx/);
  }
});

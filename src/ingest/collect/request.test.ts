import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStatus, fillRequest } from './request.ts';
import { requestInput } from './settings.ts';

const secrets = new Map([
  ['apify', 'token"1'],
  ['odd', 'ключ'],
]);
const now = new Date('2026-11-22T10:00:00Z');

test('secrets and dates are filled into headers and body; a body means a JSON POST', () => {
  const headers = { Authorization: 'Bearer $secret:apify', 'X-Team': 'growth' };
  assert.deepEqual(fillRequest({ headers }, secrets), {
    method: 'GET',
    headers: { authorization: 'Bearer token"1', 'x-team': 'growth' },
    body: undefined,
    secretNames: ['apify'],
  });
  const body = '{"key":"$secret:apify","from":"$date:-7d","to":"$yyyymmdd:0d"}';
  const filled = fillRequest({ body }, secrets, now);
  assert.deepEqual(filled.headers, { 'content-type': 'application/json' });
  assert.deepEqual(JSON.parse(filled.body ?? ''), { key: 'token"1', from: '2026-11-15', to: '20261122' });
  const form = { body: 'key=$secret:apify', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  assert.deepEqual(fillRequest(form, secrets).body, 'key=token%221');
});

test('a missing secret, or one invalid in a header, is an error without its value', () => {
  assert.throws(
    () => fillRequest({ headers: { Authorization: '$secret:none' } }, secrets),
    /There is no secret none\. Set/,
  );
  const odd = () => fillRequest({ headers: { Authorization: '$secret:odd' } }, secrets);
  assert.throws(odd, (error: Error) => /Authorization/.test(error.message) && !error.message.includes('ключ'));
});

test('settings are validated: credentials are secrets, paged bodies are JSON objects', () => {
  const faultOf = (input: unknown) => requestInput.safeParse(input).error?.issues[0]?.message ?? null;
  assert.equal(faultOf({ headers: { Authorization: 'Bearer $secret:apify', Accept: 'application/json' } }), null);
  for (const headers of [{ Authorization: 'Bearer abc' }, { 'X-Api-Key': 'abc' }, { Cookie: 'a=b' }])
    assert.match(faultOf({ headers }) ?? '', /must name a secret/);
  for (const headers of [{ Host: 'x' }, { 'a b': 'x' }, { 'X-A': 'a\nb' }, { 'X-A': 'ключ' }])
    assert.ok(faultOf({ headers }), JSON.stringify(headers));
  assert.match(faultOf({ next: 'a', page: 'b' }) ?? '', /not both/);
  assert.match(faultOf({ next_as: 'a' }) ?? '', /requires `next`/);
  assert.match(faultOf({ body: 'a=b' }) ?? '', /must be JSON/);
  assert.match(faultOf({ body: '[]', next: 'cursor' }) ?? '', /JSON object/);
  assert.equal(faultOf({ body: 'a=b', headers: { 'content-type': 'text/plain' } }), null);
  for (const page of ['a b', 'offset=x', '=1']) assert.match(faultOf({ page }) ?? '', /`page` must be/);
});

test("API errors include the API's message, the secret's name and the remedy", () => {
  const url = new URL('https://api.apify.com/v2/datasets/x/items?token=in-the-query');
  const text = JSON.stringify({
    error: { type: 'user-or-token-not-found', message: 'User was not found\nor token is not valid' },
  });
  assert.deepEqual(describeStatus(url, { status: 401, text }, ['apify']), {
    message: 'api.apify.com responded with 401: User was not found or token is not valid.',
    remedy: 'Check the secret apify: set it again with `npx hookline admin secrets set apify`.',
  });
  assert.match(describeStatus(url, { status: 401 }, []).remedy ?? '', /--header/);
  for (const status of [301, 400, 404, 405, 429, 503]) {
    const { message, remedy } = describeStatus(url, { status, text: '<html>', location: '/other?t=1' }, ['apify']);
    assert.equal(message, `api.apify.com responded with ${status}.`);
    assert.ok(remedy && !remedy.includes('?'), remedy ?? '');
  }
});

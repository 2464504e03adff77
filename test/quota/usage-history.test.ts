// GET /usage/history and its operator version: exact over keys, endpoints and statuses.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
});

type Line = Record<string, string | number | null>;

/** Returns the values of each record, in the order of its fields. */
async function history(key: string, query = ''): Promise<string[]> {
  const { status, body } = await service.get(`/usage/history?${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map((record: Line) => Object.values(record).join(' '));
}

async function keyIds(accountId: string): Promise<string[]> {
  const { body } = await service.operator('GET', `/operator/accounts/${accountId}/keys`);
  return body.keys.map(({ id }: { id: string }) => id);
}

async function times(n: number, work: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < n; at++) await work();
}

test('every earlier response to a key is counted by endpoint and status', async () => {
  const { key } = await service.account('pro', { per_day: 5 });
  const { headers } = await service.get('/hooks', key);
  await times(3, () => service.get('/hooks', key, { 'if-none-match': headers.get('etag') ?? '' }));
  await times(2, () => service.get('/hooks?limit=x', key));
  await service.get('/hooks/hook_999', key);
  await service.get('/hooks/hook_1', key);
  await service.get('/trends', key);
  await service.send('POST', '/export', key, { body: { format: 'csv' } });
  await service.get('/usage', key);
  await service.get('/meta?q', key);
  await times(3, () => service.get('/meta', key));
  await times(2, () => service.get('/meta', key));
  assert.deepEqual(await history(key, 'by=endpoint,status'), [
    '/hooks 200 1 1',
    '/hooks 304 3 0',
    '/hooks 400 2 0',
    '/hooks/:id 200 1 1',
    '/hooks/:id 404 1 0',
    '/meta 200 3 3',
    '/meta 400 1 0',
    '/meta 429 2 0',
    '/trends 403 1 0',
    '/usage 200 1 0',
    'POST /export 403 1 0',
  ]);
  assert.deepEqual(await history(key, 'by=status&endpoint=POST+/export'), ['403 1 0']);
  const { body: usage } = await service.get('/usage', key);
  const today = (await history(key)).at(-1);
  assert.match(defined(today), new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d+ ${usage.data.windows[0].used}$`));
});

test('rejected calls of a suspended account count for its key; calls without a valid key do not', async () => {
  const { id, key } = await service.account('enterprise');
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await times(2, () => service.get('/hooks', key));
  await service.get('/hooks');
  await service.get('/hooks', `${key.slice(0, -1)}!`);
  const { body } = await service.operator('GET', `/operator/accounts/${id}/usage/history?by=endpoint,status`);
  assert.deepEqual(body.usage, [{ endpoint: '/hooks', status: 403, calls: 2, counted: 0 }]);
});

test('usage is shown by key, including revoked keys, to its own account only', async () => {
  const [one, other] = [await service.account('enterprise'), await service.account('enterprise')];
  const named = await service.operator('POST', `/operator/accounts/${one.id}/keys`, { name: '=cmd "x", y' });
  await service.get('/hooks', one.key);
  await times(2, () => service.get('/hooks', named.body.key));
  await service.operator('DELETE', `/operator/accounts/${one.id}/keys/${named.body.id}`);
  await service.get('/hooks', other.key);
  const [keyId] = (await keyIds(one.id)).filter((id) => id !== named.body.id);
  const { body } = await service.get('/usage/history?by=key&endpoint=/hooks', one.key);
  const shown = body.data.map(({ key_id, key_name, calls, counted }: Line) => [key_id, key_name, calls, counted]);
  const expected = [
    [keyId, 'default', 1, 1],
    [named.body.id, '=cmd "x", y', 2, 2],
  ];
  assert.deepEqual(shown.sort(), expected.sort());
  assert.deepEqual(await history(other.key, `by=key&key=${keyId},${named.body.id}`), []);
  assert.deepEqual(await history(other.key, 'by=status&endpoint=/hooks'), ['200 1 1']);

  const csv = await service.get('/usage/history?by=day,key&endpoint=/hooks&format=csv', one.key);
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const rows: Line[] = parse(csv.body, { columns: true, record_delimiter: '\r\n' });
  assert.deepEqual(rows.map(({ key_name, calls }) => `${key_name} ${calls}`).sort(), [`'=cmd "x", y 2`, 'default 1']);
});

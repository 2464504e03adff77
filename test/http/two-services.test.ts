// Two services on one database: changes and counts of one apply to the other at once, for keys, feeds, share pages and quotas.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey } from '../../src/auth/keys/key.ts';
import { newAddress, peopleOf } from '../accounts/people.ts';
import { type TestService, testService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
/** This service trusts no proxy. */
let second: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  second = await testService({ HOOKLINE_ROLES: 'api' }, async () => service.databaseUrl);
  people = peopleOf(service);
});

after(() => second.close());

/** Other processes get a notification of each change. */
const untilStatus = (process: TestService, key: string, status: number) =>
  until(
    () => process.get('/hooks', key),
    (answer) => answer.status === status,
  );

/** Statuses of a page or feed in both services. */
const statusesOf = (path: string) => Promise.all([service, second].map(async ({ get }) => (await get(path)).status));

const settled = (path: string, status: number) =>
  until(
    () => statusesOf(path),
    (statuses) => statuses.every((one) => one === status),
  );

test('POST /keys/revoke revokes a leaked key in every process, and returns the same for any other', async () => {
  const { id: accountId, email, session } = await people.owner();
  const { id, key } = (await session.send('POST', '/account/keys', { name: 'leaked' })).body.data;
  await untilStatus(second, key, 200);
  const headers = { 'x-forwarded-for': newAddress() };
  const report = (reported: string) =>
    service.send('POST', '/keys/revoke', undefined, { body: { key: reported }, headers });
  const answers = [await report(newKey()), await report(key), await report(key)];
  for (const { status, body } of answers) {
    assert.equal(status, 202);
    assert.deepEqual(body, { ...answers[0]?.body, timestamp: body.timestamp });
  }
  assert.equal((await service.get('/hooks', key)).status, 401);
  await untilStatus(second, key, 401);
  const { body: keys } = await session.send('GET', '/account/keys');
  assert.ok(keys.data[0].id === id && keys.data[0].revoked_at !== null);
  const { body: log } = await service.operator('GET', `/operator/audit?account=${accountId}&action=key.revoked`);
  assert.equal(log.records.length, 1);
  const [{ subject, actor, key_id, details, address }] = log.records;
  assert.deepEqual([subject, actor, key_id, address], [id, 'key', id, headers['x-forwarded-for']]);
  assert.deepEqual(details, { name: 'leaked', reason: 'reported' });
  const mailSubject = 'An API key of your Hookline account was revoked';
  const mail = await people.mailTo(email, mailSubject);
  assert.equal(people.mailsTo(email, mailSubject).length, 1);
  for (const part of ['Name: leaked', `hkl_…${key.slice(-4)}`, 'Revoked: 20', `${service.url}/dashboard/keys`])
    assert.ok(mail.includes(part), part);
  assert.doesNotMatch(mail, /hkl_\w/);
});

test('a key that a process has not loaded is revoked there too, and a report does not count as its use', async () => {
  const { session } = await people.owner();
  const { key } = (await session.send('POST', '/account/keys', {})).body.data;
  assert.equal((await second.send('POST', '/keys/revoke', undefined, { body: { key } })).status, 202);
  assert.equal((await session.send('GET', '/account/keys')).body.data[0].last_used_at, null);
  await untilStatus(service, key, 401);
});

test('the keys of a deleted account stop working in every process', async () => {
  const { id, key } = await service.account('free');
  await untilStatus(second, key, 200);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  await untilStatus(second, key, 401);
});

test('without a trusted proxy, the client IP address is the address of the connection', async () => {
  const { session } = await people.owner();
  const restricted = { allowed_ips: ['203.0.113.9'] };
  const { key } = (await session.send('POST', '/account/keys', restricted)).body.data;
  const from = { 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await service.get('/hooks', key, from)).status, 200);
  const forged = await second.get('/hooks', key, from);
  assert.deepEqual([forged.status, forged.body.address], [403, '127.0.0.1']);
});

test('the owner is mailed at 80 % and at 100 % of a limit, once, however many processes count', async () => {
  const warned = '80% of your daily calls are used';
  const usedUp = 'Your daily calls are used up';
  const { key, email } = await service.account('free', { per_day: 10 });
  async function call(times: number, statuses = [200]): Promise<void> {
    for (let n = 0; n < times; n++) {
      const { status } = await (n % 2 ? second : service).get('/hooks', key);
      assert.ok(statuses.includes(status), String(status));
    }
  }
  await call(1);
  const etag = (await second.get('/hooks?limit=1', key)).headers.get('etag') ?? '';
  for (let n = 0; n < 20; n++)
    assert.equal((await second.get('/hooks?limit=1', key, { 'if-none-match': etag })).status, 304);
  await call(5);
  await service.get('/usage', key);
  assert.deepEqual(people.mailsTo(email, warned), []);
  await call(1);
  const warning = await people.mailTo(email, warned);
  assert.match(warning, /80% of its 10 calls of today/);
  assert.deepEqual(people.mailsTo(email, usedUp), []);
  await call(6, [200, 429]);
  assert.match(await people.mailTo(email, usedUp), /429\s+quota_exceeded until 20\d\d-\d\d-\d\d 00:00 UTC/);
  await call(10, [429]);
  // Emails are sent in order, so those before the other account's email have arrived.
  const other = await service.account('free', { per_day: 1 });
  await service.get('/hooks', other.key);
  await people.mailTo(other.email, usedUp);
  assert.deepEqual([people.mailsTo(email, warned).length, people.mailsTo(email, usedUp).length], [1, 1]);
});

async function newFeed(limits = {}) {
  const account = await service.account('pro', limits);
  const { body } = await service.send('POST', '/searches', account.key, { body: { name: 'A feed' } });
  return { ...account, searchId: body.search_id, path: new URL(body.feed_url).pathname };
}

test('a new feed is served by every process; its rotation, its deletion and a suspension reach each', async () => {
  const { path, key, searchId, id } = await newFeed();
  assert.deepEqual(await statusesOf(`${path}.csv`), [200, 200]);
  const { body } = await service.send('POST', `/searches/${searchId}/rotate`, key);
  assert.equal((await service.get(`${path}.csv`)).status, 404, 'the process that rotated has the new token first');
  await settled(`${path}.csv`, 404);
  const next = `${new URL(body.feed_url).pathname}.csv`;
  await settled(next, 200);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await settled(next, 403);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: false });
  await settled(next, 200);
  await second.send('DELETE', `/searches/${searchId}`, key);
  await settled(next, 404);
});

test('reads of a feed over several processes never take more than the quota of its account', async () => {
  const { path, key } = await newFeed({ per_day: 25 });
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => statusesOf(`${path}.csv`)))).flat();
  assert.equal(statuses.filter((status) => status === 200).length, 25);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.equal((await service.get('/usage', key)).body.data.windows[0].remaining, 0);
});

test('a share page fails in both services at the first request after rotation, end, suspension or deletion', async () => {
  const { id, key } = await service.account('pro');
  const [one, two] = (await service.get('/hooks?limit=2', key)).body.data.map((hook: { id: string }) => hook.id);
  const { collection_id } = (await service.send('POST', '/collections', key, { body: { name: 'Spring' } })).body;
  const path = `/collections/${collection_id}`;
  await service.send('POST', `${path}/hooks`, key, { body: { ids: [one, two] } });
  const share = async (by: TestService) =>
    new URL((await by.send('POST', `${path}/share`, key)).body.share_url).pathname;
  const page = await share(service);
  await settled(page, 200);
  const renewed = await share(second);
  assert.deepEqual(await statusesOf(page), [404, 404]);
  assert.deepEqual(await statusesOf(renewed), [200, 200]);
  await service.send('DELETE', `${path}/share`, key);
  assert.deepEqual(await statusesOf(renewed), [404, 404]);

  // A filter uses a collection that the other service changes.
  const total = async (collection = collection_id) =>
    (await service.get(`/hooks?collection=${collection}`, key)).body.total;
  assert.equal(await total(), 2);
  await second.send('DELETE', `${path}/hooks/${one}`, key);
  await until(total, (found) => found === 1);
  const created = (await second.send('POST', '/collections', key, { body: { name: 'Later' } })).body;
  assert.equal(await total(created.collection_id), 0);

  const last = await share(service);
  const { body: data } = await service.operator('GET', `/operator/accounts/${id}/data`);
  const exported = data.collections.map((one: { id: string }) => one.id);
  assert.deepEqual(exported.sort(), [collection_id, created.collection_id].sort());
  assert.equal(data.collection_hooks.length, 1);
  assert.ok(!JSON.stringify(data).includes(last.slice(3)));
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.deepEqual(await statusesOf(last), [404, 404]);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: false });
  assert.deepEqual(await statusesOf(last), [200, 200]);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  assert.deepEqual(await statusesOf(last), [404, 404]);
});

// Two processes on one database: what one changes or counts holds in the other at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey } from '../../src/auth/keys/key.ts';
import { newAddress, peopleOf } from '../accounts/people.ts';
import { type TestService, testService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
/** Trusts no proxy. */
let second: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  second = await testService({ HOOKLINE_ROLES: 'api' }, async () => service.databaseUrl);
  people = peopleOf(service);
});

after(() => second.close());

/** Other processes hear of a change by a notification. */
const untilStatus = (process: TestService, key: string, status: number) =>
  until(
    () => process.get('/hooks', key),
    (answer) => answer.status === status,
  );

test('POST /keys/revoke revokes a leaked key in every process, and answers the same for any other', async () => {
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

test('a key of which a process has not heard is revoked there too, and a report is no use of it', async () => {
  const { session } = await people.owner();
  const { key } = (await session.send('POST', '/account/keys', {})).body.data;
  assert.equal((await second.send('POST', '/keys/revoke', undefined, { body: { key } })).status, 202);
  assert.equal((await session.send('GET', '/account/keys')).body.data[0].last_used_at, null);
  await untilStatus(service, key, 401);
});

test('the keys of a deleted account stop in every process', async () => {
  const { id, key } = await service.account('free');
  await untilStatus(second, key, 200);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  await untilStatus(second, key, 401);
});

test('without a trusted proxy, the address of a client is that of its connection', async () => {
  const { session } = await people.owner();
  const restricted = { allowed_ips: ['203.0.113.9'] };
  const { key } = (await session.send('POST', '/account/keys', restricted)).body.data;
  const from = { 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await service.get('/hooks', key, from)).status, 200);
  const forged = await second.get('/hooks', key, from);
  assert.deepEqual([forged.status, forged.body.address], [403, '127.0.0.1']);
});

test('the holder is mailed at 80 % and at 100 % of a limit, once, however many processes count', async () => {
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
  for (const part of [
    '80% of its 10 calls of today',
    'Limit: 10 calls a day',
    '00:00 UTC',
    `${service.url}/dashboard/plan`,
  ])
    assert.ok(warning.includes(part), `${part} is missing in:\n${warning}`);
  assert.deepEqual(people.mailsTo(email, usedUp), []);
  await call(6, [200, 429]);
  assert.match(await people.mailTo(email, usedUp), /429\s+quota_exceeded until 20\d\d-\d\d-\d\d 00:00 UTC/);
  await call(10, [429]);
  // Emails are sent in order, so those before that of another account have come.
  const other = await service.account('free', { per_day: 1 });
  await service.get('/hooks', other.key);
  await people.mailTo(other.email, usedUp);
  assert.deepEqual([people.mailsTo(email, warned).length, people.mailsTo(email, usedUp).length], [1, 1]);
});

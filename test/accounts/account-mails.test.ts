// Emails to the holder of an account: quota, plan, limits, suspension. Through the real service, in two processes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOutbox, readOutboxHtml } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let second: TestService;

before(async () => {
  service = await testService();
  second = await testService({ HOOKLINE_ROLES: 'api' }, async () => service.databaseUrl);
  await service.import(hookLine('Money is louder than advice'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await second.close();
  await service.close();
});

const warned = '80% of your daily calls are used';
const usedUp = 'Your daily calls are used up';

const mailsTo = (email: string, subject: string) =>
  readOutbox(service.dataDir, subject).filter((mail) => mail.includes(`To: ${email}`));

const untilMailed = (email: string, subject: string, count = 1) =>
  until(
    async () => mailsTo(email, subject),
    ({ length }) => length >= count,
  );

async function call(key: string, times: number, statuses = [200]): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { status } = await (n % 2 ? second : service).get('/hooks', key);
    assert.ok(statuses.includes(status), String(status));
  }
}

test('the holder is mailed at 80 % and at 100 % of a limit, once, however many processes count', async () => {
  await service.observed('catalog_loaded', undefined, 2);
  const { key, email } = await service.account('free', { per_day: 10 });
  const { headers } = await service.get('/hooks', key);
  const unchanged = { 'if-none-match': headers.get('etag') ?? '' };
  for (let n = 0; n < 20; n++) assert.equal((await service.get('/hooks', key, unchanged)).status, 304);
  await call(key, 6);
  await service.send('GET', '/usage', key);
  assert.deepEqual(mailsTo(email, warned), []);
  await call(key, 1);
  const [warning = ''] = await untilMailed(email, warned);
  for (const part of [
    '80% of its 10 calls of today',
    'Limit: 10 calls a day',
    '00:00 UTC',
    `${service.url}/dashboard/plan`,
  ])
    assert.ok(warning.includes(part), `${part} is missing in:\n${warning}`);
  assert.deepEqual(mailsTo(email, usedUp), []);
  await call(key, 6, [200, 429]);
  const [end = ''] = await untilMailed(email, usedUp);
  assert.match(end, /429\s+quota_exceeded until 20\d\d-\d\d-\d\d 00:00 UTC/);
  await call(key, 10, [429]);
  await marker();
  assert.deepEqual([mailsTo(email, warned).length, mailsTo(email, usedUp).length], [1, 1]);
});

test('who has no limit is mailed at 80 % of the included calls, with those of other processes, and is served on', async () => {
  const { id, key, email } = await service.account('enterprise');
  await query(
    service,
    `insert into usage_windows (account_id, kind, starts_on, leased) values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), 799999)`,
    [id],
  );
  await call(key, 1);
  const [warning = ''] = await untilMailed(email, '80% of your included monthly calls are used');
  assert.match(
    warning,
    /80% of its 1,000,000 included calls of this month\.\s+Calls\s+beyond\s+them\s+are\s+served\s+too\./,
  );
  assert.ok(!warning.includes('/dashboard/plan'));
  await call(key, 2);
});

test('a limit that is used up in one go gives one email, and a new limit is counted anew', async () => {
  const { id, key, email } = await service.account('free', { per_day: 5 });
  await Promise.all(Array.from({ length: 5 }, () => service.get('/hooks', key)));
  await untilMailed(email, usedUp);
  await service.operator('PATCH', `/operator/accounts/${id}`, { limits: { per_day: 10 } });
  await call(key, 4, [200, 429]);
  await until(
    async () => (await service.get('/hooks', key)).status,
    (status) => status === 429,
  );
  await untilMailed(email, usedUp, 2);
  const total = mailsTo(email, warned).length;
  assert.ok(total <= 2, String(total));
});

test('the holder is mailed about a new plan, new limits and a suspension, with the operator’s words', async () => {
  const { id, email } = await service.account('free');
  const patch = async (body: object) =>
    assert.equal((await service.operator('PATCH', `/operator/accounts/${id}`, body)).status, 200);
  await patch({ plan: 'scale', message: 'Welcome <i>aboard</i>.' });
  const changed = 'Your Hookline plan is now Scale';
  const [plan = ''] = await untilMailed(email, changed);
  for (const part of [
    'from Free to Scale',
    'Calls: 100,000 calls a month (UTC)',
    'Before: 100 calls a day',
    'Welcome <i>aboard</i>.',
  ])
    assert.ok(plan.includes(part), `${part} is missing in:\n${plan}`);
  assert.ok(readOutboxHtml(service.dataDir, changed)[0]?.includes('Welcome &lt;i&gt;aboard&lt;/i&gt;.'));
  await patch({ limits: { per_month: 500 } });
  await untilMailed(email, 'Your Hookline limits have changed');
  await patch({ suspended: true });
  const [suspended = ''] = await untilMailed(email, 'Your Hookline account is suspended');
  assert.ok(suspended.includes(`${service.url}/dashboard/plan?ask=reopen`));
  await patch({ suspended: false });
  await untilMailed(email, 'Your Hookline account is active again');
  await patch({ plan: 'scale', suspended: false, name: 'Ann' });
  await marker();
  assert.equal(mailsTo(email, 'Your Hookline ').length, 4, 'nothing that stays is mailed');
});

/** Emails are sent in order, so those before it have come. */
async function marker(): Promise<void> {
  const { email, key } = await service.account('free', { per_day: 1 });
  await service.get('/hooks', key);
  await untilMailed(email, usedUp);
}

test('an account that an operator creates gets an email how to sign in, where the operator wants it', async () => {
  const created = 'Your Hookline account is ready';
  const create = (email: string, more: object) =>
    service.operator('POST', '/operator/accounts', { name: 'Ida', email, ...more });
  await create('silent@example.com', {});
  await create('told@example.com', { notify: true, message: 'Welcome aboard.' });
  const [mail = ''] = await untilMailed('told@example.com', created);
  for (const part of [`${service.url}/sign-in`, 'Welcome aboard.', 'Free'])
    assert.ok(mail.includes(part), `${part} is missing in:\n${mail}`);
  assert.deepEqual(mailsTo('silent@example.com', created), []);
});

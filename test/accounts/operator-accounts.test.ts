// Accounts and key requests as the operator sees them: search, filters, usage, pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WindowUsage } from '../../src/accounts/queries.ts';
import { type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;

before(async () => {
  service = await testService();
});

after(() => service.close());

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const namesOf = (page: { accounts: { name: string }[] }) => page.accounts.map(({ name }) => name);

test('accounts are found by part of name, email or id, by plan and by suspension', async () => {
  const make = async (name: string, email: string, plan: string) =>
    (await service.operator('POST', '/operator/accounts', { name, email, plan })).body.id;
  const id = await make('Ada Lovelace', 'countess@example.org', 'scale');
  await make('Grace Hopper', 'grace@example.org', 'free');
  const gone = await make('Gone Ltd', 'ada.two@example.org', 'free');
  await service.operator('PATCH', `/operator/accounts/${gone}`, { suspended: true });
  const found = async (query: string) => namesOf(await read(`/operator/accounts?${query}`));
  assert.deepEqual(await found('q=ADA'), ['Ada Lovelace', 'Gone Ltd']);
  assert.deepEqual(await found('q=Countess%40'), ['Ada Lovelace']);
  assert.deepEqual(await found(`q=${id.slice(4).toLowerCase()}`), ['Ada Lovelace']);
  assert.deepEqual(await found('q=%25'), [], 'a percent sign is no wildcard');
  assert.deepEqual(await found('q=example.org&plan=free&suspended=false'), ['Grace Hopper']);
  assert.deepEqual(await found('q=example.org&suspended=true'), ['Gone Ltd']);
  assert.deepEqual(await found('q=example.org&sort=newest'), ['Gone Ltd', 'Grace Hopper', 'Ada Lovelace']);
  const first = await read('/operator/accounts?q=example.org&sort=newest&limit=2');
  assert.deepEqual([first.total, first.accounts.length], [3, 2]);
  const rest = await read(`/operator/accounts?q=example.org&sort=newest&limit=2&after=${first.next}`);
  assert.deepEqual([namesOf(rest), rest.next], [['Ada Lovelace'], null]);
  for (const query of ['plan=gold', 'suspended=1', 'sort=name', 'limit=0', 'quary=x'])
    assert.equal((await service.operator('GET', `/operator/accounts?${query}`)).status, 400, query);
});

test('an account shows its usage, its limits in force and the last use of its keys', async () => {
  const { id, key, email } = await service.account('pro', { per_day: 7 });
  const before = await read(`/operator/accounts/${id}`);
  assert.deepEqual(
    before.usage.map(({ window, limit, used, remaining }: WindowUsage) => [window, limit, used, remaining]),
    [
      ['day', 7, 0, 7],
      ['month', null, 0, null],
    ],
  );
  assert.deepEqual([before.live_keys, before.last_used_at], [1, null]);
  for (let call = 0; call < 3; call++) assert.equal((await service.get('/hooks', key)).status, 200);
  const { body: own } = await service.get('/usage', key);
  const one = await read(`/operator/accounts/${id}`);
  assert.deepEqual(one.usage, own.data.windows, 'the same as in GET /usage');
  // Both are written shortly after the calls.
  const listed = await until(
    async () => (await read(`/operator/accounts?email=${email}`)).accounts[0],
    ({ last_used_at, usage }) => last_used_at && usage[1].used >= 3,
  );
  assert.ok(listed.usage[0].used >= one.usage[0].used && listed.usage[0].limit === 7);
  await service.account('free');
  const busiest = await read('/operator/accounts?sort=busiest&limit=1');
  assert.equal(busiest.accounts[0].id, id, 'it called the most this month');
  const { accounts: others } = await read(`/operator/accounts?sort=busiest&after=${busiest.next}`);
  assert.deepEqual(
    [others.length, others.some((other: { id: string }) => other.id === id)],
    [busiest.total - 1, false],
  );
  assert.equal((await service.operator('GET', '/operator/accounts/acc_none')).status, 404);
});

test('a key request shows other requests and the account of its email', async () => {
  const submit = async (email: string): Promise<string> => {
    const keyRequest = { name: 'Bo', email, use_case: 'A script generator', expected_calls_per_month: 10 };
    return (await service.send('POST', '/key-requests', undefined, { body: keyRequest })).body.data.id;
  };
  const [first, second] = [await submit('bo@example.com'), await submit('BO@example.com')];
  await service.operator('POST', `/operator/key-requests/${first}/decline`, {});
  const waiting = await read(`/operator/key-requests/${second}`);
  assert.deepEqual(waiting.same_email, { requests: 1, declined: 1, account: null });
  const approved = await service.operator('POST', `/operator/key-requests/${second}/approve`, { plan: 'starter' });
  const third = await submit('bo@example.com');
  const { same_email } = await read(`/operator/key-requests/${third}`);
  const { id, name, plan, suspended } = approved.body.account;
  assert.deepEqual(same_email, { requests: 2, declined: 1, account: { id, name, plan, suspended } });

  const page = await read('/operator/key-requests?limit=2');
  assert.deepEqual([page.total, page.next], [3, second]);
  const rest = await read(`/operator/key-requests?limit=2&after=${page.next}`);
  assert.deepEqual([rest.key_requests.map(({ id }: { id: string }) => id), rest.next], [[first], null]);
  const oldest = await read('/operator/key-requests?sort=oldest&limit=2');
  assert.equal(oldest.next, second);
  const newest = await read(`/operator/key-requests?sort=oldest&limit=2&after=${second}`);
  assert.deepEqual([newest.key_requests.map(({ id }: { id: string }) => id), newest.next], [[third], null]);
  assert.equal((await read('/operator/key-requests?state=pending')).total, 1);
  assert.equal((await service.operator('GET', '/operator/key-requests/req_none')).status, 404);
});

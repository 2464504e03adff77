// Sign-in by link, and permissions of a session. View as customer: what an operator's session may read of an account, what it is refused,
// and when it ends.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newAddress, newEmail, peopleOf } from '../accounts/people.ts';
import { defined } from '../setup/defined.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { createSession, type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
});

const requestLink = (email: string, from = newAddress()) =>
  service.send('POST', '/sign-in-links', undefined, { body: { email }, headers: { 'x-forwarded-for': from } });

test('a link signs in once, with a cookie that is HttpOnly and SameSite', async () => {
  const { email, id } = await service.account('scale');
  const [known, unknown] = [await requestLink(email.toUpperCase()), await requestLink(newEmail('nobody'))];
  assert.deepEqual([known.status, unknown.status], [202, 202]);
  assert.deepEqual(Object.keys(known.body), Object.keys(unknown.body), 'does not reveal whether an account exists');
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  const { link = '' } = mailed;
  assert.ok(link.startsWith(`${service.url}/sign-in#token=`));
  const begun = await createSession(service, link);
  assert.equal(begun.status, 201);
  assert.match(defined(begun.headers.getSetCookie()[0]), /^hookline\.session_token=[^;]+; .*HttpOnly; SameSite=Lax$/);
  const { role, account } = begun.body.data;
  assert.deepEqual([role, account.id, account.plan, begun.body.data.email], ['holder', id, 'scale', email]);
  const again = await createSession(service, link);
  assert.deepEqual([again.status, again.body.code], [401, 'invalid_sign_in_link']);
});

test('of concurrent uses of one link one signs in', async () => {
  const link = await people.linkFor((await service.account('free')).email);
  const all = await Promise.all(Array.from({ length: 6 }, () => createSession(service, link)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 401, 401, 401, 401, 401]);
});

test('after signing out the cookie is invalid, and so is a forged one', async () => {
  const { session } = await people.owner('free');
  assert.equal((await session.send('DELETE', '/session')).status, 204);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  for (const path of ['/hooks', '/account']) {
    const { status, body } = await session.send('GET', path);
    assert.deepEqual([status, body.code], [401, 'signed_out'], path);
  }
  for (const cookie of [`${session.cookie.slice(0, -4)}AAAA`, 'hookline.session_token=x'])
    assert.equal((await service.get('/account', undefined, { cookie })).status, 401, cookie);
});

test('a session gets the same responses as a key of the account, without using quota, and ends with a suspension', async () => {
  const { id, key, session } = await people.owner('free');
  const [own, byKey] = [await session.send('GET', '/hooks?limit=1'), await service.get('/hooks?limit=1', key)];
  assert.deepEqual(own.body.data, byKey.body.data);
  assert.deepEqual((await session.send('GET', '/hooks/full')).body.required_plan, 'starter');
  const { body } = await session.send('GET', '/usage');
  assert.equal(body.data.windows[0].used, 1, 'only the call by the key');
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.equal((await session.send('GET', '/hooks')).body.code, 'account_suspended');
  assert.equal((await session.send('GET', '/session')).body.data.account.suspended, true);
});

test('the audit log of an account lists session actions, filtered by kind and paged', async () => {
  const { session } = await people.owner();
  const { body: made } = await session.send('POST', '/webhooks', { webhook_url: 'http://127.0.0.1:9/' });
  await session.send('POST', '/account/keys', { name: 'laptop' });
  await session.send('POST', `/webhooks/${made.webhook_id}/pause`);
  const read = async (query: string) => (await session.send('GET', `/account/audit?${query}`)).body;
  const actsOf = ({ data }: { data: { action: string; actor: string }[] }) =>
    data.map(({ action, actor }) => `${action} ${actor}`);
  assert.deepEqual(actsOf(await read('kind=key&limit=1')), ['key.created session']);
  const first = await read('kind=webhook&limit=1');
  const second = await read(`kind=webhook&limit=1&after=${first.next}`);
  assert.deepEqual([actsOf(first), actsOf(second)], [['webhook.paused session'], ['webhook.created session']]);
  assert.equal(second.next, null);
  assert.equal((await read('kind=moon')).code, 'invalid_parameter');
});

test('a page of another site cannot use the session to change anything', async () => {
  const { session } = await people.owner();
  const operator = await signInAsOperator(service);
  const post = (path: string, cookie: string, from: object) =>
    service.send('POST', path, undefined, { body: {}, headers: { cookie, ...from } });
  for (const from of [
    {},
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: service.url },
    { 'sec-fetch-site': 'same-site' },
  ])
    for (const [path, { cookie }] of [
      ['/account/keys', session],
      ['/export', session],
      ['/webhooks', session],
      ['/operator/accounts', operator],
    ] as const) {
      const { status, body } = await post(path, cookie, from);
      assert.deepEqual([status, body.code], [403, 'cross_site'], `${path} ${JSON.stringify(from)}`);
    }
  for (const from of [{ origin: service.url }, { 'sec-fetch-site': 'same-origin' }])
    assert.equal((await post('/account/keys', session.cookie, from)).status, 201);
});

test('sign-in links are limited to five an hour per mailbox and twenty per address, and others cannot lock an owner out', async () => {
  const address = newAddress();
  const mailbox = newEmail();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await requestLink(mailbox, address)).status);
  assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429]);
  for (let n = 6; n < 20; n++) assert.equal((await requestLink(newEmail(), address)).status, 202);
  const refused = await requestLink(newEmail(), address);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 3000);

  const { email } = await service.account('free');
  for (let n = 0; n < 30; n++)
    assert.equal((await requestLink(email, `2001:db8:${n % 6}::${n}`)).status, 202, 'six networks of a stranger');
  assert.equal((await requestLink(email)).status, 202, 'the owner is not locked out');
  // Ten emails are sent at once, then one per minute: the owner's request sends none, and the last link still works.
  const mailed = await service.observed('sign_in_link_mailed', email, 11);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  assert.equal((await createSession(service, mailed.link)).status, 201);
});

test('guessing links is limited by address', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress() };
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++)
    statuses.push(
      (await service.send('POST', '/session', undefined, { body: { token: `guess${n}` }, headers })).status,
    );
  assert.deepEqual([...new Set(statuses)], [401, 429]);
});

test('the operator’s link opens the console, its session has no account, and it ends the previous session of the browser', async () => {
  const { session } = await people.owner('free');
  const operator = await signInAsOperator(service);
  const { body } = await operator.send('GET', '/session');
  assert.deepEqual([body.data.role, body.data.account], ['operator', null]);
  assert.equal((await operator.send('GET', '/operator/accounts')).status, 200);
  assert.equal((await operator.send('GET', '/hooks')).body.code, 'session_required');
  const created = await service.operator('POST', '/operator/sign-in-links');
  const token = new URL(created.body.url).hash.slice('#token='.length);
  assert.equal((await session.send('POST', '/session', { token })).status, 201);
  assert.equal((await session.send('GET', '/account')).body.code, 'signed_out');
});

test('without a mail server an operator creates a link for a customer, which signs in once and is in the audit log', async () => {
  const { id, email } = await service.account('pro');
  const operator = await operatorOf('support');
  const { status, body } = await operator.send('POST', `/operator/accounts/${id}/sign-in-links`);
  assert.equal(status, 201, JSON.stringify(body));
  const begun = await createSession(service, body.url);
  const { role, account, email: signedIn } = begun.body.data;
  assert.deepEqual([begun.status, role, account.id, signedIn], [201, 'holder', id, email]);
  assert.equal((await createSession(service, body.url)).status, 401);
  const { body: log } = await service.operator('GET', `/operator/audit?account=${id}&action=sign_in_link.created`);
  assert.deepEqual([log.records[0].subject, log.records[0].operator_email], [id, operator.email]);
  assert.equal((await service.operator('POST', '/operator/accounts/acc_unknown/sign-in-links')).status, 404);
  const curator = await operatorOf('curator');
  assert.equal((await curator.send('POST', `/operator/accounts/${id}/sign-in-links`)).status, 403);
});

test('others at the operator’s address cannot lock the operator out', async () => {
  const from = { 'x-forwarded-for': newAddress() };
  const operator = await signInAsOperator(service);
  const strange = () => service.get('/operator/stats', undefined, from);
  for (let n = 0; n < 65; n++) await strange();
  assert.equal((await strange()).status, 429);
  const key = { ...from, authorization: 'Bearer operator-key-of-the-tests' };
  assert.equal((await service.get('/operator/stats', undefined, key)).status, 200);
  const { status, headers } = await operator.send('GET', '/operator/stats', undefined, from);
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
});

let operators = 0;

async function operatorOf(role: string): Promise<SignedIn & { email: string; id: string }> {
  const email = `viewing${++operators}@example.com`;
  const { body } = await service.operator('POST', '/operator/operators', { email, role });
  return { ...(await signIn(service, email)), email, id: body.id };
}

const view = (session: SignedIn, id: string) => session.send('POST', `/operator/accounts/${id}/view`);
const codeOf = async (session: SignedIn, method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await session.send(method, path, body);
  return `${status} ${answer?.code ?? ''}`.trim();
};

test('a viewing operator reads what the customer reads; the server refuses every change', async () => {
  const { id, key, email } = await service.account('enterprise');
  await signIn(service, email);
  const saved = await service.send('POST', '/searches', key, { body: { name: 'Mine', filters: {} } });
  const operator = await operatorOf('support');
  assert.equal(await codeOf(operator, 'GET', '/account'), '403 session_required');
  const begun = await view(operator, id);
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  assert.equal((await operator.send('GET', '/account')).body.data.account.id, id);
  for (const path of ['/hooks', '/usage', '/account/keys', '/account/requests', '/webhooks', '/exports', '/trends'])
    assert.equal((await operator.send('GET', path)).status, 200, path);
  const [search] = (await operator.send('GET', '/searches')).body.data;
  assert.ok(search.feed_url && search.feed_url !== saved.body.feed_url, 'not the token of the feed');
  const sessions = (await operator.send('GET', '/account/sessions')).body.data;
  assert.deepEqual([sessions.length, sessions[0].email, sessions[0].current], [1, email, false], 'those of the holder');
  const { body } = await operator.send('GET', '/session');
  assert.deepEqual([body.data.role, body.data.account, body.data.viewing.account.id], ['operator', null, id]);

  const changes = endpointsOf('key', 'session').filter(({ method, isInMemory }) => method !== 'GET' && !isInMemory);
  assert.ok(changes.length > 15);
  // After 60 refused requests a minute, a session gets 429.
  for (let at = 0; at < changes.length; at += 50) {
    const viewing = await operatorOf('support');
    await view(viewing, id);
    const checks = changes.slice(at, at + 50).map(async ({ method, path }) => {
      const code = await codeOf(viewing, method, path.replace(/:\w+/g, 'hook_1'), {});
      assert.equal(code, '403 view_only', `${method} ${path}`);
    });
    await Promise.all(checks);
  }
  const { body: keys } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  assert.equal(keys.keys.length, 1);
});

test('reads of a viewing operator do not count for the account: neither as reads nor as calls', async () => {
  const { id } = await service.account('free');
  const operator = await operatorOf('owner');
  await view(operator, id);
  for (let n = 0; n < 5; n++) assert.equal((await operator.send('GET', `/hooks?limit=${n + 1}`)).status, 200);
  assert.deepEqual(await query(service, 'select from session_reads where account_id = $1', [id]), []);
  const { body } = await service.operator('GET', `/operator/accounts/${id}`);
  assert.equal(body.usage[0].used, 0);
});

test('the view is in the audit log with operator, account and times; the account sees it without the operator’s name', async () => {
  const { id, email } = await service.account('pro');
  const operator = await operatorOf('support');
  await view(operator, id);
  assert.equal((await operator.send('DELETE', '/operator/view')).status, 200);
  assert.equal(await codeOf(operator, 'GET', '/account'), '403 session_required');
  const { body } = await service.operator('GET', `/operator/audit?account=${id}&actor=${operator.email}`);
  const actions = body.records.map(({ action }: { action: string }) => action);
  assert.deepEqual(actions, ['account.view_ended', 'account.viewed']);
  assert.match(body.records[1].details.until, /^20\d\d-/);
  const holder = await signIn(service, email);
  const own = JSON.stringify((await holder.send('GET', '/account/audit')).body);
  assert.ok(own.includes('account.viewed') && !own.includes(operator.email));
});

test('a view ends after an hour, and with sign-out, the role or the account', async () => {
  const { id } = await service.account('pro');
  const refused = '403 session_required';
  const late = await operatorOf('support');
  await view(late, id);
  await query(service, 'update sessions set view_expires_at = now() where viewed_account_id = $1', [id]);
  assert.equal(await codeOf(late, 'GET', '/account'), refused);
  assert.equal((await late.send('GET', '/session')).body.data.viewing, null);

  const gone = await operatorOf('support');
  await view(gone, id);
  assert.equal((await gone.send('DELETE', '/session')).status, 204);
  assert.equal(await codeOf(gone, 'GET', '/account'), '401 signed_out');

  const moved = await operatorOf('support');
  await view(moved, id);
  await service.operator('POST', '/operator/operators', { email: moved.email, role: 'curator' });
  assert.equal(await codeOf(moved, 'GET', '/account'), refused);

  const last = await operatorOf('support');
  await view(last, id);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  assert.equal(await codeOf(last, 'GET', '/account'), refused);
  assert.equal(await codeOf(last, 'POST', `/operator/accounts/${id}/view`), '404 not_found');
});

test('only a signed-in operator with the permission `accounts` can view', async () => {
  const { id } = await service.account('pro');
  assert.equal(await codeOf(await operatorOf('curator'), 'POST', `/operator/accounts/${id}/view`), '403 role_required');
  const byKey = await service.operator('POST', `/operator/accounts/${id}/view`);
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'session_required']);
});

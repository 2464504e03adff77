// Sign-in by link, and what a session may do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { createSession, signIn, signInAsOperator } from '../setup/session.ts';

let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  await service.import([hookLine('One line'), hookLine('Two lines')].join('\n'), 'preset=hookline&format=jsonl');
});

after(() => service.close());

const sent = (email: string) => service.send('POST', '/sign-in-links', undefined, { body: { email } });

test('a link signs in once, with a cookie that is HttpOnly and SameSite', async () => {
  const { email, id } = await service.account('scale');
  assert.equal((await sent(email.toUpperCase())).status, 202);
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
  const { email } = await service.account('free');
  await sent(email);
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  const { link = '' } = mailed;
  const all = await Promise.all(Array.from({ length: 6 }, () => createSession(service, link)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 401, 401, 401, 401, 401]);
});

test('POST /sign-in-links does not reveal whether an account exists', async () => {
  const { email } = await service.account('free');
  const [there, nowhere] = [await sent(email), await sent('nobody@example.com')];
  assert.deepEqual([there.status, nowhere.status], [202, 202]);
  assert.deepEqual(Object.keys(there.body), Object.keys(nowhere.body));
});

test('after signing out the cookie is invalid', async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  assert.equal((await session.send('GET', '/session')).status, 200);
  assert.equal((await session.send('DELETE', '/session')).status, 204);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  for (const path of ['/hooks', '/account']) {
    const { status, body } = await session.send('GET', path);
    assert.deepEqual([status, body.code], [401, 'signed_out'], path);
  }
});

test('a forged cookie has no session', async () => {
  const { email } = await service.account('free');
  const { cookie } = await signIn(service, email);
  for (const forged of [`${cookie.slice(0, -4)}AAAA`, 'hookline.session_token=x', 'hookline.session_token=']) {
    const { body } = await service.get('/session', undefined, { cookie: forged });
    assert.equal(body.data, null, forged);
    assert.equal((await service.get('/account', undefined, { cookie: forged })).status, 401, forged);
  }
});

test('a session gets the same responses as a key of the account, without using quota', async () => {
  const { email, key } = await service.account('free');
  const session = await signIn(service, email);
  const [own, byKey] = [await session.send('GET', '/hooks?limit=1'), await service.get('/hooks?limit=1', key)];
  assert.deepEqual(own.body.data, byKey.body.data);
  assert.deepEqual((await session.send('GET', '/hooks/full')).body.required_plan, 'pro');
  const { body } = await session.send('GET', '/usage');
  assert.equal(body.data.windows[0].used, 1, 'only the call by the key');
});

test('keys created, regenerated and revoked in the dashboard take effect at once and are audited', async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const made = await session.send('POST', '/account/keys', { name: 'laptop' });
  assert.equal(made.status, 201);
  const { id, key } = made.body.data;
  assert.equal((await service.get('/hooks', key)).status, 200);
  const next = await session.send('POST', `/account/keys/${id}/regenerate`, { grace_seconds: 0 });
  assert.equal((await service.get('/hooks', key)).status, 401);
  assert.equal((await service.get('/hooks', next.body.data.key)).status, 200);
  assert.equal((await session.send('DELETE', `/account/keys/${next.body.data.id}`)).status, 200);
  assert.equal((await service.get('/hooks', next.body.data.key)).status, 401);
  const { body } = await session.send('GET', '/account/audit');
  const acts = body.data.map(({ action, actor }: { action: string; actor: string }) => `${action} ${actor}`);
  assert.deepEqual(acts.slice(0, 3), ['key.revoked session', 'key.regenerated session', 'key.created session']);
});

test('the audit log of an account can be filtered by kind and paged', async () => {
  const { email } = await service.account('enterprise');
  const session = await signIn(service, email);
  const made = await session.send('POST', '/webhooks', { webhook_url: 'http://127.0.0.1:9/' });
  await session.send('POST', '/account/keys', { name: 'laptop' });
  await session.send('POST', `/webhooks/${made.body.webhook_id}/pause`);
  const readAudit = async (query: string) => (await session.send('GET', `/account/audit?${query}`)).body;
  const first = await readAudit('kind=webhook&limit=1');
  const second = await readAudit(`kind=webhook&limit=1&after=${first.next}`);
  assert.deepEqual(
    [first, second].map(({ data }) => data.map(({ action }: { action: string }) => action).join()),
    ['webhook.paused', 'webhook.created'],
  );
  assert.equal(second.next, null);
  assert.equal((await readAudit('kind=moon')).code, 'invalid_parameter');
});

test('a key can neither manage keys nor read the audit log', async () => {
  const { key } = await service.account('enterprise');
  for (const [method, path] of [
    ['GET', '/account'],
    ['GET', '/account/keys'],
    ['POST', '/account/keys'],
    ['POST', '/account/keys/key_x/regenerate'],
    ['PATCH', '/account/keys/key_x'],
    ['DELETE', '/account/keys/key_x'],
    ['GET', '/account/audit'],
  ] as const) {
    const { status, body } = await service.send(method, path, key);
    assert.deepEqual([status, body.code], [403, 'session_required'], `${method} ${path}`);
    assert.equal((await service.send(method, path)).status, 401);
  }
});

test('a page of another site cannot use the session to change anything', async () => {
  const { email } = await service.account('enterprise');
  const { cookie, send } = await signIn(service, email);
  const operator = await signInAsOperator(service);
  const from = (headers: Record<string, string>) => ({ body: {}, headers: { cookie, ...headers } });
  for (const headers of [
    {},
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: service.url },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    for (const path of ['/account/keys', '/export', '/webhooks']) {
      const { status, body } = await service.send('POST', path, undefined, from(headers));
      assert.deepEqual([status, body.code], [403, 'cross_site'], `${path} ${JSON.stringify(headers)}`);
    }
    const sent = { body: {}, headers: { cookie: operator.cookie, ...headers } };
    assert.equal((await service.send('POST', '/operator/accounts', undefined, sent)).body.code, 'cross_site');
  }
  assert.equal((await service.send('POST', '/account/keys', undefined, from({ origin: service.url }))).status, 201);
  assert.equal((await send('POST', '/account/keys', {})).status, 201);
});

test('suspension blocks sessions as it blocks keys', async () => {
  const { email, id } = await service.account('scale');
  const session = await signIn(service, email);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.equal((await session.send('GET', '/hooks')).body.code, 'account_suspended');
  assert.equal((await session.send('GET', '/session')).body.data.account.suspended, true);
});

test('sign-in links are limited to five an hour for a mailbox and twenty in all of an address, and strangers cannot lock an owner out', async () => {
  const own = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  const requestLink = (email: string, from = '192.0.2.1') =>
    own.send('POST', '/sign-in-links', undefined, { body: { email }, headers: { 'x-forwarded-for': from } });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await requestLink('a@example.com')).status);
  assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429]);
  for (let n = 6; n < 20; n++) assert.equal((await requestLink(`b${n}@example.com`)).status, 202);
  const refused = await requestLink('c@example.com');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 3000);

  const { email } = await own.account('free');
  for (let n = 0; n < 30; n++)
    assert.equal((await requestLink(email, `2001:db8:${n % 6}::${n}`)).status, 202, 'six networks of a stranger');
  assert.equal((await requestLink(email, '198.51.100.7')).status, 202, 'the owner is not locked out');
  // Ten emails, then one a minute: the owner’s request has none of its own, and the link of the last one works.
  const mailed = await own.observed('sign_in_link_mailed', email, 11);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  assert.equal((await createSession(own, mailed.link)).status, 201);
  await own.close();
});

test('guessing links is rate limited', async () => {
  const own = await testService();
  const statuses = new Set<number>();
  for (let n = 0; n < 22; n++) statuses.add((await createSession(own, `${own.url}/sign-in#token=guess${n}`)).status);
  assert.deepEqual([...statuses], [401, 429]);
  await own.close();
});

test('the operator’s link opens the console, and its session has no account', async () => {
  const operator = await signInAsOperator(service);
  const { body } = await operator.send('GET', '/session');
  assert.deepEqual([body.data.role, body.data.account], ['operator', null]);
  assert.equal((await operator.send('GET', '/operator/accounts')).status, 200);
  assert.equal((await operator.send('GET', '/hooks')).body.code, 'session_required');
});

test('a new sign-in ends the previous session of the browser', async () => {
  const { email } = await service.account('free');
  const first = await signIn(service, email);
  const created = await service.operator('POST', '/operator/sign-in-links');
  const token = new URL(created.body.url).hash.slice('#token='.length);
  assert.equal((await first.send('POST', '/session', { token })).status, 201);
  assert.equal((await first.send('GET', '/account')).body.code, 'signed_out');
});

test('strangers at the operator’s address cannot lock the operator out', async () => {
  const own = await testService();
  const operator = await signInAsOperator(own);
  for (let n = 0; n < 65; n++) await own.get('/operator/stats');
  assert.equal((await own.get('/operator/stats')).status, 429);
  assert.equal((await own.operator('GET', '/operator/stats')).status, 200);
  const { status, headers } = await operator.send('GET', '/operator/stats');
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
  await own.close();
});

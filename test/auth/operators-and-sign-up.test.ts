// Operators: roles, sessions, and actions that need the operator key. Open sign-up by email.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type OperatorRole, operatorRoles, type Permission } from '../../src/auth/role.ts';
import { defined } from '../setup/defined.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { readOutbox } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import { type Answer, type TestService, testService } from '../setup/service.ts';
import { openLink, type SignedIn, signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const owner = 'owner@example.com';
let service: TestService;
let database: pg.Client;
let byOwner: SignedIn;

before(async () => {
  service = await testService({
    HOOKLINE_OPERATOR_EMAIL: 'Owner@Example.com',
    HOOKLINE_SIGNUP: 'open',
    HOOKLINE_TRUSTED_PROXIES: 'loopback',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    MAIL_FROM: 'Hookline <hello@hooks.example.com>',
  });
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  byOwner = await signIn(service, owner);
});

after(async () => {
  await database.end();
  await service.close();
});

const add = (email: string, role: string) => service.operator('POST', '/operator/operators', { email, role });
const audit = async (query: string) => (await service.operator('GET', `/operator/audit?${query}`)).body.records;

/** Permissions of each role, as documented in docs/operator.md. */
const allowed: Record<OperatorRole, readonly Permission[]> = {
  owner: ['read', 'catalog', 'accounts', 'system'],
  curator: ['read', 'catalog'],
  support: ['read', 'accounts'],
};

test('HOOKLINE_OPERATOR_EMAIL sets an owner from the first start, who signs in by email', async () => {
  const { body } = await byOwner.send('GET', '/session');
  const { role, operator_role, permissions, email, account } = body.data;
  assert.deepEqual([role, operator_role, email, account], ['operator', 'owner', owner, null]);
  assert.deepEqual(permissions, allowed.owner);
});

test('every operator endpoint refuses roles without its permission, and reads serve the others', async () => {
  const endpoints = endpointsOf('operator').flatMap((one) => (one.audience === 'operator' ? [one] : []));
  assert.ok(endpoints.length >= 45);
  const refusals = ['role_required', 'operator_key_required', 'operator_required', 'signed_out'];
  for (const role of operatorRoles) {
    const email = role === 'owner' ? owner : `${role}@walk.example.com`;
    if (role !== 'owner') await add(email, role);
    const { send } = role === 'owner' ? byOwner : await signIn(service, email);
    const checks = endpoints.map(async ({ method, path, permission, requiresKey }, n) => {
      const may = allowed[role].includes(permission);
      // Permitted changes would start work, so the tests of their modules make them. Endpoints that every role may read are tested with one
      // role.
      const isShown = method === 'GET' && (permission !== 'read' || role === 'curator');
      if (may && !requiresKey && !isShown) return;
      // The address changes, since refused requests are limited by address.
      const from = { 'x-forwarded-for': `10.1.${operatorRoles.indexOf(role)}.${n}` };
      const { body } = await send(method, path.replace(/:\w+/g, 'none'), method === 'GET' ? undefined : {}, from);
      const expected = may ? (requiresKey ? 'operator_key_required' : undefined) : 'role_required';
      assert.equal(
        refusals.find((code) => code === body?.code),
        expected,
        `${role}: ${method} ${path}`,
      );
    });
    await Promise.all(checks);
  }
});

test('a session can neither create sign-in links, nor add or change a file source', async () => {
  const needsKey = async (method: string, path: string, body: unknown) => {
    const { status, body: problem } = await byOwner.send(method, path, body);
    assert.deepEqual([status, problem.code], [403, 'operator_key_required'], `${method} ${path}`);
    assert.match(problem.detail, /hookline/);
  };
  await needsKey('POST', '/operator/sign-in-links', undefined);
  await needsKey('POST', '/operator/sources', { name: 'secrets', location: '/etc/passwd' });
  const url = { name: 'feed', location: 'http://127.0.0.1:9/hooks.jsonl', enabled: false };
  const { body: feed } = await byOwner.send('POST', '/operator/sources', url);
  await needsKey('PATCH', `/operator/sources/${feed.id}`, { location: '/etc/passwd' });
  // A source of files, as added by an earlier version or the operator key.
  await database.query(
    `insert into sources (id, name, location, mapping, is_snapshot, may_shrink, enabled, failures, next_run_at, created_at, updated_at)
    values ('src_files', 'files', '/srv/hooks', '{}', false, false, false, 0, now(), now(), now())`,
  );
  await needsKey('PATCH', '/operator/sources/src_files', { map: ['text=password'] });
  assert.equal((await byOwner.send('PATCH', '/operator/sources/src_files', { enabled: false })).status, 200);
});

test('owners add operators in a fresh session, others cannot, and the new operator gets an email', async () => {
  const body = { email: 'Second@add.example.com', role: 'support' };
  const openItems = async () => {
    const { items } = (await byOwner.send('GET', '/operator/setup')).body;
    return items.flatMap(({ id, done }: { id: string; done: boolean }) => (done ? [] : [id]));
  };
  await database.query(`delete from users where role <> 'holder' and email <> $1 and email not like '%.invalid'`, [
    owner,
  ]);
  assert.ok((await openItems()).includes('operators'));
  const added = await byOwner.send('POST', '/operator/operators', body);
  assert.deepEqual([added.status, added.body.email], [200, 'second@add.example.com'], JSON.stringify(added.body));
  assert.ok(!(await openItems()).includes('operators'), 'one operator was added');
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, 'You are now an operator').filter((one) => one.includes('second@add.')),
    ({ length }) => length > 0,
  );
  assert.ok(mail.includes('role support') && mail.includes('/sign-in') && !mail.includes('token='), mail);
  assert.equal((await audit('action=operator.added'))[0].operator_email, owner);

  const support = await signIn(service, 'second@add.example.com');
  const refused = await support.send('POST', '/operator/operators', { email: 'evil@example.com', role: 'owner' });
  assert.equal(refused.body.code, 'role_required');
  const [session] = (await byOwner.send('GET', '/operator/sessions')).body.sessions.filter(
    ({ current }: { current: boolean }) => current,
  );
  const age = (minutes: number) =>
    database.query(`update sessions set expires_at = $2::timestamptz - make_interval(mins => $3) where id = $1`, [
      session.id,
      session.expires_at,
      minutes,
    ]);
  await age(61);
  const stale = await byOwner.send('POST', '/operator/operators', { email: 'evil@example.com', role: 'owner' });
  assert.deepEqual([stale.status, /Sign out and in again/.test(stale.body.detail)], [409, true]);
  await age(0);
  assert.equal((await add('evil@example.com', 'curator')).status, 200, 'the operator key has no age');
});

test('the session of the first start, without an email, can add an operator', async () => {
  const { body } = await service.operator('POST', '/operator/sign-in-links');
  const first = await openLink(service, body.url);
  const added = await first.send('POST', '/operator/operators', { email: 'first@add.example.com', role: 'curator' });
  assert.equal(added.status, 200, JSON.stringify(added.body));
});

test('a session ends 30 days after it started, however much it is used', async () => {
  const expiry = async () => (await byOwner.send('GET', '/session')).body.data.expires_at;
  const first = await expiry();
  await database.query(`update sessions set updated_at = now() - interval '20 days'`);
  assert.equal(await expiry(), first);
  const days = (Date.parse(first) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30, `${days} days`);
});

test('a removed operator is signed out at once, and the last owner cannot be removed', async () => {
  const { body: added } = await add('Gone@example.com', 'support');
  assert.deepEqual([added.email, added.role], ['gone@example.com', 'support']);
  const { send } = await signIn(service, 'gone@example.com');
  assert.equal((await send('GET', '/operator/stats')).status, 200);
  assert.equal((await byOwner.send('DELETE', `/operator/operators/${added.id}`)).status, 200);
  assert.equal((await send('GET', '/operator/stats')).body.code, 'signed_out');
  assert.equal((await service.operator('DELETE', `/operator/operators/${added.id}`)).status, 404);

  const { body } = await service.operator('GET', '/operator/operators');
  const only = defined(body.operators.find(({ email }: { email: string }) => email === owner));
  const byEnvironment = await service.operator('DELETE', `/operator/operators/${only.id}`);
  assert.deepEqual([byEnvironment.status, byEnvironment.body.code], [409, 'conflict']);
  assert.match(byEnvironment.body.detail, /HOOKLINE_OPERATOR_EMAIL/);
  const demoted = await add(owner, 'support');
  assert.match(demoted.body.detail, /last owner/);
  const { body: second } = await add('second@example.com', 'owner');
  assert.equal((await add(owner, 'support')).body.role, 'support');
  const removed = await service.operator('DELETE', `/operator/operators/${second.id}`);
  assert.deepEqual([removed.status, /last owner/.test(removed.body.detail)], [409, true]);
  assert.equal((await add(owner, 'owner')).body.role, 'owner');

  // Any account can invite any mailbox.
  const inviter = await service.account('pro');
  const invited = await signIn(service, inviter.email);
  assert.equal((await invited.send('POST', '/members', { email: 'wanted@example.com', role: 'viewer' })).status, 201);
  assert.equal((await add('wanted@example.com', 'support')).body.role, 'support');
  assert.equal((await add(inviter.email, 'support')).status, 409);

  const [last] = await audit('action=operator.removed');
  assert.deepEqual([last.actor, last.operator_email, last.subject], ['operator', owner, added.id]);
  assert.deepEqual((await audit('action=operator.changed'))[0].details, {
    email: owner,
    role: { from: 'support', to: 'owner' },
  });
});

test('a key request as an operator adds no operator link, and reserved emails have no account', async () => {
  const wish = { name: 'Mallory', use_case: 'A script generator', expected_calls_per_month: 10 };
  const ask = (email: string, n: number) =>
    service.send('POST', '/key-requests', undefined, {
      body: { ...wish, email },
      headers: { 'x-forwarded-for': `10.2.0.${n}` },
    });
  for (const [n, email] of ['Operator@hookline.INVALID', 'Hello@Hooks.example.com'].entries()) {
    const { status, body } = await ask(email, n);
    assert.deepEqual([status, body.errors?.[0].pointer], [422, '#/email'], email);
    const created = await service.operator('POST', '/operator/accounts', { name: 'M', email, plan: 'free' });
    assert.equal(created.status, 422, email);
  }
  // The response must not reveal who operates the service, so only the approval is refused.
  const asked = await ask(owner, 4);
  assert.equal(asked.status, 201);
  const approved = await service.operator('POST', `/operator/key-requests/${asked.body.data.id}/approve`, {});
  assert.deepEqual([approved.status, approved.body.code], [409, 'conflict']);
  assert.equal((await service.operator('POST', '/operator/accounts', { name: 'M', email: owner })).status, 409);

  // A key request and an account that are older than reserved emails.
  await database.query(
    `insert into key_requests (id, name, email, use_case, calls_per_month, state, created_at)
    values ('req_old', 'M', 'operator@hookline.invalid', 'A script generator', 1, 'pending', now())`,
  );
  assert.equal((await service.operator('POST', '/operator/key-requests/req_old/approve', {})).status, 422);
  await database.query(
    `insert into accounts (id, name, email, plan, created_at) values ('acc_old', 'M', 'operator@hookline.invalid', 'free', now())`,
  );
  const links = async () => (await database.query('select id from verifications')).rowCount;
  const before = await links();
  const sent = await service.send('POST', '/sign-in-links', undefined, {
    body: { email: 'operator@hookline.invalid' },
  });
  assert.equal(sent.status, 202);
  await service.account('free').then(({ email }) => signIn(service, email));
  assert.equal(await links(), before, 'only the link of the new account, which has been used');
});

test('sessions can be listed and ended, one or all others, only by their owner', async () => {
  const { email, id: accountId } = await service.account('free');
  assert.equal((await add(email.toUpperCase(), 'owner')).status, 409, 'an account’s email cannot become an operator');
  const [first, second, third] = [
    await signIn(service, email),
    await signIn(service, email, 2),
    await signIn(service, email, 3),
  ];
  const { body } = await third.send('GET', '/account/sessions', undefined);
  const sessions = body.data;
  assert.deepEqual(
    sessions.map((one: { current: boolean; email: string }) => [one.current, one.email]),
    [true, false, false].map((current) => [current, email]),
  );

  const { email: other } = await service.account('free');
  const stranger = await signIn(service, other);
  assert.equal((await stranger.send('DELETE', `/account/sessions/${sessions[2].id}`)).status, 404);
  assert.equal((await byOwner.send('DELETE', `/operator/sessions/${sessions[2].id}`)).status, 404);
  assert.equal((await third.send('DELETE', `/account/sessions/${sessions[2].id}`)).status, 200);
  assert.equal((await first.send('GET', '/account')).body.code, 'signed_out');

  assert.deepEqual((await third.send('DELETE', '/account/sessions')).body.data, { ended: 1 });
  assert.equal((await second.send('GET', '/account')).status, 401);
  assert.equal((await third.send('GET', '/account')).status, 200);
  assert.equal((await third.send('DELETE', '/account/sessions?include_current=true')).body.data.ended, 1);
  assert.equal((await third.send('GET', '/account')).status, 401);
  assert.equal((await stranger.send('GET', '/account')).status, 200);

  const own = await audit(`account=${accountId}`);
  const actions = ['ended_everywhere', 'ended_everywhere', 'ended', 'started', 'started', 'started'];
  assert.deepEqual(
    own.slice(0, 6).map(({ action, actor }: Record<string, string>) => `${action} ${actor}`),
    actions.map((action) => `session.${action} session`),
  );
});

test('an owner ends the sessions of all operators, others their own', async () => {
  await add('one@example.com', 'support');
  await add('two@example.com', 'support');
  const [one, two] = [await signIn(service, 'one@example.com'), await signIn(service, 'two@example.com')];
  const emails = async ({ send }: SignedIn) =>
    (await send('GET', '/operator/sessions')).body.sessions.map(({ email }: { email: string }) => email);
  assert.deepEqual(await emails(one), ['one@example.com']);
  const all = await emails(byOwner);
  for (const email of ['one@example.com', 'two@example.com', owner]) assert.ok(all.includes(email), email);
  const [own] = (await two.send('GET', '/operator/sessions')).body.sessions;
  assert.equal((await one.send('DELETE', `/operator/sessions/${own.id}`)).status, 404);
  assert.deepEqual((await one.send('DELETE', '/operator/sessions')).body, { ended: 0 });
  assert.ok((await byOwner.send('DELETE', '/operator/sessions?include_current=false')).body.ended >= 2);
  assert.deepEqual(await emails(byOwner), [owner]);
  assert.equal((await two.send('GET', '/operator/stats')).status, 401);
});

test('sign-ins, sign-outs and failures are audited, and failures cannot fill the log', async () => {
  await add('audited@example.com', 'support');
  const operator = await signIn(service, 'audited@example.com');
  await operator.send('DELETE', '/session');
  const found = await audit('actor=audited@example.com');
  const actions = found.map(({ action, actor, operator_email }: Record<string, string>) => [
    action,
    actor,
    operator_email,
  ]);
  assert.deepEqual(actions, [
    ['session.ended', 'operator', 'audited@example.com'],
    ['session.started', 'operator', 'audited@example.com'],
  ]);
  assert.equal(found[0].subject, found[1].subject);
  assert.match(found[1].address, /127\.0\.0\.1$/);

  const guess = (n: number, address: string) =>
    service.send('POST', '/session', undefined, {
      body: { token: `guess${n}` },
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
    });
  for (let n = 0; n < 4; n++) assert.equal((await guess(n, '10.3.0.1')).status, 401);
  const failures = await audit('action=session.failed');
  assert.deepEqual(
    failures.map(({ actor, address, subject }: Record<string, string>) => `${actor} ${address} ${subject}`),
    ['system 10.3.0.1 sign-in'],
  );
  await Promise.all(Array.from({ length: 80 }, (_, n) => guess(n, `10.4.0.${n}`)));
  assert.equal((await audit('action=session.failed&limit=200')).length, 60, 'an hour');
});

const subject = 'Your Hookline API key is one click away';
let address = 0;
/** Each sign-up has its own address, since an address may sign up five times per hour. */
const signUp = (email: string, from = `203.0.113.${++address}`) =>
  service.send('POST', '/sign-ups', undefined, { body: { email }, headers: { 'x-forwarded-for': from } });

async function tokenFor(email: string, nth = 1): Promise<string> {
  const mailed = await service.observed('sign_in_link_mailed', email.toLowerCase(), nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  const { pathname, hash } = new URL(mailed.link);
  assert.equal(pathname, '/sign-up');
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

const confirm = (token: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }, name?: string) =>
  service.send('POST', '/sign-ups/confirm', undefined, { body: { token, name }, headers });

const check = (token: string) => service.send('POST', '/sign-in-links/check', undefined, { body: { token } });

/** Leaves out the parts that differ between two responses to the same request. */
const shapeOf = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].sort(),
  body: { ...body, timestamp: '', data: Object.keys(body.data ?? {}) },
});

test('an email, its link and a click give a Free account, a session and a working key', async () => {
  const asked = await signUp('Ada@Example.com');
  assert.deepEqual([asked.status, asked.body.data], [202, { email: 'Ada@Example.com' }]);
  const token = await tokenFor('ada@example.com');
  await service.observed('mail_sent', subject);
  const [mail = ''] = readOutbox(service.dataDir, subject);
  assert.match(mail, /^To: ada@example\.com\r?$/m);
  assert.ok(mail.includes(`${service.url}/sign-up#token=${token}`));

  assert.equal((await confirm(token, { 'sec-fetch-site': 'cross-site' })).body.code, 'cross_site');
  assert.deepEqual(
    (await check(token)).body.data,
    { email: 'ada@example.com' },
    'the page can ask without using it up',
  );
  const { status, body, headers } = await confirm(token);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await check(token)).body.code, 'invalid_sign_in_link', 'the page knows that the link was used');
  const { account, key } = body.data;
  assert.deepEqual([account.plan, account.name, body.data.email], ['free', 'ada', 'ada@example.com']);
  assert.equal((await service.get('/hooks', key.key)).status, 200);
  const [cookie = ''] = headers.getSetCookie()[0]?.split(';', 1) ?? [];
  const session = await service.send('GET', '/session', undefined, { headers: { cookie } });
  assert.deepEqual([session.body.data.role, session.body.data.account.id], ['holder', account.id]);

  const { body: log } = await service.operator('GET', `/operator/audit?account=${account.id}`);
  const seen = log.records.map(({ action, actor }: { action: string; actor: string }) => [action, actor]);
  assert.deepEqual(seen, [
    ['session.started', 'session'],
    ['key.created', 'link'],
    ['account.created', 'link'],
  ]);
  assert.doesNotMatch(JSON.stringify(log), new RegExp(token));
});

test('a link works once, also when followed concurrently, and an unknown one never does', async () => {
  await signUp('once@example.com');
  await signUp('once@example.com');
  const tokens = [await tokenFor('once@example.com'), await tokenFor('once@example.com', 2)];
  const all = [...tokens, ...tokens, 'x'.repeat(32)];
  const answers = await Promise.all(all.map((token) => confirm(token, undefined, 'Once Ltd')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401, 401]);
  for (const { status, body } of answers) if (status === 401) assert.equal(body.code, 'invalid_sign_in_link');
  const { body } = await service.operator('GET', '/operator/accounts?q=once%40example.com');
  assert.deepEqual([body.total, body.accounts[0].name], [1, 'Once Ltd']);
});

test('a link expires', async () => {
  await signUp('late@example.com');
  const token = await tokenFor('late@example.com');
  await query(service, "update sign_ups set expires_at = now() where email = 'late@example.com'");
  assert.equal((await confirm(token)).status, 401);
});

test('the response is the same if the email, or its mailbox, has an account, is an operator’s, or is new', async () => {
  const { email } = await service.account('pro');
  await service.operator('POST', '/operator/operators', { email: 'boss@example.com', role: 'owner' });
  const fresh = shapeOf(await signUp('fresh@example.com'));
  for (const known of [email, email.replace('@', '+more@'), 'boss@example.com'])
    assert.deepEqual(shapeOf(await signUp(known)), fresh, known);
  // Both get a link that signs in to their existing account.
  for (const mailbox of [email, 'boss@example.com']) {
    const mailed = await service.observed('sign_in_link_mailed', mailbox);
    assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link?.includes('/sign-in#token='), mailbox);
    const token = mailed.link?.split('#token=')[1] ?? '';
    const checked = [await check(token), await check(token)].map(({ body: { data } }) => data?.email);
    assert.deepEqual(checked, [mailbox, mailbox], 'the page can ask without using it up');
    const headers = { 'sec-fetch-site': 'same-origin' };
    assert.equal((await service.send('POST', '/session', undefined, { body: { token }, headers })).status, 201);
    assert.equal((await check(token)).body.code, 'invalid_sign_in_link');
  }
  await service.observed('sign_in_link_mailed', email, 2);
  const { body } = await service.operator(
    'GET',
    `/operator/accounts?q=${encodeURIComponent(email.split('@')[0] ?? '')}`,
  );
  assert.equal(body.total, 1, 'no second account of the mailbox');
});

test('a mailbox has one account, however its email is spelled; the link goes to the email that signed up', async () => {
  await signUp('grace.hopper@gmail.com');
  assert.equal((await confirm(await tokenFor('grace.hopper@gmail.com'))).status, 201);
  await signUp('GraceHopper+hooks@googlemail.com');
  const mailed = await service.observed('sign_in_link_mailed', 'grace.hopper@gmail.com', 2);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link?.includes('/sign-in#token='));
  await signIn(service, 'grace.hopper@gmail.com', 3);
});

test('an address may sign up five times an hour, and a mailbox gets ten emails an hour and then one a minute', async () => {
  for (let n = 0; n < 5; n++) assert.equal((await signUp(`p${n}@example.com`, '198.51.100.1')).status, 202);
  const refused = await signUp('p5@example.com', '198.51.100.1');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 3500);
  for (let n = 0; n < 30; n++) await signUp(`flooded+${n}@example.com`);
  await signUp('after@example.com');
  await tokenFor('after@example.com');
  const [{ count = 0 } = {}] = await query(
    service,
    "select count(*)::int as count from sign_ups where mailbox = 'flooded@example.com'",
  );
  assert.ok(Number(count) >= 10 && Number(count) <= 12, String(count));
});

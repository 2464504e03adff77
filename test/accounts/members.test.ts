// Members of accounts: invitations, roles in the pipeline, several accounts of one person, leaving and handing over.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type MemberRole, memberPermissions, memberRoles } from '../../src/members/role.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import { type TestService, testService } from '../setup/service.ts';
import { createSession, openLink, type SignedIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let people = 0;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
});

after(() => service.close());

const newEmail = (name = 'person') => `${name}${++people}@example.net`;

async function owner() {
  const account = await service.account('enterprise');
  return { ...account, session: await signInAs(account.email) };
}

const signIns = new Map<string, number>();

const signInAs = async (email: string) => openLink(service, await linkFor(email));

/** Each from an address of its own, since addresses are limited. */
async function linkFor(email: string): Promise<string> {
  const nth = (signIns.get(email) ?? 0) + 1;
  signIns.set(email, nth);
  const headers = { 'x-forwarded-for': `198.51.100.${++people}` };
  await service.send('POST', '/sign-in-links', undefined, { body: { email }, headers });
  const mailed = await service.observed('sign_in_link_mailed', email, nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  return mailed.link;
}

async function mailTo(email: string, subject: string): Promise<string> {
  return until(
    async () => readOutbox(service.dataDir, subject).findLast((mail) => mail.includes(`To: ${email}`)) ?? '',
    (mail) => mail !== '',
  );
}

/** Returns the email about it. */
async function invite(by: SignedIn, role: MemberRole, email: string) {
  const sent = await by.send('POST', '/members', { email, role });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const { account } = (await by.send('GET', '/session')).body.data;
  return { mail: await mailTo(email, `invites you to ${account.name} `), id: sent.body.data.member_id as string };
}

/** Invites by a session, and signs in by the link of the email, or as usual where it has none. */
async function invited(by: SignedIn, role: MemberRole, email = newEmail()) {
  const { mail, id } = await invite(by, role, email);
  const session = await (mail.includes('#token=') ? openLink(service, signInLinkIn(mail)) : signInAs(email));
  return { email, session, id };
}

async function joined(by: SignedIn, role: MemberRole, email = newEmail()) {
  const person = await invited(by, role, email);
  const accepted = await person.session.send('POST', `/session/invitations/${person.id}/accept`);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const { body } = await person.session.send('GET', '/members');
  const { member_id: memberId } = body.data.find(({ you }: { you: boolean }) => you);
  return { ...person, memberId: memberId as string };
}

test('an invited person signs in by the link, accepts, and works in the account with the role', async () => {
  const { id, session, email } = await owner();
  const person = await invited(session, 'developer');
  const before = await person.session.send('GET', '/session');
  assert.deepEqual([before.body.data.account, before.body.data.invitations], [null, 1]);
  assert.equal((await person.session.send('GET', '/account')).status, 403, 'invited is not a member');
  const list = await person.session.send('GET', '/session/invitations');
  assert.deepEqual(
    list.body.data.map(({ invited_by, role }: Record<string, string>) => [invited_by, role]),
    [[email, 'developer']],
  );
  assert.equal((await person.session.send('POST', `/session/invitations/${person.id}/accept`)).status, 200);
  const { body } = await person.session.send('GET', '/session');
  assert.deepEqual([body.data.account.id, body.data.member_role, body.data.invitations], [id, 'developer', 0]);
  assert.equal((await person.session.send('POST', '/account/keys', { name: 'mine' })).status, 201);
  await mailTo(email, `${person.email} joined`);
});

test('every change tells the member by email, and the log of the account names who made it', async () => {
  const { id, session, email } = await owner();
  const developer = await joined(session, 'developer');
  await developer.session.send('POST', '/account/keys', { name: 'by the developer' });
  await session.send('PATCH', `/members/${developer.memberId}`, { role: 'viewer' });
  assert.match(await mailTo(developer.email, 'Your role in'), new RegExp(`${email} changed your role`));
  await session.send('DELETE', `/members/${developer.memberId}`);
  assert.match(await mailTo(developer.email, 'You were removed from'), new RegExp(email));
  const { body } = await session.send('GET', '/account/audit?limit=50');
  const log = body.data
    .filter(({ action }: { action: string }) => /^(member|key\.created)/.test(action))
    .map((record: Record<string, string>) => [record.action, record.member_email]);
  assert.deepEqual(log, [
    ['member.removed', email],
    ['member.changed', email],
    ['key.created', developer.email],
    ['member.joined', developer.email],
    ['member.invited', email],
    ['key.created', null],
  ]);
  const { body: own } = await service.operator('GET', `/operator/audit?account=${id}&actor=${developer.email}`);
  assert.deepEqual(
    own.records.map(({ action }: { action: string }) => action),
    ['key.created', 'member.joined'],
  );
});

test('only those who can rotate the addresses of feeds and share pages see them', async () => {
  const { session } = await owner();
  const { body: search } = await session.send('POST', '/searches', { name: 'All', filters: {} });
  const { body: made } = await session.send('POST', '/collections', { name: 'Shared' });
  const { body: board } = await session.send('POST', `/collections/${made.collection_id}/share`);
  for (const role of ['developer', 'viewer', 'billing'] as const) {
    const person = await joined(session, role);
    const { body: searches } = await person.session.send('GET', '/searches');
    const { body: boards } = await person.session.send('GET', '/collections');
    const seen = [searches.data[0].feed_url, boards.data[0].share_url];
    if (role === 'developer') assert.deepEqual(seen, [search.feed_url, board.share_url]);
    else for (const url of seen) assert.match(url, /\/hidden$/, role);
  }
});

test('an invitation cannot be used twice, also not at the same moment', async () => {
  const { session } = await owner();
  const person = await invited(session, 'viewer');
  const path = `/session/invitations/${person.id}/accept`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.session.send('POST', path)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)]);
  const rows = await query(service, 'select 1 from members m join users u on u.id = m.user_id where u.email = $1', [
    person.email,
  ]);
  assert.equal(rows.length, 1);
  const mail = await mailTo(person.email, 'invites you to');
  assert.equal((await createSession(service, signInLinkIn(mail))).status, 401, 'its link signs in once');
});

test('while an owner changes an account, accepting its invitation leaves the invitation to the owner: no deadlock', async () => {
  const { session, id: accountId } = await owner();
  const person = await invited(session, 'viewer');
  const change = new pg.Client(service.databaseUrl);
  await change.connect();
  await change.query('begin');
  await change.query('select 1 from accounts where id = $1 for update', [accountId]);
  const accepting = person.session.send('POST', `/session/invitations/${person.id}/accept`);
  await until(
    () =>
      query(service, `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ({ length }) => length === 1,
  );
  await change.query('select 1 from invitations where id = $1 for update nowait', [person.id]);
  await change.query('commit');
  await change.end();
  assert.equal((await accepting).status, 200);
});

test('an invitation cannot be accepted, declined or seen by another mailbox, an operator, or a key', async () => {
  const { session } = await owner();
  const stranger = await owner();
  const person = await invited(session, 'owner');
  for (const [method, path] of [
    ['POST', `/session/invitations/${person.id}/accept`],
    ['DELETE', `/session/invitations/${person.id}`],
  ] as const) {
    assert.equal((await stranger.session.send(method, path)).status, 404);
    assert.equal((await service.send(method, path, stranger.key)).status, 403);
    assert.equal((await service.send(method, path)).status, 403);
  }
  assert.deepEqual((await stranger.session.send('GET', '/session/invitations')).body.data, []);
  assert.equal((await stranger.session.send('DELETE', `/members/${person.id}`)).status, 404);
  assert.equal((await person.session.send('POST', `/session/invitations/${person.id}/accept`)).status, 200);
});

test('a revoked, declined or expired invitation cannot be accepted', async () => {
  const { session } = await owner();
  const revoked = await invited(session, 'viewer');
  assert.equal((await session.send('DELETE', `/members/${revoked.id}`)).status, 200);
  const declined = await invited(session, 'viewer');
  assert.equal((await declined.session.send('DELETE', `/session/invitations/${declined.id}`)).status, 200);
  const expired = await invited(session, 'viewer');
  await query(service, `update invitations set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
  for (const person of [revoked, declined, expired]) {
    const { status, body } = await person.session.send('POST', `/session/invitations/${person.id}/accept`);
    assert.deepEqual([status, body.code], [404, 'not_found']);
    assert.equal((await person.session.send('GET', '/account')).status, 403);
  }
  const { body } = await session.send('GET', '/members');
  assert.equal(body.data.length, 1);
});

test('the link of an invitation ends with it, also where the person has come into another account since', async () => {
  const { session } = await owner();
  const other = await owner();
  const person = newEmail();
  const first = await invite(session, 'viewer', person);
  await session.send('POST', '/members', { email: person, role: 'viewer' });
  assert.equal((await createSession(service, signInLinkIn(first.mail))).status, 401, 'sent again');
  const again = await until(
    async () => readOutbox(service.dataDir, 'invites you to').filter((mail) => mail.includes(`To: ${person}`)),
    ({ length }) => length === 2,
  );
  await joined(other.session, 'viewer', person);
  assert.equal((await session.send('DELETE', `/members/${first.id}`)).status, 200);
  for (const mail of again) assert.equal((await createSession(service, signInLinkIn(mail))).status, 401, 'revoked');
});

test('an invitation of a person who is in an account, or has one, does not sign in', async () => {
  const { session } = await owner();
  const member = await joined((await owner()).session, 'viewer');
  const unused = await service.account('free');
  for (const email of [member.email, unused.email]) {
    const { mail } = await invite(session, 'viewer', email);
    assert.ok(mail.includes(`${service.url}/invitations`) && !mail.includes('token='), mail);
    assert.match(mail, /Sign in as/);
  }
});

test('an operator cannot be invited, and gets no email', async () => {
  const { session } = await owner();
  const email = newEmail('operator');
  await service.operator('POST', '/operator/operators', { email, role: 'support' });
  const { status, body } = await session.send('POST', '/members', { email, role: 'viewer' });
  assert.deepEqual([status, body.errors[0].pointer], [422, '#/email']);
  assert.doesNotMatch(body.detail, /operator(?!\d)/);
  assert.deepEqual((await session.send('GET', '/members')).body.data.length, 1);
});

test('the email of the account and the owner who invited hear of a new member', async () => {
  const { session, email } = await owner();
  const second = await joined(session, 'owner');
  const person = await joined(second.session, 'viewer');
  for (const to of [email, second.email]) await mailTo(to, `${person.email} joined`);
  const mails = readOutbox(service.dataDir, `${person.email} joined`);
  assert.equal(mails.length, 2);
});

test('inviting again sends a new link with the new role; an account has limits of members and invitations', async () => {
  const { session, email, id } = await owner();
  const person = await invited(session, 'viewer');
  const again = await session.send('POST', '/members', { email: person.email.toUpperCase(), role: 'billing' });
  assert.deepEqual([again.status, again.body.data.member_id, again.body.data.role], [201, person.id, 'billing']);
  assert.equal((await session.send('POST', '/members', { email, role: 'viewer' })).status, 409);
  const bad = await session.send('POST', '/members', { email: 'nobody', role: 'admin' });
  assert.deepEqual([bad.status, bad.body.errors.length], [422, 2]);
  await query(
    service,
    `insert into invitations select 'inv_' || n, $1, 'many' || n || '@example.net', 'viewer', 'x', now(), now() + interval '1 day'
      from generate_series(1, 48) n`,
    [id],
  );
  const full = await session.send('POST', '/members', { email: newEmail(), role: 'viewer' });
  assert.deepEqual([full.status, /at most 50/.test(full.body.detail)], [409, true]);
  await query(
    service,
    `insert into audit_log (at, actor_kind, account_id, action, subject, details) select now(), 'session', $1, 'member.invited', 'inv_1', '{}'
      from generate_series(1, 20)`,
    [id],
  );
  const tooMany = await session.send('POST', '/members', { email: newEmail(), role: 'viewer' });
  assert.equal(tooMany.status, 429);
  assert.ok(Number(tooMany.headers.get('retry-after')) > 3000);
});

test('every endpoint of an account asks for the permission that its entry names: a role without it gets 403', async () => {
  const endpoints = endpointsOf('key', 'session');
  for (const role of memberRoles) {
    const lacking = endpoints.filter(
      (endpoint) => 'needs' in endpoint && !memberPermissions[role].includes(endpoint.needs),
    );
    assert.equal(lacking.length === 0, role === 'owner', role);
    // After 60 refused requests a minute, an account gets 429.
    for (let at = 0; at < lacking.length; at += 50) {
      const { session } = await joined((await owner()).session, role);
      for (const { method, path } of lacking.slice(at, at + 50)) {
        const { status, body } = await session.send(method, path.replace(/:\w+/g, 'x'), {});
        assert.deepEqual([status, body.code], [403, 'role_required'], `${role} ${method} ${path}`);
      }
    }
  }
  const changes = endpoints.filter((endpoint) => endpoint.method !== 'GET' && !endpoint.isInMemory);
  const open = changes.filter((endpoint) => 'needs' in endpoint && endpoint.needs === 'read');
  assert.deepEqual(
    open.map(({ method, path }) => `${method} ${path}`).sort(),
    ['DELETE /account/sessions', 'DELETE /account/sessions/:id', 'DELETE /members/:id'],
    'of changes, every role may only end its own sessions and leave',
  );
});

test('a viewer reads, billing requests another plan, a developer does neither with members', async () => {
  const { session } = await owner();
  const viewer = await joined(session, 'viewer');
  assert.equal((await viewer.session.send('GET', '/account/keys')).status, 200);
  assert.equal((await viewer.session.send('GET', '/hooks')).status, 200);
  const billing = await joined(session, 'billing');
  assert.equal((await billing.session.send('POST', '/account/requests', { plan: 'scale' })).status, 201);
  const developer = await joined(session, 'developer');
  const refused = await developer.session.send('DELETE', `/members/${viewer.memberId}`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_required']);
});

test('a removed member is out at once, with the account’s sessions; the other accounts stay', async () => {
  const first = await owner();
  const second = await owner();
  const person = await joined(first.session, 'developer');
  await joined(second.session, 'viewer', person.email);
  // That was in another browser.
  assert.equal((await person.session.send('GET', '/session')).body.data.account.id, first.id);
  assert.equal((await first.session.send('DELETE', `/members/${person.memberId}`)).status, 200);
  const { body } = await person.session.send('GET', '/session');
  assert.deepEqual([body.data.account.id, body.data.member_role], [second.id, 'viewer']);
  assert.equal(
    (await person.session.send('POST', '/account/keys', {})).status,
    403,
    'the role is of the other account',
  );
});

test('one person in several accounts switches between them, and each session works in its own', async () => {
  const first = await owner();
  const second = await owner();
  const person = await joined(first.session, 'developer');
  const other = await joined(second.session, 'viewer', person.email);
  const accounts = (await person.session.send('GET', '/session')).body.data.accounts;
  assert.deepEqual(
    accounts.map((account: Record<string, string>) => [account.id, account.role]),
    [
      [first.id, 'developer'],
      [second.id, 'viewer'],
    ],
  );
  assert.equal((await person.session.send('PATCH', '/session', { account_id: second.id })).status, 200);
  assert.equal((await person.session.send('GET', '/account')).body.data.account.id, second.id);
  assert.equal((await person.session.send('POST', '/account/keys', {})).status, 403);
  assert.equal((await other.session.send('PATCH', '/session', { account_id: first.id })).status, 200);
  assert.equal((await other.session.send('GET', '/account')).body.data.account.id, first.id);
  assert.equal((await person.session.send('GET', '/account')).body.data.account.id, second.id);
  const foreign = await owner();
  assert.equal((await person.session.send('PATCH', '/session', { account_id: foreign.id })).status, 404);
  await person.session.send('PATCH', '/session', { account_id: second.id });
  for (const [account, times] of [
    [first, 1],
    [second, 1],
  ] as const) {
    const { body } = await account.session.send('GET', '/account/audit?limit=50');
    const switches = body.data.filter(({ action }: { action: string }) => action === 'session.switched');
    assert.deepEqual(
      switches.map(({ member_email }: Record<string, string>) => member_email),
      Array(times).fill(person.email),
      'in the activity of the account that it opened, once',
    );
  }
});

test('a request that names another account than the session works in gets 409 account_switched and changes nothing', async () => {
  const first = await owner();
  const second = await owner();
  const person = await joined(first.session, 'developer');
  await joined(second.session, 'developer', person.email);
  const save = (accountId: string) =>
    person.session.send('POST', '/collections', { name: 'Saved' }, { 'hookline-account': accountId });
  assert.equal((await save(first.id)).status, 201);
  await person.session.send('PATCH', '/session', { account_id: second.id });
  const stale = await save(first.id);
  assert.deepEqual([stale.status, stale.body.code], [409, 'account_switched']);
  assert.deepEqual((await person.session.send('GET', '/collections')).body.data, []);
  assert.equal((await save(second.id)).status, 201);
  const { member_id: secondId } = (await second.session.send('GET', '/members')).body.data[1];
  for (const [account, memberId] of [
    [second, secondId],
    [first, person.memberId],
  ] as const) {
    await account.session.send('DELETE', `/members/${memberId}`);
    assert.equal((await save(account.id)).body.code, 'account_switched', 'also where the person was removed');
  }
});

test('the last owner can neither leave nor be demoted, also when two owners leave at the same moment', async () => {
  const { session, id } = await owner();
  const me = (await session.send('GET', '/members')).body.data[0].member_id;
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PATCH', { role: 'viewer' }],
  ] as const) {
    const { status, body: problem } = await session.send(method, `/members/${me}`, body);
    assert.deepEqual([status, /last owner/.test(problem.detail)], [409, true]);
  }
  const second = await joined(session, 'owner');
  const left = await Promise.all([
    session.send('DELETE', `/members/${me}`),
    second.session.send('DELETE', `/members/${second.memberId}`),
  ]);
  assert.deepEqual(left.map(({ status }) => status).sort(), [200, 409]);
  const rows = await query(service, `select role from members where account_id = $1`, [id]);
  assert.deepEqual(rows, [{ role: 'owner' }]);
});

test('an account is handed over: the new owner gets its emails, the former one cannot come back by a link', async () => {
  const { id, email, session } = await owner();
  const next = await joined(session, 'developer');
  await session.send('PATCH', `/members/${next.memberId}`, { role: 'owner' });
  const me = (await session.send('GET', '/members')).body.data.find(({ you }: { you: boolean }) => you).member_id;
  assert.equal((await session.send('DELETE', `/members/${me}`)).status, 200);
  assert.equal((await service.operator('GET', `/operator/accounts/${id}`)).body.email, next.email);
  assert.equal((await session.send('GET', '/account')).status, 403);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  await signInAs(next.email);
  assert.equal(
    readOutbox(service.dataDir, 'Sign in to Hookline').filter((mail) => mail.includes(`To: ${email}`)).length,
    1,
  );
});

test('an owner whose successor has an account of the same email is told what to do', async () => {
  const { session } = await owner();
  const other = await owner();
  const successor = await joined(session, 'owner', other.email);
  const me = (await session.send('GET', '/members')).body.data.find(({ you }: { you: boolean }) => you).member_id;
  const { status, body } = await session.send('DELETE', `/members/${me}`);
  assert.deepEqual([status, /set another email/.test(body.detail)], [409, true]);
  assert.equal((await successor.session.send('DELETE', `/members/${successor.memberId}`)).status, 200);
});

test('members of an erased account keep their other accounts, and those without one are erased', async () => {
  const erased = await owner();
  const kept = await owner();
  const both = await joined(erased.session, 'viewer');
  await joined(kept.session, 'developer', both.email);
  const only = await joined(erased.session, 'viewer');
  await service.operator('DELETE', `/operator/accounts/${erased.id}`, {});
  assert.equal((await only.session.send('GET', '/session')).body.data, null);
  assert.equal((await both.session.send('GET', '/session')).body.data.account.id, kept.id, 'works on in the other');
  await service.operator('POST', `/operator/accounts/${erased.id}/erase`);
  await until(
    async () => (await service.operator('GET', `/operator/accounts/${erased.id}`)).status,
    (status) => status === 404,
  );
  const rows = await query(service, 'select email from users where email = any($1)', [[both.email, only.email]]);
  assert.deepEqual(rows, [{ email: both.email }]);
  assert.equal((await both.session.send('GET', '/account')).status, 200);
});

/** The roles of its members by email, the oldest first. */
const rolesOf = (accountId: string) =>
  query(
    service,
    'select u.email, m.role from members m join users u on u.id = m.user_id where m.account_id = $1 order by m.created_at',
    [accountId],
  );

test('a member whose email the account gets becomes an owner beside the former, and the log says so', async () => {
  const { id, email, session } = await owner();
  const member = await joined(session, 'developer');
  await service.operator('PATCH', `/operator/accounts/${id}`, { email: member.email });
  assert.equal((await member.session.send('GET', '/session')).body.data.member_role, 'owner');
  assert.equal((await session.send('GET', '/session')).body.data.member_role, 'owner', 'stays signed in');
  assert.deepEqual(await rolesOf(id), [
    { email, role: 'owner' },
    { email: member.email, role: 'owner' },
  ]);
  const { body } = await session.send('GET', '/account/audit?limit=5');
  const { details } = body.data.find(({ action }: { action: string }) => action === 'member.changed');
  assert.deepEqual(details, { email: member.email, role: { from: 'developer', to: 'owner' } });
  assert.doesNotMatch(await mailTo(email, 'The email of your Hookline account was changed'), /signed\s+out/);
});

test('a person of another account whose email the account gets replaces its owner only, and the log says so', async () => {
  const { id, email, session } = await owner();
  const viewer = await joined(session, 'viewer');
  const other = await joined((await owner()).session, 'developer');
  await service.operator('PATCH', `/operator/accounts/${id}`, { email: other.email });
  assert.deepEqual(await rolesOf(id), [
    { email: viewer.email, role: 'viewer' },
    { email: other.email, role: 'owner' },
  ]);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  const { body } = await service.operator('GET', `/operator/audit?account=${id}&limit=3`);
  assert.deepEqual(
    body.records.map(({ action, details }: Record<string, { email: string }>) => [action, details?.email]).slice(0, 2),
    [
      ['member.joined', other.email],
      ['member.removed', email],
    ],
  );
  assert.match(await mailTo(email, 'The email of your Hookline account was changed'), /no\s+longer\s+a\s+member/);
});

test('a sign-in with the email of an account makes no second owner', async () => {
  const { id, email, session } = await owner();
  const successor = await joined(session, 'owner');
  const link = await linkFor(email);
  await query(service, `delete from members where user_id = (select id from users where email = $1)`, [email]);
  assert.equal((await createSession(service, link)).status, 401);
  assert.deepEqual(await rolesOf(id), [{ email: successor.email, role: 'owner' }]);
});

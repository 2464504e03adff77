// Account members: permissions by role, several accounts per person, leaving and handing over. Invitations: who can accept one, how often,
// for how long, and who is notified.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { type MemberPermission, type MemberRole, memberRoles } from '../../src/members/member.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { signInLinkIn } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { createSession, type SignedIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { memberIdOf, newEmail, peopleOf } from './people.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
});

/** Written independently of the product code. */
const allowed: Record<MemberRole, readonly MemberPermission[]> = {
  owner: ['read', 'change', 'billing', 'members'],
  developer: ['read', 'change'],
  viewer: ['read'],
  billing: ['read', 'billing'],
};

test('every endpoint of an account requires its declared permission: a role without it gets 403', async () => {
  const endpoints = endpointsOf('key', 'session').flatMap((endpoint) => ('needs' in endpoint ? [endpoint] : []));
  // A viewer lacks every permission but `read`.
  const lacking = endpoints.filter(({ needs }) => needs !== 'read');
  // After 60 refused requests a minute, an account gets 429.
  for (let at = 0; at < lacking.length; at += 50) {
    const { session } = await people.joined((await people.owner()).session, 'viewer');
    const checks = lacking.slice(at, at + 50).map(async ({ method, path }) => {
      const sent = method === 'GET' ? undefined : {};
      const { status, body } = await session.send(method, path.replace(/:\w+/g, 'x'), sent);
      assert.deepEqual([status, body.code], [403, 'role_required'], `${method} ${path}`);
    });
    await Promise.all(checks);
  }
  const open = endpoints.filter(({ method, needs, isInMemory }) => method !== 'GET' && !isInMemory && needs === 'read');
  assert.deepEqual(
    open.map(({ method, path }) => `${method} ${path}`).sort(),
    ['DELETE /account/sessions', 'DELETE /account/sessions/:id', 'DELETE /members/:id'],
    'of changes, every role may only end its own sessions and leave',
  );
});

test('a viewer reads, a developer changes, billing requests another plan, an owner does all this and invites', async () => {
  const { session: owner } = await people.owner();
  const { body: search } = await owner.send('POST', '/searches', { name: 'All', filters: {} });
  const { body: made } = await owner.send('POST', '/collections', { name: 'Shared' });
  const { body: board } = await owner.send('POST', `/collections/${made.collection_id}/share`);
  const requests: Record<MemberPermission, [string, string, object?]> = {
    read: ['GET', '/account/keys'],
    change: ['POST', '/account/keys', {}],
    billing: ['POST', '/account/requests', { plan: 'scale' }],
    members: ['POST', '/members', { email: newEmail(), role: 'viewer' }],
  };
  const memberIds: string[] = [];
  for (const role of memberRoles) {
    const person = role === 'owner' ? { session: owner, memberId: '' } : await people.joined(owner, role);
    memberIds.push(person.memberId);
    for (const [permission, [method, path, body]] of Object.entries(requests)) {
      const { status } = await person.session.send(method, path, body);
      const may = (allowed[role] as readonly string[]).includes(permission);
      assert.ok(may ? status < 300 : status === 403, `${role} ${path}: ${status}`);
    }
    // Only members who can rotate the URLs of feeds and share pages see them.
    const { body: searches } = await person.session.send('GET', '/searches');
    const { body: boards } = await person.session.send('GET', '/collections');
    const seen = [searches.data[0].feed_url, boards.data[0].share_url];
    if (allowed[role].includes('change')) assert.deepEqual(seen, [search.feed_url, board.share_url], role);
    else for (const url of seen) assert.match(url, /\/hidden$/, role);
    if (role === 'owner') continue;
    const other = memberIds.find((id) => id !== '' && id !== person.memberId);
    if (!other) continue;
    const { body } = await person.session.send('DELETE', `/members/${other}`);
    assert.equal(body.code, 'role_required', 'every role may end its own membership only');
  }
});

test('a rate-limited member does not block others: an owner can still remove it', async () => {
  const { session: owner } = await people.owner();
  const { memberId, session: viewer } = await people.joined(owner, 'viewer');
  const refused = await Promise.all(Array.from({ length: 70 }, () => viewer.send('POST', '/account/keys', {})));
  assert.equal(refused.filter(({ status }) => status === 429).length, 10);
  assert.equal((await viewer.send('GET', '/members')).status, 429);
  assert.equal((await owner.send('GET', '/members')).status, 200);
  assert.equal((await owner.send('DELETE', `/members/${memberId}`)).status, 200);
});

test('a removed member loses the account’s sessions at once and keeps the other accounts', async () => {
  const [first, second] = [await people.owner(), await people.owner()];
  const person = await people.joined(first.session, 'developer');
  await people.joined(second.session, 'viewer', person.email);
  // The second account was joined in another browser.
  assert.equal((await person.session.send('GET', '/session')).body.data.account.id, first.id);
  assert.equal((await first.session.send('DELETE', `/members/${person.memberId}`)).status, 200);
  const { body } = await person.session.send('GET', '/session');
  assert.deepEqual([body.data.account.id, body.data.member_role], [second.id, 'viewer']);
  const { status } = await person.session.send('POST', '/account/keys', {});
  assert.equal(status, 403, 'the role is of the other account');
});

test('a person in several accounts switches between them, and each session has its own', async () => {
  const [first, second] = [await people.owner(), await people.owner()];
  const { session, email } = await people.joined(first.session, 'developer');
  const other = await people.joined(second.session, 'viewer', email);
  const { accounts } = (await session.send('GET', '/session')).body.data;
  const roles = accounts.map(({ id, role }: Record<string, string>) => `${id} ${role}`);
  assert.deepEqual(roles, [`${first.id} developer`, `${second.id} viewer`]);
  const change = (by: typeof session, id: string) => by.send('PATCH', '/session', { account_id: id });
  const accountOf = async (by: typeof session) => (await by.send('GET', '/account')).body.data.account.id;
  assert.equal((await change(session, second.id)).status, 200);
  assert.equal((await session.send('POST', '/account/keys', {})).status, 403);
  assert.equal((await change(other.session, first.id)).status, 200);
  assert.deepEqual([await accountOf(other.session), await accountOf(session)], [first.id, second.id]);
  assert.equal((await change(session, (await service.account('free')).id)).status, 404);
  await change(session, second.id);
  for (const account of [first, second]) {
    const { body } = await account.session.send('GET', '/account/audit?limit=50');
    const switches = body.data.filter(({ action }: { action: string }) => action === 'session.switched');
    assert.deepEqual([switches.length, switches[0].member_email], [1, email], 'of the account that it opened, once');
  }
});

test('a request for another account than the session’s gets 409 account_switched and changes nothing', async () => {
  const [first, second] = [await people.owner(), await people.owner()];
  const { session, email, memberId } = await people.joined(first.session, 'developer');
  const { memberId: secondId } = await people.joined(second.session, 'developer', email);
  const save = (accountId: string) =>
    session.send('POST', '/collections', { name: 'Saved' }, { 'hookline-account': accountId });
  assert.equal((await save(first.id)).status, 201);
  await session.send('PATCH', '/session', { account_id: second.id });
  const stale = await save(first.id);
  assert.deepEqual([stale.status, stale.body.code], [409, 'account_switched']);
  assert.deepEqual((await session.send('GET', '/collections')).body.data, []);
  assert.equal((await save(second.id)).status, 201);
  for (const [account, member] of [
    [second, secondId],
    [first, memberId],
  ] as const) {
    await account.session.send('DELETE', `/members/${member}`);
    assert.equal((await save(account.id)).body.code, 'account_switched', 'also where the person was removed');
  }
});

test('the last owner can neither leave nor be demoted, also when two owners leave concurrently', async () => {
  const { session, id } = await people.owner();
  const me = await memberIdOf(session);
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PATCH', { role: 'viewer' }],
  ] as const) {
    const { status, body: problem } = await session.send(method, `/members/${me}`, body);
    assert.deepEqual([status, /last owner/.test(problem.detail)], [409, true]);
  }
  const second = await people.joined(session, 'owner');
  const left = await Promise.all([
    session.send('DELETE', `/members/${me}`),
    second.session.send('DELETE', `/members/${second.memberId}`),
  ]);
  assert.deepEqual(left.map(({ status }) => status).sort(), [200, 409]);
  const rows = await query(service, `select role from members where account_id = $1`, [id]);
  assert.deepEqual(rows, [{ role: 'owner' }]);
});

test('an account is handed over: the new owner gets its emails, the former cannot return by a link', async () => {
  const { id, email, session } = await people.owner();
  const next = await people.joined(session, 'developer');
  await session.send('PATCH', `/members/${next.memberId}`, { role: 'owner' });
  assert.equal((await session.send('DELETE', `/members/${await memberIdOf(session)}`)).status, 200);
  assert.equal((await service.operator('GET', `/operator/accounts/${id}`)).body.email, next.email);
  assert.equal((await session.send('GET', '/account')).status, 403);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  await people.signIn(next.email);
  assert.equal(people.mailsTo(email, 'Sign in to Hookline').length, 1);
});

test('members of an erased account keep their other accounts; members without one are erased', async () => {
  const [erased, kept] = [await people.owner(), await people.owner()];
  const both = await people.joined(erased.session, 'viewer');
  await people.joined(kept.session, 'developer', both.email);
  const only = await people.joined(erased.session, 'viewer');
  const invited = await people.invited(erased.session, 'viewer');
  const path = `/operator/accounts/${erased.id}`;
  await service.operator('DELETE', path, {});
  assert.equal((await only.session.send('GET', '/session')).body.data, null);
  assert.equal((await both.session.send('GET', '/session')).body.data.account.id, kept.id, 'works on in the other');
  await service.operator('POST', `${path}/erase`);
  await until(
    async () => (await service.operator('GET', path)).status,
    (status) => status === 404,
  );
  const rows = await query(service, 'select email from users where email = any($1)', [
    [both.email, only.email, invited.email],
  ]);
  assert.deepEqual(rows, [{ email: both.email }]);
  assert.deepEqual(people.mailsTo(invited.email, 'invites you'), []);
  assert.equal((await both.session.send('GET', '/account')).status, 200);
});

const accept = (session: SignedIn, id: string) => session.send('POST', `/session/invitations/${id}/accept`);

test('an invited person signs in by the link, accepts, and works in the account with the role', async () => {
  const { id, session, email } = await people.owner();
  const person = await people.invited(session, 'developer');
  const invited = await person.session.send('GET', '/session');
  assert.deepEqual([invited.body.data.account, invited.body.data.invitations], [null, 1]);
  assert.equal((await person.session.send('GET', '/account')).status, 403, 'invited is not a member');
  const [invitation] = (await person.session.send('GET', '/session/invitations')).body.data;
  assert.deepEqual([invitation.invited_by, invitation.role], [email, 'developer']);
  assert.equal((await accept(person.session, person.id)).status, 200);
  const { body } = await person.session.send('GET', '/session');
  assert.deepEqual([body.data.account.id, body.data.member_role, body.data.invitations], [id, 'developer', 0]);
  assert.equal((await person.session.send('POST', '/account/keys', { name: 'mine' })).status, 201);
  await people.mailTo(email, `${person.email} joined`);
  assert.equal((await createSession(service, signInLinkIn(person.mail))).status, 401, 'its link signs in once');
});

test('accepting an invitation while an owner changes the account does not lock the invitation: no deadlock', async () => {
  const { session, id: accountId } = await people.owner();
  const person = await people.invited(session, 'viewer');
  const change = new pg.Client(service.databaseUrl);
  await change.connect();
  await change.query('begin');
  await change.query('select 1 from accounts where id = $1 for update', [accountId]);
  const accepting = accept(person.session, person.id);
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
  const { session } = await people.owner();
  const stranger = await people.owner();
  const person = await people.invited(session, 'owner');
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
  assert.equal((await accept(person.session, person.id)).status, 200);
});

test('a revoked, declined or expired invitation cannot be accepted', async () => {
  const { session } = await people.owner();
  const ends: ((person: { session: SignedIn; id: string }) => Promise<unknown>)[] = [
    ({ id }) => session.send('DELETE', `/members/${id}`),
    (person) => person.session.send('DELETE', `/session/invitations/${person.id}`),
    ({ id }) => query(service, `update invitations set expires_at = now() - interval '1 second' where id = $1`, [id]),
  ];
  for (const end of ends) {
    const person = await people.invited(session, 'viewer');
    await end(person);
    const { status, body } = await accept(person.session, person.id);
    assert.deepEqual([status, body.code], [404, 'not_found'], String(end));
    assert.equal((await person.session.send('GET', '/account')).status, 403);
  }
  assert.equal((await session.send('GET', '/members')).body.data.length, 1);
});

test('an invitation link ends with the invitation, even if the person has since joined another account', async () => {
  const { session } = await people.owner();
  const other = await people.owner();
  const email = newEmail();
  const first = await people.invite(session, 'viewer', email);
  await session.send('POST', '/members', { email, role: 'viewer' });
  assert.equal((await createSession(service, signInLinkIn(first.mail))).status, 401, 'sent again');
  const second = await people.mailTo(email, 'invites you to', 2);
  await people.joined(other.session, 'viewer', email);
  assert.equal((await session.send('DELETE', `/members/${first.id}`)).status, 200);
  assert.equal((await createSession(service, signInLinkIn(second))).status, 401, 'revoked');
});

test('the invitation of a person who is in or has an account does not sign in', async () => {
  const { session } = await people.owner();
  const member = await people.joined((await people.owner()).session, 'viewer');
  for (const { email } of [member, await service.account('free')]) {
    const { mail } = await people.invite(session, 'viewer', email);
    assert.ok(mail.includes(`${service.url}/invitations`) && !mail.includes('token='), mail);
    assert.match(mail, /Sign in as/);
  }
});

test('an operator cannot be invited, and the refusal does not reveal the role', async () => {
  const { session } = await people.owner();
  const email = newEmail('operator');
  await service.operator('POST', '/operator/operators', { email, role: 'support' });
  const { status, body } = await session.send('POST', '/members', { email, role: 'viewer' });
  assert.deepEqual([status, body.errors[0].pointer], [422, '#/email']);
  assert.doesNotMatch(body.detail, /operator(?!\d)/);
  assert.equal((await session.send('GET', '/members')).body.data.length, 1);
});

test('inviting again replaces link and role; an account has limits on members and on invitations a day', async () => {
  const { session, email, id } = await people.owner();
  const person = await people.invited(session, 'viewer');
  const invite = (to: string, role = 'viewer') => session.send('POST', '/members', { email: to, role });
  const again = await invite(person.email.toUpperCase(), 'billing');
  assert.deepEqual([again.status, again.body.data.member_id, again.body.data.role], [201, person.id, 'billing']);
  assert.equal((await invite(email)).status, 409);
  await query(
    service,
    `insert into invitations select $1 || n, $1, $1 || n || '@example.net', 'viewer', 'x', now(), now() + interval '1 day'
      from generate_series(1, 48) n`,
    [id],
  );
  const full = await invite(newEmail());
  assert.deepEqual([full.status, /at most 50/.test(full.body.detail)], [409, true]);
  await query(
    service,
    `insert into audit_log (at, actor_kind, account_id, action, subject, details)
      select now(), 'session', $1, 'member.invited', 'inv_1', '{}' from generate_series(1, 20)`,
    [id],
  );
  const tooMany = await invite(newEmail());
  assert.equal(tooMany.status, 429);
  assert.ok(Number(tooMany.headers.get('retry-after')) > 3000);
});

// Invitations to accounts: who can accept one, how often and how long, and who hears of it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { signInLinkIn } from '../setup/outbox.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { createSession, type SignedIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { newEmail, peopleOf } from './people.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
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

test('while an owner changes an account, accepting its invitation leaves the invitation to the owner: no deadlock', async () => {
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

test('the link of an invitation ends with it, also where the person has come into another account since', async () => {
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

test('an invitation of a person who is in an account, or has one, does not sign in', async () => {
  const { session } = await people.owner();
  const member = await people.joined((await people.owner()).session, 'viewer');
  for (const { email } of [member, await service.account('free')]) {
    const { mail } = await people.invite(session, 'viewer', email);
    assert.ok(mail.includes(`${service.url}/invitations`) && !mail.includes('token='), mail);
    assert.match(mail, /Sign in as/);
  }
});

test('an operator cannot be invited, and the refusal does not say that it is one', async () => {
  const { session } = await people.owner();
  const email = newEmail('operator');
  await service.operator('POST', '/operator/operators', { email, role: 'support' });
  const { status, body } = await session.send('POST', '/members', { email, role: 'viewer' });
  assert.deepEqual([status, body.errors[0].pointer], [422, '#/email']);
  assert.doesNotMatch(body.detail, /operator(?!\d)/);
  assert.equal((await session.send('GET', '/members')).body.data.length, 1);
});

test('inviting again replaces link and role; an account has limits of members and of invitations a day', async () => {
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

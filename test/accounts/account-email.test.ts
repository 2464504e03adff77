// Another email for an account: who owns it then, whose sessions end, and what both mailboxes are told.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { createSession } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { newEmail, peopleOf } from './people.ts';

const changed = 'The email of your Hookline account was changed';
let service: TestService;
let people: ReturnType<typeof peopleOf>;

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
});

const patch = (id: string, body: object) => service.operator('PATCH', `/operator/accounts/${id}`, body);

/** The members by email, the oldest first. */
const rolesOf = (accountId: string) =>
  query(
    service,
    'select u.email, m.role from members m join users u on u.id = m.user_id where m.account_id = $1 order by m.created_at',
    [accountId],
  );

test('a new email ends sessions, tells both mailboxes, and signs in from then on; a taken one is refused', async () => {
  const { id, key, email, session } = await people.owner('pro');
  const { email: taken } = await service.account('free');
  assert.equal((await patch(id, { email: taken })).status, 409);
  const next = newEmail('Moved');
  const moved = await patch(id, { email: next, note: 'Paid by <b>invoice</b>' });
  assert.deepEqual([moved.status, moved.body.email, moved.body.note], [200, next, 'Paid by <b>invoice</b>']);
  assert.equal((await session.send('GET', '/account')).status, 401);
  const told = await people.mailTo(email, changed);
  assert.ok(told.includes('M…@example.net') && !told.includes('Moved'), told);
  await people.mailTo(next, 'This is now the email of a Hookline account');
  assert.equal((await service.get('/hooks', key)).status, 200);
  const again = await people.signIn(next.toLowerCase());
  const { body } = await again.send('GET', '/account');
  assert.equal(body.data.account.id, id);
  assert.ok(!JSON.stringify(body).includes('invoice'), 'the note is private');
  const activity = JSON.stringify((await again.send('GET', '/account/audit')).body);
  assert.ok(!activity.includes('account.noted') && activity.includes('account.changed'));
});

test('a member whose email the account gets becomes an owner in addition to the former, and the log says so', async () => {
  const { id, email, session } = await people.owner();
  const member = await people.joined(session, 'developer');
  await patch(id, { email: member.email });
  assert.equal((await member.session.send('GET', '/session')).body.data.member_role, 'owner');
  assert.equal((await session.send('GET', '/session')).body.data.member_role, 'owner', 'stays signed in');
  assert.deepEqual(await rolesOf(id), [
    { email, role: 'owner' },
    { email: member.email, role: 'owner' },
  ]);
  const { body } = await session.send('GET', '/account/audit?limit=5');
  const { details } = body.data.find(({ action }: { action: string }) => action === 'member.changed');
  assert.deepEqual(details, { email: member.email, role: { from: 'developer', to: 'owner' } });
  assert.doesNotMatch(await people.mailTo(email, changed), /signed\s+out/);
});

test('a person of another account whose email the account gets replaces its owner only, and the log says so', async () => {
  const { id, email, session } = await people.owner();
  const viewer = await people.joined(session, 'viewer');
  const other = await people.joined((await people.owner()).session, 'developer');
  await patch(id, { email: other.email });
  assert.deepEqual(await rolesOf(id), [
    { email: viewer.email, role: 'viewer' },
    { email: other.email, role: 'owner' },
  ]);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  const { records } = (await service.operator('GET', `/operator/audit?account=${id}&limit=2`)).body;
  assert.deepEqual(
    records.map(({ action, details }: { action: string; details: { email: string } }) => [action, details.email]),
    [
      ['member.joined', other.email],
      ['member.removed', email],
    ],
  );
  assert.match(await people.mailTo(email, changed), /no\s+longer\s+a\s+member/);
});

test('a sign-in with the email of an account makes no second owner', async () => {
  const { id, email, session } = await people.owner();
  const successor = await people.joined(session, 'owner');
  const link = await people.linkFor(email);
  await query(service, `delete from members where user_id = (select id from users where email = $1)`, [email]);
  assert.equal((await createSession(service, link)).status, 401);
  assert.deepEqual(await rolesOf(id), [{ email: successor.email, role: 'owner' }]);
});

// Account emails: changing an account's email (owner, ended sessions, notices to both mailboxes), and emails to the owner about included
// calls, plan, limits and suspension. Emails about limits: test/http/two-services.test.ts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readOutboxHtml } from '../setup/outbox.ts';
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

/** Members as `email role`, oldest first. */
async function rolesOf(accountId: string): Promise<string[]> {
  const rows = await query(
    service,
    `select u.email || ' ' || m.role as text from members m join users u on u.id = m.user_id
      where m.account_id = $1 order by m.created_at`,
    [accountId],
  );
  return rows.map(({ text }) => text);
}

test('a new email ends sessions, notifies both mailboxes and signs in afterwards; a taken one is refused', async () => {
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

test('a member whose email the account gets becomes an additional owner, which is logged', async () => {
  const { id, email, session } = await people.owner();
  const member = await people.joined(session, 'developer');
  await patch(id, { email: member.email });
  assert.equal((await member.session.send('GET', '/session')).body.data.member_role, 'owner');
  assert.equal((await session.send('GET', '/session')).body.data.member_role, 'owner', 'stays signed in');
  assert.deepEqual(await rolesOf(id), [`${email} owner`, `${member.email} owner`]);
  const { body } = await session.send('GET', '/account/audit?limit=5');
  const { details } = body.data.find(({ action }: { action: string }) => action === 'member.changed');
  assert.deepEqual(details, { email: member.email, role: { from: 'developer', to: 'owner' } });
  assert.doesNotMatch(await people.mailTo(email, changed), /signed\s+out/);
});

test('a person of another account whose email the account gets replaces only its owner, which is logged', async () => {
  const { id, email, session } = await people.owner();
  const viewer = await people.joined(session, 'viewer');
  const other = await people.joined((await people.owner()).session, 'developer');
  await patch(id, { email: other.email });
  assert.deepEqual(await rolesOf(id), [`${viewer.email} viewer`, `${other.email} owner`]);
  assert.equal((await session.send('GET', '/session')).body.data, null);
  const { records } = (await service.operator('GET', `/operator/audit?account=${id}&limit=2`)).body;
  const log = records.map(({ action, details }: { action: string; details: { email: string } }) => [
    action,
    details.email,
  ]);
  assert.deepEqual(log.flat(), ['member.joined', other.email, 'member.removed', email]);
  assert.match(await people.mailTo(email, changed), /no\s+longer\s+a\s+member/);
});

test('a sign-in with the email of an account adds no second owner', async () => {
  const { id, email, session } = await people.owner();
  const successor = await people.joined(session, 'owner');
  const link = await people.linkFor(email);
  await query(service, `delete from members where user_id = (select id from users where email = $1)`, [email]);
  assert.equal((await createSession(service, link)).status, 401);
  assert.deepEqual(await rolesOf(id), [`${successor.email} owner`]);
});

const usedUp = 'Your daily calls are used up';

function assertIncludes(mail: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(mail.includes(part), `${part} is missing in:\n${mail}`);
}

/** Emails are sent in order, so earlier ones have arrived. */
async function marker(): Promise<void> {
  const { email, key } = await service.account('free', { per_day: 1 });
  await service.get('/hooks', key);
  await people.mailTo(email, usedUp);
}

test('without a limit the account is mailed at 80 % of included calls, and still served', async () => {
  const { id, key, email } = await service.account('enterprise');
  await query(
    service,
    `insert into usage_windows (account_id, kind, starts_on, leased)
      values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), 799999)`,
    [id],
  );
  assert.equal((await service.get('/hooks', key)).status, 200);
  const warning = await people.mailTo(email, '80% of your included monthly calls are used');
  const text = warning.replace(/\s+/g, ' ');
  assertIncludes(text, '80% of its 1,000,000 included calls of this month. Further calls are still served.');
  assert.ok(!warning.includes('/dashboard/plan'));
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('the account is mailed about a new plan, limits and a suspension, with the operator’s words, unless disabled', async () => {
  const { id, email } = await service.account('free');
  const patch = async (body: object) =>
    assert.equal((await service.operator('PATCH', `/operator/accounts/${id}`, body)).status, 200);
  await patch({ plan: 'scale', message: 'Welcome <i>aboard</i>.' });
  const plan = await people.mailTo(email, 'Your Hookline plan is now Scale');
  const calls = ['Calls: 100,000 calls a month (UTC)', 'Before: 100 calls a day'];
  assertIncludes(plan, 'from Free to Scale', ...calls, 'Welcome <i>aboard</i>.');
  const html = readOutboxHtml(service.dataDir, `To: ${email}`);
  assertIncludes(html.join('\n'), 'Welcome &lt;i&gt;aboard&lt;/i&gt;.');
  await patch({ limits: { per_month: 500 } });
  await people.mailTo(email, 'Your Hookline limits have changed');
  await patch({ suspended: true });
  const suspended = await people.mailTo(email, 'Your Hookline account is suspended');
  assertIncludes(suspended, `${service.url}/dashboard/plan?ask=reopen`);
  await patch({ suspended: false });
  await people.mailTo(email, 'Your Hookline account is active again');
  await patch({ plan: 'scale', suspended: false, name: 'Ann' });
  await patch({ plan: 'pro', notify: false, message: 'Quiet' });
  await patch({ suspended: true, notify: false });
  await marker();
  assert.equal(people.mailsTo(email, 'Your Hookline ').length, 4, 'nothing that stays, and nothing quiet, is mailed');
});

const confirmSubject = 'Confirm the new email of your Hookline account';
const confirmsTo = async (email: string) =>
  (
    await query(
      service,
      `select id from pgboss.job where name = 'mail' and data ->> 'to' = $1 and data ->> 'subject' = $2`,
      [email, confirmSubject],
    )
  ).length;

async function tokenTo(email: string): Promise<string> {
  const mail = await people.mailTo(email, confirmSubject);
  const [, token = ''] = /\/dashboard\/settings\?token=([\w.-]+)/.exec(mail) ?? [];
  assert.ok(token && mail.includes('Hello,'), 'no name, which a stranger may have typed');
  return token;
}

test('an owner’s new email applies once a signed-in owner opens its link, and the former mailbox is notified', async () => {
  const { id, email, key, session } = await people.owner();
  const viewer = await people.joined(session, 'viewer');
  const { session: stranger } = await people.owner();
  const next = newEmail('Wanted');
  const asked = await session.send('PATCH', '/account', { email: next });
  assert.deepEqual([asked.status, asked.body.data.account.email], [200, email], JSON.stringify(asked.body));
  const { pending_email: pending } = (await session.send('GET', '/account')).body.data.account;
  assert.equal(pending.email, next, 'the settings show it until it is confirmed');
  const token = await tokenTo(next);
  const confirm = (by: typeof session, given = token) => by.send('POST', '/account/email', { token: given });
  assert.equal((await confirm(viewer.session)).body.code, 'role_required');
  assert.equal((await confirm(stranger)).status, 410, 'whoever got the link by mistake has no use for it');
  assert.equal(
    (
      await confirm(
        session,
        token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).status,
    410,
  );
  assert.equal((await service.send('POST', '/account/email', key, { body: { token } })).body.code, 'session_required');
  assert.equal((await session.send('GET', '/account')).body.data.account.email, email);

  const confirmed = await confirm(session);
  assert.deepEqual([confirmed.status, confirmed.body.data.account.email], [200, next], JSON.stringify(confirmed.body));
  await people.mailTo(email, changed);
  assert.equal((await session.send('GET', '/account')).status, 401, 'sessions of the former email end');
  const [cookie = ''] = (confirmed.headers.getSetCookie()[0] ?? '').split(';', 1);
  const own = await service.get('/account', undefined, { cookie });
  assert.deepEqual([own.status, own.body.data.account.id], [200, id], 'the browser stays signed in');
  assert.equal(own.body.data.account.pending_email, null);
  const { body: log } = await service.operator('GET', `/operator/audit?account=${id}&action=session.started`);
  const starters = log.records.map(({ member_email }: { member_email: string }) => member_email);
  assert.ok(!starters.includes(next.toLowerCase()), 'nobody signed in');
  const again = await service.send('POST', '/account/email', undefined, {
    body: { token },
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(again.status, 410, 'the link works once');
  assert.deepEqual(await rolesOf(id), [`${next.toLowerCase()} owner`, `${viewer.email} viewer`]);
});

test('the email of another account, a member or an operator gets no link, but the same response', async () => {
  const { id, email, session } = await people.owner();
  const developer = await people.joined(session, 'developer');
  const { email: taken } = await service.account('free');
  const answer = ({ status, body }: Awaited<ReturnType<typeof session.send>>) => [
    status,
    body.data?.account.email,
    body.data?.account.pending_email.email,
  ];
  for (const other of [taken, taken.toUpperCase(), developer.email]) {
    assert.deepEqual(answer(await session.send('PATCH', '/account', { email: other })), [200, email, other]);
    assert.equal(await confirmsTo(other), 0, other);
  }
  const free = newEmail();
  assert.deepEqual(answer(await session.send('PATCH', '/account', { email: free })), [200, email, free]);
  assert.equal(await confirmsTo(free), 1);
  // Another account took this email meanwhile.
  const late = await service.operator('POST', '/operator/accounts', { name: 'Late', email: free });
  assert.equal(late.status, 201);
  assert.equal((await session.send('POST', '/account/email', { token: await tokenTo(free) })).status, 409);

  for (const [by, wanted, code] of [
    [developer.session, newEmail(), 'role_required'],
    [session, 'someone@hookline.invalid', 'invalid_body'],
  ] as const)
    assert.equal((await by.send('PATCH', '/account', { email: wanted })).body.code, code);
  await query(service, `update sessions set expires_at = expires_at - interval '61 minutes' where account_id = $1`, [
    id,
  ]);
  const stale = await session.send('PATCH', '/account', { email: newEmail() });
  assert.deepEqual([stale.status, /Sign out and in again/.test(stale.body.detail)], [409, true]);
  assert.equal((await session.send('PATCH', '/account', { name: 'Still possible' })).status, 200);
});

test('a link to a new email expires after a day, and an account may request five an hour', async () => {
  const { id, session } = await people.owner();
  const emails = Array.from({ length: 6 }, () => newEmail());
  const sent = [];
  for (const email of emails) sent.push((await session.send('PATCH', '/account', { email })).status);
  assert.deepEqual(sent, [200, 200, 200, 200, 200, 429]);
  // Only the last link works.
  const wanted = emails[4] ?? '';
  const confirm = async (token: string) => (await session.send('POST', '/account/email', { token })).status;
  assert.equal(await confirm(await tokenTo(emails[0] ?? '')), 410);
  const token = await tokenTo(wanted);
  const hours = (Number.parseInt(token, 36) - Date.now()) / 3_600_000;
  assert.ok(hours > 23 && hours <= 24, `${hours} hours`);
  const expire = (time: string) =>
    query(service, `update accounts set pending_email_until = ${time} where id = $1`, [id]);
  await expire("pending_email_until - interval '25 hours'");
  assert.equal((await session.send('GET', '/account')).body.data.account.pending_email, null);
  assert.equal(await confirm(token), 410);
  await expire("pending_email_until + interval '25 hours'");
  assert.equal(await confirm(token), 200, 'only the time was wrong');
});

test('another request, or setting the current email, cancels a pending one: its link stops working, and this is logged', async () => {
  const { id, email, session } = await people.owner();
  const repeated = newEmail();
  await session.send('PATCH', '/account', { email: repeated });
  const replaced = await tokenTo(repeated);
  await session.send('PATCH', '/account', { email: repeated });
  assert.equal((await session.send('POST', '/account/email', { token: replaced })).status, 410);
  const wanted = newEmail();
  await session.send('PATCH', '/account', { email: wanted });
  const token = await tokenTo(wanted);
  // Cancelling needs no recent sign-in.
  await query(service, `update sessions set expires_at = expires_at - interval '61 minutes' where account_id = $1`, [
    id,
  ]);
  const canceled = await session.send('PATCH', '/account', { email });
  assert.deepEqual([canceled.status, canceled.body.data.account.pending_email], [200, null]);
  assert.equal((await session.send('POST', '/account/email', { token })).status, 410);
  const { body } = await session.send('GET', '/account/audit?limit=1');
  assert.deepEqual([body.data[0].action, body.data[0].details], ['account.email_canceled', { email: wanted }]);
});

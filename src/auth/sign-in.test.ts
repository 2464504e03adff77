// Sign-in links and sessions with better-auth: cookie attributes, and what is stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { createAccount } from '../accounts/actions.ts';
import { bySystem, system } from '../audit/actor.ts';
import { passkeys, userRoles } from '../db/migrations/0013-0020.ts';
import { members } from '../db/migrations/0044-members.ts';
import { sessionCookie } from './better-auth.ts';
import { createMailboxLimiter } from './mailbox-limiter.ts';
import { shortUserAgent } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { allowOperatorSignIn, allowSignIn, operatorEmail } from './store-users.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await allowOperatorSignIn(database.db);
});
after(() => database.close());

const client = { address: '203.0.113.9', userAgent: 'test', requestId: 'req_test' };

/** Runs a migration again, on tables without its changes. */
async function migrate(statements: string): Promise<void> {
  for (const statement of statements.split(/;\s*\n/)) if (statement.trim()) await database.pool.query(statement);
}

const tokenOf = (link: string) => link.split('#token=')[1] ?? assert.fail('no token');

const signInOf = (isSecure: boolean) =>
  createSignIn({
    db: database.db,
    jobs: { send: async () => true },
    operatorKey: 'operator-key-of-the-tests',
    publicUrl: () => 'https://hooks.example.com',
    isSecure,
    hasMailServer: true,
    observe: () => {},
  });

test('a mailbox over its limit still gets an email a minute, however many addresses request links', () => {
  let time = 0;
  const { isDue } = createMailboxLimiter(10, () => time);
  let sent = 0;
  let sentAt = 0;
  for (; time < 3_600_000; time += 2000) {
    if (!isDue('owner@example.com')) continue;
    sent += 1;
    assert.ok(time - sentAt <= 60_000, `no email for ${time - sentAt} ms`);
    sentAt = time;
  }
  assert.equal(sent, 10 + 60, 'a flood of 1,800 requests');
  time += 60_000;
  assert.ok(isDue('owner@example.com'));
  assert.ok(isDue('other@example.com'), 'each mailbox has its own limit');
});

test('over https the session cookie is Secure and bound to this host', async () => {
  for (const [isSecure, pattern] of [
    [true, /^__Host-hookline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    [false, /^hookline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  ] as const) {
    const signIn = signInOf(isSecure);
    const link = await signIn.createOperatorLink(system);
    const [setCookie = ''] = (await signIn.begin({ token: tokenOf(link) }, client))?.cookies ?? [];
    assert.match(setCookie, pattern);
    const [cookie = ''] = setCookie.split(';', 1);
    assert.ok(sessionCookie.test(`theme=dark; ${cookie}`));
    assert.equal((await signIn.sessionOf(cookie))?.role, 'owner');
  }
});

test('the migration makes the operator an owner and everybody else a holder, and ends links to reserved emails', async () => {
  const { pool } = database;
  await createAccount(bySystem(database.db), { name: 'A', email: 'a@example.com' });
  await allowSignIn(database.db, 'a@example.com');
  await signInOf(true).createInvitation(operatorEmail);
  const links = () => pool.query('select 1 from verifications');
  assert.ok(((await links()).rowCount ?? 0) > 0);
  await pool.query('alter table users drop column role; alter table audit_log drop column operator_email');
  await migrate(userRoles);
  const { rows } = await pool.query('select email, role from users order by email');
  assert.deepEqual(rows, [
    { email: 'a@example.com', role: 'holder' },
    { email: operatorEmail, role: 'owner' },
  ]);
  assert.equal((await links()).rowCount, 0);
});

test('the migration to members makes each holder the owner; one who never signed in becomes it by signing in', async () => {
  const { db, pool } = database;
  for (const email of ['known@example.com', 'never@example.com'])
    await createAccount(bySystem(db), { name: email, email });
  await allowSignIn(db, 'known@example.com');
  await pool.query(`drop table members, invitations; alter table sessions drop column account_id;
    alter table oauth_consents drop column account_id; alter table audit_log drop column member_email`);
  await migrate(members);
  const owners = async () => {
    const { rows } = await pool.query(`select u.email, m.role from members m join users u on u.id = m.user_id
      join accounts a on a.id = m.account_id and lower(a.email) = u.email where u.email ~ '^(known|never)' order by 1`);
    return rows;
  };
  assert.deepEqual(await owners(), [{ email: 'known@example.com', role: 'owner' }]);
  await allowSignIn(db, 'never@example.com');
  assert.deepEqual(await owners(), [
    { email: 'known@example.com', role: 'owner' },
    { email: 'never@example.com', role: 'owner' },
  ]);
});

test('a link that was mailed before the migration to passkeys still signs in', async () => {
  const { pool } = database;
  const signIn = signInOf(true);
  const link = await signIn.createInvitation('a@example.com');
  // As better-auth 1.6 wrote it.
  await pool.query(`update verifications set identifier = replace(identifier, 'magic-link:', ''),
    value = '{"email":"a@example.com","attempt":0}' where value like '%a@example.com%'`);
  assert.equal(await signIn.begin({ token: tokenOf(link) }, client), undefined);
  await pool.query('drop table passkeys');
  await migrate(passkeys);
  assert.equal((await signIn.begin({ token: tokenOf(link) }, client))?.session.email, 'a@example.com');
});

test('cookies of other names are not session cookies', () => {
  for (const cookie of ['x=hookline.session_token=y', 'not-hookline.session_token=y', 'hookline.session_tokens=y'])
    assert.ok(!sessionCookie.test(cookie), cookie);
});

test('a session names browser and system, or the program', () => {
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
  for (const [text, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${safari} Mobile Safari/604.1`, 'Safari on iOS'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`, 'Safari on macOS'],
    [`curl/8.5.0 ${'x'.repeat(100)}`, `curl/8.5.0 ${'x'.repeat(49)}`],
  ] as const)
    assert.equal(shortUserAgent(text), name);
});

test('the token of a link is stored only as a hash', async () => {
  const link = await signInOf(true).createOperatorLink(system);
  const { rows } = await database.pool.query<{ text: string }>('select verifications::text as text from verifications');
  assert.ok(rows.length > 0);
  for (const { text } of rows) assert.ok(!text.includes(tokenOf(link)));
});

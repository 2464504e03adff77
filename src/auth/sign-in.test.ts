// Sign-in links and sessions with better-auth: cookie attributes, and what is stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { system } from '../audit/actor.ts';
import { sessionCookie } from './better-auth.ts';
import { createMailboxLimiter, createSignIn } from './sign-in.ts';
import { allowOperatorSignIn } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await allowOperatorSignIn(database.db);
});
after(() => database.close());

const client = { address: '203.0.113.9', userAgent: 'test', requestId: 'req_test' };

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

test('a mailbox over its limit still gets one email a minute, however many IPs request links', () => {
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

test('the token of a link is stored only as a hash', async () => {
  const link = await signInOf(true).createOperatorLink(system);
  const { rows } = await database.pool.query<{ text: string }>('select verifications::text as text from verifications');
  assert.ok(rows.length > 0);
  for (const { text } of rows) assert.ok(!text.includes(tokenOf(link)));
});

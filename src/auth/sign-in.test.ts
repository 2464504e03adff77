// Links and sessions as better-auth keeps them for us: what the cookie is like, and what is in the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { system } from '../audit/actor.ts';
import { createSignIn, sessionCookie } from './sign-in.ts';
import { allowOperatorSignIn } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await allowOperatorSignIn(database.db);
});
after(() => database.close());

const client = { address: '203.0.113.9', userAgent: 'test' };

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

test('over https the cookie is for this host alone and never travels over http', async () => {
  for (const [isSecure, pattern] of [
    [true, /^__Host-hookline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    [false, /^hookline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  ] as const) {
    const signIn = signInOf(isSecure);
    const link = await signIn.createOperatorLink(system);
    const begun = await signIn.begin(link.split('#token=')[1], client);
    assert.match(begun?.cookies[0] ?? '', pattern);
    const cookie = begun?.cookies[0].split(';', 1)[0] ?? '';
    assert.ok(sessionCookie.test(`theme=dark; ${cookie}`));
    assert.equal((await signIn.sessionOf(cookie))?.role, 'operator');
  }
});

test('a cookie of another name is none, whatever it holds', () => {
  for (const cookie of ['x=hookline.session_token=y', 'not-hookline.session_token=y', 'hookline.session_tokens=y'])
    assert.ok(!sessionCookie.test(cookie), cookie);
});

test('the token of a link is not in the database', async () => {
  const link = await signInOf(true).createOperatorLink(system);
  const { rows } = await database.pool.query<{ text: string }>('select verifications::text as text from verifications');
  assert.ok(rows.length > 0);
  for (const { text } of rows) assert.ok(!text.includes(link.split('#token=')[1]));
});

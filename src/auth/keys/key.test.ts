import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/setup/database.ts';
import { createAccount } from '../../accounts/actions.ts';
import { bySystem } from '../../audit/actor.ts';
import { createKey, regenerateKey, revokeKey } from './actions.ts';
import { hashKey, isWellFormed, keySchema, newKey } from './key.ts';
import { listKeys } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

let accounts = 0;
async function newAccount(): Promise<string> {
  const { id } = await createAccount(bySystem(database.db), { name: 'A', email: `a${++accounts}@example.com` });
  return id;
}

const keys = fc.constant(null).map(newKey);
const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('every new key is well formed and 43 characters of its alphabet', () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(key, /^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
      assert.ok(isWellFormed(key));
    }),
  );
});

test('a key with one mistyped or two swapped adjacent characters fails the checksum', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 4, max: 42 }), fc.constantFrom(...base62), (key, at, character) => {
      fc.pre(key[at] !== character);
      assert.equal(isWellFormed(key.slice(0, at) + character + key.slice(at + 1)), false);
    }),
  );
  fc.assert(
    fc.property(keys, fc.integer({ min: 4, max: 34 }), (key, at) => {
      fc.pre(key[at] !== key[at + 1]);
      assert.equal(isWellFormed(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)), false);
    }),
  );
});

test('any other text is malformed', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(isWellFormed(text), false)));
  fc.assert(fc.property(keys, fc.string({ minLength: 1 }), (key, more) => assert.ok(!isWellFormed(key + more))));
});

test('a key is shown once: only its hash and a hint are stored', async () => {
  const { db } = database;
  const accountId = await newAccount();
  const { key, ...record } = await createKey(bySystem(db), { accountId, name: 'laptop' });
  keySchema.parse(record);
  assert.deepEqual([record.name, record.hint], ['laptop', `hkl_…${key.slice(-4)}`]);
  assert.deepEqual(await listKeys(db, accountId), [record]);
  const row = await db.selectFrom('keys').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow();
  assert.equal(row.hash, hashKey(key));
  assert.ok(!JSON.stringify(row).includes(key));
});

test('an account has at most ten live keys, also under concurrent requests', async () => {
  const { db } = database;
  const accountId = await newAccount();
  const results = await Promise.allSettled(Array.from({ length: 14 }, () => createKey(bySystem(db), { accountId })));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
  await assert.rejects(createKey(bySystem(db), { accountId }), { code: 'conflict' });
  const [newest] = await listKeys(db, accountId);
  assert.ok(newest);
  await revokeKey(bySystem(db), { id: newest.id, accountId });
  await createKey(bySystem(db), { accountId });
});

test('a regenerated key keeps the name, and the old one expires after the grace period', async () => {
  const { db } = database;
  const accountId = await newAccount();
  const old = await createKey(bySystem(db), { accountId, name: 'ci' });
  const startedAt = Date.now();
  const fresh = await regenerateKey(bySystem(db), { id: old.id, accountId, grace_seconds: 60 });
  const endedAt = Date.now();
  assert.ok(fresh.key !== old.key && fresh.name === 'ci' && fresh.expires_at === null);
  const ends = Date.parse((await listKeys(db, accountId)).find(({ id }) => id === old.id)?.expires_at ?? '') - 60_000;
  assert.ok(startedAt <= ends && ends <= endedAt);
});

test("the grace period never extends a key's expiry, and an expiring key is replaced by one with the same lifetime", async () => {
  const { db } = database;
  const accountId = await newAccount();
  const expires_at = new Date(Date.now() + 3600_000).toISOString();
  const old = await createKey(bySystem(db), { accountId, expires_at });
  const fresh = await regenerateKey(bySystem(db), { id: old.id, accountId });
  assert.equal((await listKeys(db, accountId)).find(({ id }) => id === old.id)?.expires_at, expires_at);
  const lifetimeOf = (key: typeof fresh) => Date.parse(key.expires_at ?? '') - Date.parse(key.created_at);
  assert.equal(lifetimeOf(fresh), lifetimeOf(old));
});

test('a revoked key stays revoked and cannot be regenerated; other accounts cannot touch it', async () => {
  const { db } = database;
  const accountId = await newAccount();
  const { id } = await createKey(bySystem(db), { accountId });
  const stranger = await newAccount();
  await assert.rejects(revokeKey(bySystem(db), { id, accountId: stranger }), { code: 'not_found' });
  await assert.rejects(regenerateKey(bySystem(db), { id, accountId: stranger }), { code: 'not_found' });
  const revoked = await revokeKey(bySystem(db), { id, accountId });
  assert.deepEqual(await revokeKey(bySystem(db), { id, accountId }), revoked);
  await assert.rejects(regenerateKey(bySystem(db), { id, accountId }), { code: 'conflict' });
  await assert.rejects(createKey(bySystem(db), { accountId: 'acc_none' }), { code: 'not_found' });
});

test('an expiry in the past is rejected with its JSON pointer', async () => {
  await assert.rejects(
    createKey(bySystem(database.db), { accountId: await newAccount(), expires_at: '2020-01-01T00:00:00Z' }),
    {
      code: 'invalid_body',
      extras: { errors: [{ pointer: '#/expires_at', detail: 'expires_at must be in the future.' }] },
    },
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/setup/database.ts';
import { createAccount, updateAccount } from '../../accounts/actions.ts';
import { noLimits } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import { bySystem } from '../../audit/actor.ts';
import { createQuota } from '../../quota/quota.ts';
import { createKey, regenerateKey, revokeKey } from './actions.ts';
import { hashKey, newKey } from './key.ts';
import { createKeyring, type KeyringRow } from './keyring.ts';
import { createLastUseWriter } from './last-uses.ts';
import { listKeys, loadKeyring } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

let accounts = 0;
async function setUp(plan: keyof typeof plans = 'free') {
  const { db } = database;
  accounts += 1;
  const { id } = await createAccount(bySystem(db), { name: 'A', email: `a${accounts}@example.com`, plan });
  const clock = { now: Date.now() };
  let lookups = 0;
  const keyring = createKeyring(
    (only) => {
      if (only && 'hash' in only) lookups += 1;
      return loadKeyring(db, only);
    },
    () => clock.now,
  );
  return { db, accountId: id, clock, keyring, lookups: () => lookups };
}

const rowOf = (key: string): KeyringRow => ({
  ...{ keyId: 'key_1', hash: hashKey(key), expiresAt: null, scopes: null, allowedIps: null },
  ...{ accountId: 'acc_1', plan: 'free', ownLimits: { perDay: null, perMonth: null }, suspended: false },
});

test('a known key returns its caller, with the features and limits of the plan', async () => {
  const { db, accountId, keyring } = await setUp('scale');
  const { key, id } = await createKey(bySystem(db), { accountId });
  await keyring.reload();
  const { features } = plans.scale;
  const caller = {
    ...{ accountId, keyId: id, plan: 'scale', features, limits: { perDay: null, perMonth: 100_000 } },
    ...{ suspended: false, keyLimits: noLimits, scopes: null, allows: null, audience: null },
  };
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) assert.deepEqual(keyring.lookup(`${scheme} ${key}`), caller);
});

test('a header without a key is missing, a well-formed unknown key is invalid, anything else is malformed', async () => {
  const { db, accountId, keyring } = await setUp();
  const { key } = await createKey(bySystem(db), { accountId });
  await keyring.reload();
  for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${key}`, key]) {
    assert.equal(keyring.lookup(header), 'missing');
  }
  assert.equal(keyring.lookup(`Bearer ${newKey()}`), 'invalid');
  for (const token of ['x', `${key} ${key}`, `${key},`, key.toLowerCase(), `${key}x`, `"${key}"`]) {
    assert.equal(keyring.lookup(`Bearer ${token}`), 'malformed');
  }
});

test('a key expires at its exact time, without a reload', async () => {
  const { db, accountId, clock, keyring } = await setUp();
  const { key } = await createKey(bySystem(db), { accountId, expires_at: new Date(clock.now + 60_000).toISOString() });
  await keyring.reload();
  clock.now += 59_999;
  assert.equal(typeof keyring.lookup(`Bearer ${key}`), 'object');
  clock.now += 1;
  assert.equal(keyring.lookup(`Bearer ${key}`), 'expired');
});

test('a regenerated key works for its grace period, and expires at once without one', async () => {
  const { db, accountId, clock, keyring } = await setUp();
  const first = await createKey(bySystem(db), { accountId });
  const second = await regenerateKey(bySystem(db), { id: first.id, accountId });
  const third = await regenerateKey(bySystem(db), { id: second.id, accountId, grace_seconds: 0 });
  await keyring.reload();
  clock.now = Date.now();
  assert.equal(typeof keyring.lookup(`Bearer ${first.key}`), 'object');
  assert.equal(keyring.lookup(`Bearer ${second.key}`), 'expired');
  assert.equal(typeof keyring.lookup(`Bearer ${third.key}`), 'object');
  clock.now += 86_400_000;
  assert.equal(keyring.lookup(`Bearer ${first.key}`), 'expired');
});

test('a reload applies suspension, plan, limits and revocation', async () => {
  const { db, accountId, keyring } = await setUp();
  const { key, id } = await createKey(bySystem(db), { accountId });
  await updateAccount(bySystem(db), { id: accountId, suspended: true, plan: 'pro', limits: { per_month: 5 } });
  await keyring.reload();
  const caller = keyring.lookup(`Bearer ${key}`);
  assert.ok(typeof caller === 'object');
  assert.deepEqual([caller.suspended, caller.plan, caller.limits], [true, 'pro', { perDay: 10_000, perMonth: 5 }]);
  await revokeKey(bySystem(db), { id, accountId });
  await keyring.reload();
  assert.equal(keyring.lookup(`Bearer ${key}`), 'invalid');
});

test('a reload requested during another reads again, and a failed one leaves the keys unchanged', async () => {
  const key = newKey();
  const rows = [rowOf(key)];
  const loads: PromiseWithResolvers<typeof rows>[] = [];
  const keyring = createKeyring(() => {
    const load = Promise.withResolvers<typeof rows>();
    loads.push(load);
    return load.promise;
  });
  const first = keyring.reload();
  const [second, third] = [keyring.reload(), keyring.reload()];
  assert.equal(loads.length, 1);
  loads[0]?.resolve([]);
  await first;
  assert.equal(keyring.lookup(`Bearer ${key}`), 'invalid');
  while (loads.length < 2) await new Promise(setImmediate);
  loads[1]?.resolve(rows);
  await Promise.all([second, third]);
  assert.equal(loads.length, 2);
  const failed = keyring.reload();
  loads[2]?.reject(new Error('outage'));
  await assert.rejects(failed, /outage/);
  assert.equal(typeof keyring.lookup(`Bearer ${key}`), 'object');
});

test('a reload of one account reads and replaces only its keys', async () => {
  const { db, accountId, keyring } = await setUp();
  const other = await setUp();
  const [mine, theirs] = [
    await createKey(bySystem(db), { accountId }),
    await createKey(bySystem(db), { accountId: other.accountId }),
  ];
  await keyring.reload();
  for (const [id, { id: keyId }] of [
    [accountId, mine],
    [other.accountId, theirs],
  ] as const)
    await revokeKey(bySystem(db), { id: keyId, accountId: id });
  const fresh = await createKey(bySystem(db), { accountId });
  await keyring.reload(accountId);
  assert.equal(keyring.lookup(`Bearer ${mine.key}`), 'invalid');
  assert.equal(typeof keyring.lookup(`Bearer ${fresh.key}`), 'object');
  assert.equal(typeof keyring.lookup(`Bearer ${theirs.key}`), 'object', 'it was not reloaded');
});

test('after a failed reload, the next one reloads all accounts', async () => {
  const loads: unknown[] = [];
  const keyring = createKeyring(async (only) => {
    loads.push(only);
    if (loads.length === 1) throw new Error('outage');
    return [];
  });
  await assert.rejects(keyring.reload('acc_1'), /outage/);
  await keyring.reload('acc_2');
  assert.deepEqual(loads, [{ accountIds: ['acc_1'] }, undefined]);
});

test('an unknown key is looked up in the database once, even for concurrent requests', async () => {
  const { db, accountId, keyring, lookups } = await setUp();
  await keyring.reload();
  const { key, id } = await createKey(bySystem(db), { accountId });
  const header = `Bearer ${key}`;
  assert.equal(keyring.lookup(header), 'invalid');
  const found = await Promise.all(Array.from({ length: 50 }, () => keyring.find(header, '203.0.113.1')));
  for (const caller of found) assert.ok(typeof caller === 'object' && caller.keyId === id);
  assert.equal(typeof keyring.lookup(header), 'object');
  assert.equal(lookups(), 1);
});

test('unknown keys are looked up ten times a minute per client, sixty in total, and each only once', async () => {
  const { clock, keyring, lookups } = await setUp();
  const find = (key: string, client: number) => keyring.find(`Bearer ${key}`, `203.0.113.${client}`);
  const key = newKey();
  assert.equal(await find(key, 1), 'invalid');
  assert.equal(await find(key, 2), undefined);
  assert.equal(lookups(), 1);
  for (let count = 0; count < 100; count++) await find(newKey(), 1);
  assert.equal(lookups(), 10);
  for (let count = 0; count < 1000; count++) await find(newKey(), count % 100);
  assert.equal(lookups(), 60);
  clock.now += 60_001;
  assert.equal(await find(key, 1), 'invalid');
  assert.equal(lookups(), 61);
});

test('a key revoked during its lookup is not cached', async () => {
  const key = newKey();
  const loaded = Promise.withResolvers<KeyringRow[]>();
  const keyring = createKeyring(async (hash) => (hash === undefined ? [] : loaded.promise));
  const found = keyring.find(`Bearer ${key}`, '203.0.113.1');
  await keyring.reload();
  loaded.resolve([rowOf(key)]);
  assert.equal(typeof (await found), 'object');
  assert.equal(keyring.lookup(`Bearer ${key}`), 'invalid');
});

test('the next flush writes the last use of each key to the database', async () => {
  const { db, accountId, clock, keyring } = await setUp();
  const [used, unused] = [await createKey(bySystem(db), { accountId }), await createKey(bySystem(db), { accountId })];
  await keyring.reload();
  keyring.lookup(`Bearer ${used.key}`);
  clock.now += 1234;
  keyring.lookup(`Bearer ${used.key}`);
  const onFlush = createLastUseWriter({ db, observe: () => {}, drainLastUses: keyring.drainLastUses });
  await createQuota({ db, observe: () => {}, onFlush }).close();
  const lastUses = new Map((await listKeys(db, accountId)).map((key) => [key.id, key.last_used_at]));
  assert.equal(lastUses.get(used.id), new Date(clock.now).toISOString());
  assert.equal(lastUses.get(unused.id), null);
});

test('the IP address of a key is read once between writes, and kept if a later use has none', async () => {
  const { db, accountId, clock, keyring } = await setUp();
  const made = await createKey(bySystem(db), { accountId });
  await keyring.reload();
  let reads = 0;
  const use = (address: string) => {
    clock.now += 1000;
    const caller = keyring.lookup(`Bearer ${made.key}`);
    assert.ok(typeof caller === 'object');
    keyring.keepAddress(caller, (given) => `${given}${++reads > 1 ? reads : ''}`, address);
  };
  const write = createLastUseWriter({ db, observe: () => {}, drainLastUses: keyring.drainLastUses });
  const shown = async () => (await listKeys(db, accountId))[0]?.last_used_ip;
  for (let call = 0; call < 100; call++) use('::ffff:203.0.113.7');
  await write();
  assert.deepEqual([await shown(), reads], ['203.0.113.7', 1]);
  keyring.lookup(`Bearer ${made.key}`);
  await write();
  assert.equal(await shown(), '203.0.113.7');
  use('x'.repeat(100));
  // A reload replaces the callers of the keyring.
  await keyring.reload();
  keyring.lookup(`Bearer ${made.key}`);
  await write();
  assert.equal(await shown(), 'x'.repeat(45));
});

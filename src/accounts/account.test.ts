import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { bySystem } from '../audit/actor.ts';
import { accountSchema } from './account.ts';
import { createAccount, updateAccount } from './actions.ts';
import { getAccount } from './queries.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

test('a new account defaults to the free plan, reads back as created, and its email is unique', async () => {
  const { db } = database;
  const account = await createAccount(bySystem(db), { name: ' Ada ', email: 'Ada@example.com' });
  assert.deepEqual(
    [account.name, account.email, account.plan, account.suspended],
    ['Ada', 'Ada@example.com', 'free', false],
  );
  assert.deepEqual(account.limits, { per_day: null, per_month: null });
  assert.deepEqual(await getAccount(db, account.id), accountSchema.parse(account));
  await assert.rejects(createAccount(bySystem(db), { name: 'Two', email: 'ADA@Example.com' }), { code: 'conflict' });
});

test('an update changes only the fields it contains', async () => {
  const { db } = database;
  const { id } = await createAccount(bySystem(db), {
    name: 'Bo',
    email: 'bo@example.com',
    plan: 'enterprise',
    limits: { per_day: 7 },
  });
  const changed = await updateAccount(bySystem(db), { id, limits: { per_month: 9 }, suspended: true });
  assert.deepEqual(
    [changed.limits, changed.suspended, changed.plan],
    [{ per_day: 7, per_month: 9 }, true, 'enterprise'],
  );
  const restored = await updateAccount(bySystem(db), { id, limits: { per_day: null }, suspended: false, name: 'Bob' });
  assert.deepEqual(
    [restored.limits, restored.suspended, restored.name],
    [{ per_day: null, per_month: 9 }, false, 'Bob'],
  );
  assert.deepEqual(await updateAccount(bySystem(db), { id }), restored);
  await assert.rejects(updateAccount(bySystem(db), { id: 'acc_none', suspended: true }), { code: 'not_found' });
  await assert.rejects(getAccount(db, 'acc_none'), { code: 'not_found' });
});

test('a committed change notifies every listening process', async () => {
  const { db, url } = database;
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  const notified = () => new Promise((resolve) => listener.once('notification', resolve));
  try {
    await listener.query('listen hookline_accounts');
    const { id } = await createAccount(bySystem(db), { name: 'Cy', email: 'cy@example.com' });
    const updated = notified();
    await updateAccount(bySystem(db), { id, plan: 'scale' });
    await updated;
  } finally {
    await listener.end();
  }
});

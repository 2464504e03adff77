// SQL of connected apps: what is swept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/setup/database.ts';
import { deleteExpired } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

test('clients that nobody allowed are deleted after a day', async () => {
  const { db, pool } = database;
  for (const [id, age] of [
    ['new', '1 hour'],
    ['allowed', '1 month'],
    ['unused', '2 days'],
  ])
    await pool.query(
      `insert into oauth_clients (id, client_id, client_discovery_id, redirect_uris, created_at)
       values ($1, $1, 'cimd', '[]', now() - $2::interval)`,
      [id, age],
    );
  await pool.query(
    `insert into oauth_consents (id, client_id, scopes, created_at, updated_at) values ('app_1', 'allowed', '[]', now(), now())`,
  );
  await deleteExpired(db);
  const { rows } = await pool.query('select id from oauth_clients order by id');
  assert.deepEqual(rows, [{ id: 'allowed' }, { id: 'new' }]);
});

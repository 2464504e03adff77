import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { createAccount } from '../accounts/actions.ts';
import { bySystem } from '../audit/actor.ts';
import { createEmptySearches, toSought } from './empty-searches.ts';
import { deleteEmptySearchesBefore, selectEmptySearches } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const today = new Date().toISOString().slice(0, 10);
const sought = (q: string, filters = {}) => {
  const found = toSought({ q, ...filters });
  assert.ok(found);
  return found;
};

test('searches are counted by week, words and filters; failed writes are retried later, once', async () => {
  const { db } = database;
  const [a, b] = await Promise.all(
    ['a', 'b'].map((name) => createAccount(bySystem(db), { name, email: `${name}@example.com`, plan: 'free' })),
  );
  assert.ok(a && b);
  const searches = createEmptySearches({ db, observe: () => {} });
  const found = async () =>
    (await selectEmptySearches(db, today, 50)).map(({ q, filters, count, accounts }) => [q, filters, count, accounts]);
  for (const typed of ['sour', 'sourdo', 'Sourdough  BREAD']) searches.record(a.id, sought(typed));
  searches.record(b.id, sought('sourdough bread'));
  searches.record(a.id, sought('', { niche: ['food', 'career'], min_views: 5 }));
  searches.record(a.id, sought('', { min_views: 5, niche: ['career', 'food'] }));
  searches.record('acc_erased', sought('rye'));
  await sql`alter table empty_searches rename to away`.execute(db);
  await assert.rejects(searches.flush());
  await sql`alter table away rename to empty_searches`.execute(db);
  searches.record(a.id, sought('sourdough bread'));
  await searches.flush();
  await searches.flush();
  const bread = ['sourdough bread', {}, 3, 2];
  assert.deepEqual(await found(), [bread, [null, { min_views: 5, niche: ['career', 'food'] }, 2, 1]]);
  for (let n = 0; n < 1500; n++) searches.record(b.id, sought(`word${1e6 + n}`));
  await searches.close();
  assert.equal((await selectEmptySearches(db, today, 5000)).length, 1002, 'a process keeps 1,000 between two writes');
  await sql`delete from accounts where id = ${b.id}`.execute(db);
  assert.deepEqual((await found())[0], ['sourdough bread', {}, 2, 1], 'nothing is left of an erased account');
  await deleteEmptySearchesBefore(db, new Date(Date.now() + 7 * 86_400_000));
  assert.deepEqual(await found(), []);
});

test('searches by id or collection, without a condition, or too long for the table are left out', () => {
  for (const given of [{ q: 'a', ids: ['hook_1'] }, { collection: ['col_1'] }, {}, { match: 'both' }])
    assert.equal(toSought(given), undefined);
  assert.equal(toSought({ creator: Array.from({ length: 100 }, (_, n) => `creator number ${n}`) }), undefined);
  assert.deepEqual(toSought({ q: ' \u0000Ａ', match: 'both' }), { q: 'a', filters: '{}' });
});

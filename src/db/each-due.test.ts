// Due rows, one of which fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../test/setup/database.ts';
import { eachDue, notAmong } from './each-due.ts';

test('a failed row is rolled back without delaying others; the next call starts with it again', async () => {
  const { db, close } = await testDatabase();
  await sql`create table due (id text primary key, done int not null default 0)`.execute(db);
  await sql`insert into due values ('a'), ('b'), ('c')`.execute(db);
  const work = (broken: string) =>
    eachDue<{ id: string }>(db, {
      lock: async (trx, without) => {
        const { rows } = await sql<{ id: string }>`select id from due where done = 0 and ${notAmong(without)}
          order by id limit 1 for update skip locked`.execute(trx);
        return rows[0];
      },
      run: async (trx, { id }) => {
        await sql`update due set done = done + 1 where id = ${id}`.execute(trx);
        if (id === broken) throw new Error('It is broken.');
      },
    });
  const done = async () => (await sql<{ done: number }>`select done from due order by id`.execute(db)).rows;
  await assert.rejects(work('a'), { name: 'AggregateError', errors: [new Error('It is broken.')] });
  assert.deepEqual(
    (await done()).map((row) => row.done),
    [0, 1, 1],
  );
  await work('none');
  assert.deepEqual(
    (await done()).map((row) => row.done),
    [1, 1, 1],
  );
  await close();
});

// SQL of due and sent digests, with their searches and accounts.
import { type Selectable, sql } from 'kysely';
import type { Account } from '../accounts/account.ts';
import { toAccount } from '../accounts/store.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { Database, Db, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { DigestJob } from '../jobs/jobs.ts';
import type { DigestRow, SearchRow } from '../searches/store.ts';

type DigestSearch = Pick<SearchRow, 'id' | 'account_id' | 'created_at' | 'name'> & { filters: FilterInput };

export type DueDigest = DigestRow & { search: DigestSearch; account: Account };

/** Locks a due digest that no other process has locked, except those in `except`. Digests of suspended accounts wait. */
export async function lockDueDigest(
  trx: Trx,
  now: Date,
  except: readonly string[] = [],
): Promise<DueDigest | undefined> {
  const row = await withOwner(trx)
    .where('next_run_at', '<=', now)
    .where('suspended_at', 'is', null)
    .where('every', '!=', 'off')
    .where(sql<boolean>`search_id <> all(${except}::text[])`)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate('digests')
    .skipLocked()
    .executeTakeFirst();
  return row && toDue(row);
}

/** Returns undefined for a deleted account. */
export async function findDigest(db: Db, searchId: string): Promise<DueDigest | undefined> {
  const row = await withOwner(db).where('search_id', '=', searchId).executeTakeFirst();
  return row && toDue(row);
}

function withOwner(db: Db) {
  return db
    .selectFrom('digests')
    .innerJoin('searches', 'searches.id', 'search_id')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .selectAll(['accounts', 'digests'])
    .select(['account_id', 'searches.name as search_name', 'filters', 'searches.created_at as search_created_at'])
    .where('deleted_at', 'is', null);
}

type Joined = Selectable<Tables['accounts']> &
  DigestRow & { account_id: string; search_name: string; filters: unknown; search_created_at: Date };

function toDue({ account_id, search_name, filters, search_created_at, ...row }: Joined): DueDigest {
  return {
    ...row,
    search: {
      id: row.search_id,
      account_id,
      name: search_name,
      filters: filters as FilterInput,
      created_at: search_created_at,
    },
    account: toAccount(row),
  };
}

/** Rejects if another job or process sends an email of this digest. The lock ends with the connection, so a kill ends it too. */
export async function whileLocked(db: Database, searchId: string, send: () => Promise<void>): Promise<void> {
  const key = sql`hashtextextended(${`digest ${searchId}`}, 0)`;
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection);
    if (!rows[0]?.locked) throw new Error('An email of this digest is being sent.');
    try {
      await send();
    } finally {
      // A lost connection has released the lock.
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {});
    }
  });
}

/** Records that the email of a period was accepted. */
export async function settleDigest(
  db: Db,
  searchId: string,
  { period, through, throughAt, now }: Pick<DigestJob, 'period' | 'through' | 'throughAt'> & { now: Date },
): Promise<void> {
  await db
    .updateTable('digests')
    .set(({ fn, val }) => ({
      sent_period: period,
      last_sent_at: now,
      told_version: fn<number>('greatest', ['told_version', val(through)]),
      told_at: fn<Date | null>('greatest', ['told_at', val(throughAt)]),
    }))
    .where('search_id', '=', searchId)
    .execute();
}

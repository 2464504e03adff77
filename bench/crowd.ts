// Fills the database of a running service with customers, since some costs grow with their number.
import { sql } from 'kysely';
import { notify, openDatabase } from '../src/db/database.ts';
import { embeddedUrl } from '../src/db/embedded/server.ts';

/** Each customer has a key and a saved search. */
const customers = 20_000;

/** Returns when they are committed; the service then loads all of them. Customers of an earlier call stay. */
export async function fillWithCustomers(dataDir: string): Promise<void> {
  const { db, close } = openDatabase(embeddedUrl(dataDir), () => {});
  try {
    await db.transaction().execute(async (trx) => {
      const numbers = sql`generate_series(1, ${sql.lit(customers)}) as n on conflict do nothing`;
      await sql`insert into accounts (id, name, email, plan)
        select 'acc_bench' || n, 'Bench ' || n, 'customer-' || n || '@example.com', 'pro' from ${numbers}`.execute(trx);
      await sql`insert into keys (id, account_id, name, hash, hint)
        select 'key_bench' || n, 'acc_bench' || n, 'Bench', encode(sha256(n::text::bytea), 'hex'), 'hkl_…' from ${numbers}`.execute(
        trx,
      );
      await sql`insert into searches (id, account_id, name, filters, token_hash, sealed_token, created_at, updated_at)
        select 'srch_bench' || n, 'acc_bench' || n, 'Bench', '{"niche":["food"]}', encode(sha256(n::text::bytea), 'hex'), '', now(), now()
        from ${numbers}`.execute(trx);
      await notify(trx, 'hookline_accounts');
      await notify(trx, 'hookline_searches');
    });
  } finally {
    await close();
  }
}

// SQL of trust in sources.
import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { defaultTrust } from './store-said.ts';

export async function selectTrusts(db: Database): Promise<Array<{ source: string; trust: number; hooks: number }>> {
  const { rows } = await sql<{ source: string; trust: number; hooks: number }>`
select source, coalesce(t.trust, ${sql.lit(defaultTrust)}) as trust, coalesce(h.hooks, 0) as hooks
from (select source, count(*) as hooks from hooks where state in ('published', 'pending') group by source) h
full join source_trust t using (source) order by 2 desc, 3 desc, 1 limit 1000`.execute(db);
  return rows;
}

export async function upsertTrust(trx: Trx, row: { source: string; trust: number }): Promise<void> {
  await trx
    .insertInto('source_trust')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ trust: row.trust }))
    .execute();
}

/** A subquery: the hooks that a source holds beside others. */
export const heldBeside = (source: string) => sql`select hook_id from hook_sources where source = ${source}`;

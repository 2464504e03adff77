// SQL of the sample hooks, those of the starter set.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Retires every sample hook in catalog version `version`. Returns their number. A later import of the same text publishes it again. */
export async function retireSampleHooks(trx: Trx, { now, version }: { now: Date; version: number }): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ state: 'retired', retired_by: 'snapshot', updated_at: now, version })
    .where('sample', '=', true)
    .where('state', 'in', ['published', 'pending'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A subquery. */
export const sampleHookIds = sql`select id from hooks where sample and state in ('published', 'pending')`;

export async function countSampleHooks(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('hooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sample', '=', true)
    .where('state', 'in', ['published', 'pending'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

// SQL of the sample hooks.
import type { Trx } from '../../db/database.ts';

/**
 * Drops the source records of the sample hooks, and retires the hooks in catalog version `version`. Returns their number. A later import of
 * the same text publishes it again.
 */
export async function retireSampleHooks(trx: Trx, { now, version }: { now: Date; version: number }): Promise<number> {
  await trx
    .updateTable('hook_sources')
    .set({ dropped_at: now })
    .where('hook_id', 'in', (query) => query.selectFrom('hooks').select('id').where('sample', '=', true))
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ state: 'retired', retired_by: 'snapshot', updated_at: now, version })
    .where('sample', '=', true)
    .where('state', 'in', ['published', 'pending'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countSampleHooks(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('hooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sample', '=', true)
    .where('state', 'in', ['published', 'pending'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

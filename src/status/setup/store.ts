// SQL of the setup checklist: what operators decided about it, and what the database knows of its items.
import type { Db, Trx } from '../../db/database.ts';

export async function selectSetupFacts(db: Db) {
  const found = await db
    .selectFrom('operator_setup')
    .select(({ selectFrom, exists }) => [
      'hidden_at',
      'backups_confirmed_at',
      exists(selectFrom('hooks').select('id').where('sample', '=', false).where('state', '=', 'published')).as(
        'has_real',
      ),
      exists(selectFrom('hooks').select('id').where('sample', '=', true).where('state', '=', 'published')).as(
        'has_sample',
      ),
      selectFrom('sources')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sources'),
    ])
    .executeTakeFirstOrThrow();
  return { ...found, sources: found.sources ?? 0 };
}

export async function lockSetup(trx: Trx) {
  return trx.selectFrom('operator_setup').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateSetup(
  trx: Trx,
  change: { hidden_at?: Date | null; backups_confirmed_at?: Date | null },
): Promise<void> {
  await trx.updateTable('operator_setup').set(change).execute();
}

// SQL of decisions about labels, which tell how often guesses are right and which the model learns from.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { GuessedLabel } from '../../labels/label.ts';

type DecisionsOf = { editId: string; ids: readonly number[] };

/**
 * Records what an edit decides of labels of these hooks, before it changes them: a value that it sets, or the one that the hook has. A
 * label that a curator had decided counts only if it is decided otherwise now.
 */
export async function insertDecisions(
  trx: Trx,
  { editId, ids }: DecisionsOf,
  labels: readonly GuessedLabel[],
  values: Partial<Record<GuessedLabel, string>>,
): Promise<void> {
  const rows = labels.map((label) => {
    const column = (suffix: '' | '_method' | '_confidence') => sql.ref(`h.${label}${suffix}`);
    const decided = sql`coalesce(${values[label] ?? null}::text, ${column('')})`;
    return sql`(${label}::text, ${column('')}, ${column('_method')}, ${column('_confidence')}, ${decided})`;
  });
  await sql`
insert into label_decisions (hook_id, edit_id, label, guessed, method, confidence, decided, source, source_family)
select h.id, ${editId}, l.label, l.guessed, l.method, l.confidence, l.decided, h.source, h.source_family
from hooks h cross join lateral (values ${sql.join(rows)}) l (label, guessed, method, confidence, decided)
where h.id = any(${ids as number[]}::bigint[]) and l.guessed is not null and l.method is not null
  and (l.method <> 'curator' or l.decided <> l.guessed)
order by h.id`.execute(trx);
}

/** Of an edit that is undone. Those about hooks that stay as it made them stay, too. */
export async function deleteDecisions(trx: Trx, { editId, ids }: DecisionsOf): Promise<void> {
  await trx
    .deleteFrom('label_decisions')
    .where('edit_id', '=', editId)
    .where(sql<boolean>`hook_id = any(${ids as number[]}::bigint[])`)
    .execute();
}

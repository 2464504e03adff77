// SQL of where labels come from: of rows that were logged before that was stored, and of all required labels together.
import { type RawBuilder, sql } from 'kysely';
import { labelColumns } from '../../db/hook-columns.ts';
import { guessedLabels, type LabelMethod, requiredLabels } from '../../labels/label.ts';

const decided = sql.join((['given', 'curator'] satisfies LabelMethod[]).map((method) => sql.lit(method)));

/** Whether a method is a guess. */
export const isGuess = (method: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${method} not in (${decided}), false)`;

/** The bit of a label in `given_mask`; 0 for what is not a label. */
export function bitOf(name: string): number {
  const at = (labelColumns as readonly string[]).indexOf(name);
  return at === -1 ? 0 : 1 << at;
}

/**
 * A hook, or what a source says of one, as JSON. If it is from before the origins of labels were stored, they follow from the method of
 * all of its labels and from those that the source gave, as in the migration.
 */
export function withOrigins(row: RawBuilder<unknown>): RawBuilder<unknown> {
  const member = (name: string) => sql`${row} ->> ${sql.lit(name)}`;
  const members = guessedLabels.flatMap((label) => {
    const isGiven = sql`coalesce((${member('given_mask')})::int, 0) & ${sql.lit(bitOf(label))} > 0`;
    const origin = (given: RawBuilder<unknown>, all: string) => sql`case when ${member(label)} is null then null
      when ${member('label_method')} = 'rules' and ${isGiven} then ${given} else ${row} -> ${sql.lit(all)} end`;
    return [
      sql`${sql.lit(`${label}_method`)}, ${origin(sql`'"given"'::jsonb`, 'label_method')}`,
      sql`${sql.lit(`${label}_confidence`)}, ${origin(sql`'1'::jsonb`, 'label_confidence')}`,
    ];
  });
  return sql`(case when ${row} ? 'archetype_method' then ${row}
    else ${row} || jsonb_build_object('source_family', null, ${sql.join(members)}) end)`;
}

/** The column of every required label. */
export const ofRequired = (suffix: 'method' | 'confidence') =>
  requiredLabels.map((label) => `${label}_${suffix}` as const);

/** The method of all labels, of those of the required ones: `rules` if one of them is a guess. */
export function methodOfAll(methods: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const isAnyGuess = sql.join(methods.map(isGuess), sql` or `);
  return sql`case when ${isAnyGuess} then 'rules' when 'curator' in (${sql.join(methods)}) then 'curator' else 'given' end`;
}

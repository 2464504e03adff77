// SQL of where labels come from.
import { type RawBuilder, sql } from 'kysely';
import { labelColumns } from '../../db/hook-columns.ts';
import { type LabelMethod, requiredLabels } from '../../labels/label.ts';

const decided = sql.join((['given', 'curator'] satisfies LabelMethod[]).map((method) => sql.lit(method)));

/** Whether a method is a guess. */
export const isGuess = (method: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${method} not in (${decided}), false)`;

/** The bit of a label in `given_mask`; 0 for what is not a label. */
export function bitOf(name: string): number {
  const at = (labelColumns as readonly string[]).indexOf(name);
  return at === -1 ? 0 : 1 << at;
}

/** The column of every required label. */
export const ofRequired = (suffix: 'method' | 'confidence') =>
  requiredLabels.map((label) => `${label}_${suffix}` as const);

/** The method of all labels, of those of the required ones: `rules` if one of them is a guess. */
export function methodOfAll(methods: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const isAnyGuess = sql.join(methods.map(isGuess), sql` or `);
  return sql`case when ${isAnyGuess} then 'rules' when 'curator' in (${sql.join(methods)}) then 'curator' else 'given' end`;
}

// SQL of what a record of a source does to its hook: the next value of every column, and what several sources say together.
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import {
  type HookColumnName,
  hookColumn,
  hookColumns,
  labelColumns,
  mergedColumns,
  type stagedColumns,
} from '../../db/hook-columns.ts';
import { labelReasons } from '../../db/tables/review-reasons.ts';
import { type LabelMethod, requiredLabels } from '../../labels/label.ts';

// SQL of where labels come from.

const decided = sql.join((['given', 'curator'] satisfies LabelMethod[]).map((method) => sql.lit(method)));

/** Whether a method is a guess. */
const isGuess = (method: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${method} not in (${decided}), false)`;

/** The bit of a label in `given_mask`; 0 for what is not a label. */
function bitOf(name: string): number {
  const at = (labelColumns as readonly string[]).indexOf(name);
  return at === -1 ? 0 : 1 << at;
}

/** The column of every required label. */
const ofRequired = (suffix: 'method' | 'confidence') => requiredLabels.map((label) => `${label}_${suffix}` as const);

/** The method of all labels, of those of the required ones: `rules` if one of them is a guess. */
function methodOfAll(methods: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const isAnyGuess = sql.join(methods.map(isGuess), sql` or `);
  return sql`case when ${isAnyGuess} then 'rules' when 'curator' in (${sql.join(methods)}) then 'curator' else 'given' end`;
}

/** Beside staged columns a record has `is_ready`: it may be published without a decision. */
type Said = Extract<(typeof mergedColumns)[number], (typeof stagedColumns)[number]>;

/** The columns that a record can change, but for the views, which follow newer captures. */
export const saidColumns = mergedColumns.filter((name) => hookColumn(name).merge !== 'views') as readonly Said[];

/** Those that no record changes after a curator decided. */
export const curatedColumns = saidColumns.filter((name) => hookColumn(name).merge !== 'fill');

/** A published text is only replaced by one that could be published itself. */
const takesText = sql`h.curated_at is null
  and (h.state <> 'published' or coalesce(i.review_reason in (${sql.join(labelReasons)}), true))`;
const takesGuess = sql`h.curated_at is null and (h.state <> 'published' or i.is_ready)`;
/** Sources say the same again with every run, and guesses of a text change as the model learns: those of published hooks stay. */
const keepsGuess = (method: string) =>
  sql`h.state = 'published' and i.text_key = h.text_key and ${isGuess(sql.ref(`h.${method}`))}`;

/** The value of a column of hook `h` after record `i`. */
function nextValue(name: (typeof saidColumns)[number]): RawBuilder<unknown> {
  if (name === 'label_method') return unlessCurated(name, methodOfAll(ofRequired('method').map(nextValue)));
  if (name === 'label_confidence')
    return unlessCurated(name, sql`least(${sql.join(ofRequired('confidence').map(nextValue))})`);
  return sql`case when ${takes(name)} then ${sql.ref(`i.${name}`)} else ${sql.ref(`h.${name}`)} end`;
}

/** Whether hook `h` takes the value of a column from record `i`. */
function takes(name: (typeof saidColumns)[number]): RawBuilder<unknown> {
  const { merge, originOf } = hookColumn(name);
  if (merge === 'fill') return sql`${sql.ref(`i.${name}`)} is not null`;
  if (merge === 'text') return takesText;
  // A label and what tells its origin are taken together.
  const label = originOf ?? name;
  const bit = bitOf(label);
  if (bit === 0) return sql`${takesGuess} or h.curated_at is null and i.label_method <> 'rules'`;
  const method = `${label}_method`;
  const takesNew = method in hookColumns ? sql`${takesGuess} and not (${keepsGuess(method)})` : takesGuess;
  return sql`${takesNew} or h.curated_at is null and coalesce(i.given_mask, 0) & ${sql.lit(bit)} > 0`;
}

function unlessCurated(name: HookColumnName, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const current = sql.ref(`h.${name}`);
  return sql`case when h.curated_at is null then coalesce(${value}, ${current}) else ${current} end`;
}

/** Of sources without a row in source_trust. */
export const defaultTrust = 5;

/** Values are compared first: most records of most imports say the same as before. */
function changes(name: (typeof saidColumns)[number]): RawBuilder<unknown> {
  const differs = sql`${sql.ref(`i.${name}`)} is distinct from ${sql.ref(`h.${name}`)} and coalesce(${takes(name)}, false)`;
  // Older hooks get the family and the method of their text with their next change: it is none by itself.
  const isOrigin = name === 'source_family' || name === 'text_method';
  return isOrigin ? sql`${sql.ref(`h.${name}`)} is not null and ${differs}` : differs;
}

/** Without what follows from the other columns. */
const comparedColumns = saidColumns.filter((name) => name !== 'label_method' && name !== 'label_confidence');

/** Whether record `i` changes hook `h`. */
export const changesHook = sql`(${sql.join(comparedColumns.map(changes), sql` or `)})`;

/** Assignments of an update of hook `h` by record `i`. */
export const saidAssignments = sql.join(saidColumns.map((name) => sql`${sql.ref(name)} = ${nextValue(name)}`));

/** Whether record `i` publishes hook `h`, which clients never had. */
export const publishesHook = sql`(h.state = 'pending' or h.state = 'retired' and h.retired_by = 'snapshot' and h.added_version is null)
  and h.curated_at is null and i.is_ready`;

/** Nulls of a text are part of what is said: a text without a series tag has no part number. */
const nullables = [
  'raw_text',
  'text_method',
  'source_family',
  'series_part',
  'template',
  'review_reason',
  'given_labels',
] as const;

/** What row `from` says, as hook_sources.said holds it. */
export function saidOf(from: 'i' | 'h'): RawBuilder<unknown> {
  const of = (name: string) => sql`${sql.lit(name)}, ${sql.ref(`${from}.${name}`)}`;
  const isReady = from === 'i' ? sql`i.is_ready` : sql`h.state <> 'pending'`;
  const mask =
    from === 'i'
      ? sql`i.given_mask`
      : sql`coalesce(h.given_mask, case when h.label_method = 'rules' then 0 else ${sql.lit(2 ** labelColumns.length - 1)} end)`;
  const present = saidColumns.filter((name) => !nullables.some((one) => one === name) && name !== 'given_mask');
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(present.map(of))}))
    || jsonb_build_object(${sql.join(nullables.map(of))}, 'given_mask', ${mask}, 'is_ready', ${isReady})`;
}

const textColumns = saidColumns.filter((name) => hookColumn(name).merge === 'text');
const maskedLabels = sql.join(
  saidColumns
    .map((name) => ({ name, bit: bitOf(hookColumn(name).originOf ?? name) }))
    .filter(({ bit }) => bit > 0)
    .map(({ name, bit }) => sql`(${name}, ${sql.lit(bit)})`),
);

/**
 * What the sources that hold each hook say together: every value from the newest record of the most trusted source that has it, and
 * labels that a source gave before labels that were guessed, and a text that could be published before one that could not.
 */
const combined = (ids: RawBuilder<unknown>) => sql`
select r.hook_id, jsonb_object_agg(e.key, e.value order by e.is_guess desc, r.place)
    || jsonb_build_object('given_mask', bit_or(r.mask)) as said
from (
  select o.hook_id, o.said, coalesce((o.said ->> 'given_mask')::int, 0) as mask,
    coalesce(o.said ->> 'review_reason' not in (${sql.join(labelReasons)}), false) as has_fault,
    row_number() over (partition by o.hook_id
      order by coalesce(t.trust, ${sql.lit(defaultTrust)}), coalesce(o.views_captured_at, o.updated_at), o.updated_at, o.source) as place
  from hook_sources o left join source_trust t on t.source = o.source
  where o.hook_id in (${ids}) and o.dropped_at is null and o.said is not null
) r cross join lateral (
  select s.key, s.value,
    case when l.bit is not null then r.mask & l.bit = 0
      when s.key in (${sql.join(textColumns)}) then r.has_fault
      else s.key in ('label_method', 'label_confidence', 'review_reason', 'is_ready', 'given_labels')
        and (r.has_fault or r.said ->> 'label_method' = 'rules') end as is_guess
  from jsonb_each(r.said) s left join (values ${maskedLabels}) l (key, bit) on l.key = s.key
) e group by r.hook_id`;

export type Stamp = { now: Date; version: number; importId?: string };

/**
 * Shows what the holders of these hooks say now: text, labels and the fields of the video. A hook that waited and is ready now is
 * published. Returns the number of changed hooks.
 */
export async function showSaid(trx: Trx, ids: RawBuilder<unknown>, { now, version, importId }: Stamp): Promise<number> {
  const { numAffectedRows } = await sql`
update hooks h set ${saidAssignments}, updated_at = ${now}::timestamptz, version = ${version}::bigint,
  ${publication({ now, version, importId })}
from (
  select b.id as hook_id, p.*, (c.said ->> 'is_ready')::boolean as is_ready
  from hooks b join (${combined(ids)}) c on c.hook_id = b.id cross join lateral jsonb_populate_record(b, c.said) p
  where b.state <> 'rejected' and (b.retired_by is null or b.retired_by = 'snapshot')
) i where i.hook_id = h.id and (${changesHook} or ${publishesHook})`.execute(trx);
  return Number(numAffectedRows);
}

/** Assignments that publish hook `h` where record `i` does. */
export function publication({ now, version, importId }: Stamp): RawBuilder<unknown> {
  const set = (name: HookColumnName, value: RawBuilder<unknown>) =>
    sql`${sql.ref(name)} = case when ${publishesHook} then ${value} else ${sql.ref(`h.${name}`)} end`;
  return sql.join([
    set('state', sql`'published'`),
    set('retired_by', sql`null`),
    set('added_at', sql`${now}::timestamptz`),
    set('added_version', sql`${version}::bigint`),
    ...(importId === undefined ? [] : [set('import_id', sql`${importId}::text`)]),
  ]);
}

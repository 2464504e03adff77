// SQL of mappings of values outside of the taxonomy, and of the records that have such values.
import { type RawBuilder, sql } from 'kysely';
import type { Floors } from '../../config/label-floors.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { MappedLabel } from '../../db/hook-columns.ts';
import type { Tables } from '../../db/tables.ts';
import { type RequiredLabel, requiredLabels } from '../../labels/label.ts';
import { type Stamp, showRecords } from '../source-records/store.ts';
import { isOf } from '../values/store.ts';

export type ValueMapping = Tables['value_mappings'];

/** Selects the mappings that an import of the source applies: first those of all sources, then its own, which take precedence. */
export async function selectMappings(db: Db, source?: string): Promise<ValueMapping[]> {
  const query = db.selectFrom('value_mappings').selectAll().orderBy('source').orderBy('field').orderBy('value');
  return (source === undefined ? query : query.where('source', 'in', ['', source])).execute();
}

export async function upsertMapping(trx: Trx, row: ValueMapping): Promise<void> {
  await trx
    .insertInto('value_mappings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'field', 'value']).doUpdateSet({ becomes: row.becomes }))
    .execute();
}

type GivenValue = { source: string; field: MappedLabel; value: string; records: number };

/** Returns values of records whose hook no curator has decided, the most frequent first. */
export async function selectUnknownValues(db: Db, source: string, limit: number): Promise<GivenValue[]> {
  const { rows } = await sql<GivenValue>`
select s.source, given.field, min(given.value) as value, count(*)::int as records
from hook_sources s join hooks h on h.id = s.hook_id cross join lateral (
  select key as field, value from json_each_text(s.unknown_labels::json)
  union all select 'platform', s.given_platform where s.platform = 'Other' and s.given_platform is not null
) given
where (s.unknown_labels is not null or s.given_platform is not null) and s.dropped_at is null and (${source} = '' or s.source = ${source})
  and h.state in ('published', 'pending') and h.curated_at is null
group by s.source, given.field, lower(given.value) order by records desc, 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

/** Reads how the record spells the value, whether it is in the taxonomy or not. */
const spellingOf = (field: MappedLabel): RawBuilder<string> =>
  field === 'platform'
    ? sql.ref('given_platform')
    : sql`coalesce(unknown_labels::json ->> ${field}, given_labels::json ->> ${field})`;

export async function selectSpellings(
  trx: Trx,
  { field, source }: Pick<ValueMapping, 'field' | 'source'>,
): Promise<string[]> {
  const { rows } = await sql<{ spelling: string }>`
select distinct ${spellingOf(field)} as spelling from hook_sources
where ${isOf(source)} and ${spellingOf(field)} is not null`.execute(trx);
  return rows.map(({ spelling }) => spelling);
}

type LabelChange = Pick<ValueMapping, 'source' | 'becomes'> & {
  field: Exclude<MappedLabel, 'platform'>;
  floors: Floors;
};

/**
 * Gives the value to records with one of these spellings, as if their source gave it. Without a value they keep the guess. Returns the ids
 * of their hooks.
 */
export async function giveLabel(
  trx: Trx,
  spellings: readonly string[],
  { source, field, becomes, floors }: LabelChange,
): Promise<number[]> {
  const [label, method, confidence] = [field, `${field}_method`, `${field}_confidence`].map((name) => sql.ref(name));
  const value = becomes === null ? sql`` : sql`${label} = ${becomes}, ${method} = 'given', ${confidence} = 1,`;
  const { rows } = await sql<{ hook_id: number }>`
update hook_sources set ${value} unknown_labels = (
  select '{' || string_agg(to_json(key)::text || ':' || to_json(value)::text, ',') || '}'
  from json_each_text(unknown_labels::json) where key <> ${field})
where ${isOf(source)} and ${spellingOf(field)} = any(${spellings}::text[])
  and (unknown_labels::json ->> ${field} is not null or ${method} = 'given')
returning hook_id`.execute(trx);
  const ids = rows.map(({ hook_id }) => hook_id);
  await settle(trx, ids, floors);
  return ids;
}

const isGuess = (label: string) => sql`${sql.ref(`${label}_method`)} not in ('given', 'curator')`;
const anyRequired = (condition: (label: RequiredLabel) => RawBuilder<unknown>) =>
  sql`(${sql.join(requiredLabels.map(condition), sql` or `)})`;

/** Labels a record with known labels like publish/missing-labels.ts: its method, confidence and review reason. */
async function settle(trx: Trx, ids: readonly number[], floors: Floors): Promise<void> {
  const isUncertain = (label: RequiredLabel) =>
    sql`${isGuess(label)} and (${sql.ref(label)} = 'other' or ${sql.ref(`${label}_confidence`)} < ${floors[label]}::float8)`;
  const isCurator = (label: string) => sql`${sql.ref(`${label}_method`)} = 'curator'`;
  const confidences = requiredLabels.map((label) => sql`coalesce(${sql.ref(`${label}_confidence`)}, 1)`);
  await sql`
update hook_sources s set label_method = n.method, label_confidence = n.confidence, review_reason = n.reason, is_ready = n.reason is null
from (
  select hook_id, source, least(${sql.join(confidences)}) as confidence,
    case when ${anyRequired(isGuess)} then 'rules' when ${anyRequired(isCurator)} then 'curator' else 'given' end as method,
    case when review_reason is distinct from 'unknown_label' then review_reason
      when not ${anyRequired(isGuess)} then null
      when unknown_labels is not null then review_reason
      when ${anyRequired(isUncertain)} then 'low_confidence' end as reason
  from hook_sources where hook_id = any(${ids}::bigint[])
) n where n.hook_id = s.hook_id and n.source = s.source`.execute(trx);
}

/** Shows the current values of changed records. Returns the ids of hooks that are new to clients. */
export async function showChanged(trx: Trx, ids: readonly number[], stamp: Stamp): Promise<number[]> {
  await showRecords(trx, sql`select unnest(${ids}::bigint[])`, stamp);
  const { rows } = await sql<{ id: number }>`
select id from hooks where added_version = ${stamp.version} and id = any(${ids}::bigint[]) order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

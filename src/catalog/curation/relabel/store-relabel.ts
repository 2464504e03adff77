// SQL of relabelling: selects hooks to guess, stages their changes, and applies them as one edit.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/database.ts';
import { type HookColumnName, hookColumn } from '../../../db/hook-columns.ts';
import { guessedLabels } from '../../../labels/label.ts';
import type { AskedText, LlmLabels } from '../../../labels/llm/question.ts';
import { inputColumns } from '../../labelling/live-labeller.ts';
import { type HookFilter, matching } from '../store.ts';
import type { RelabelReport } from './relabel.ts';
import { changedColumns, type LabelChange, type Relabelable } from './relabel-hook.ts';

/** Changes with every column that labels depend on. Views are left out, since they change often. */
const fingerprintOf = (table: string) => {
  const names = ['state', 'curated_at', 'review_reason', ...inputColumns, ...changedColumns];
  return sql<string>`md5(row(${sql.join(names.map((name) => sql.ref(`${table}.${name}`)))})::text)`;
};

const isGuessed = sql<boolean>`(${sql.join(
  guessedLabels.map(
    (label) =>
      sql`coalesce(${sql.ref(`hooks.${label}_method`)} not in ('given', 'curator'), ${sql.ref(`hooks.${label}`)} is null)`,
  ),
  sql` or `,
)})`;

export type RelabelFilter = HookFilter & { state: 'published' | 'pending' };

/** Selects hooks that no curator has edited and that have at least one label to guess. */
function relabelable(db: Db, filter: RelabelFilter) {
  return matching(db, filter).where('hooks.curated_at', 'is', null).where(isGuessed);
}

export async function countRelabelable(db: Db, filter: RelabelFilter): Promise<number> {
  const query = relabelable(db, filter).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Returns the ids of the hooks with the lowest MD5 of their id, ascending: a random sample that is always the same. */
export async function selectSample(db: Db, filter: RelabelFilter, size: number): Promise<number[]> {
  const query = relabelable(db, filter).select('hooks.id').orderBy(sql`md5(hooks.id::text)`).limit(size);
  return (await query.execute()).map(({ id }) => id).sort((a, b) => a - b);
}

/** Returns hooks in order of id. `after` is the last id of the previous batch. */
export async function selectRelabelable(
  db: Db,
  filter: RelabelFilter,
  { ids, after, limit }: { ids?: readonly number[]; after: number; limit: number },
): Promise<Relabelable[]> {
  let query = relabelable(db, filter).where('hooks.id', '>', after);
  if (ids) query = query.where(sql<boolean>`hooks.id = any(${ids}::bigint[])`);
  const rows = await query
    .select(['hooks.id', 'hooks.text_key', 'hooks.state', 'hooks.review_reason', ...inputColumns, ...changedColumns])
    .select(fingerprintOf('hooks').as('fingerprint'))
    .orderBy('hooks.id')
    .limit(limit)
    .execute();
  return rows as Relabelable[];
}

type StoredAnswer = { model: string; labels: LlmLabels };

/** Returns valid answers by text key: the answer of this model, or else the newest one. */
export async function selectNewestAnswers(
  db: Db,
  textKeys: readonly string[],
  model = '',
): Promise<Map<string, StoredAnswer>> {
  const { rows } = await sql<StoredAnswer & { text_key: string }>`
    select distinct on (text_key) text_key, model, labels from llm_answers
    where text_key = any(${textKeys}) and labels is not null
    order by text_key, model = ${model} desc, created_at desc`.execute(db);
  return new Map(rows.map(({ text_key, ...answer }) => [text_key, answer]));
}

/** Counts matching hooks and their texts without an answer of the model, and returns some of these texts. */
export async function selectUnaskedTexts(
  db: Db,
  filter: RelabelFilter,
  model: string,
  limit: number,
): Promise<{ hooks: number; unasked: number; examples: AskedText[] }> {
  const matches = relabelable(db, filter).select(['hooks.text_key', 'hooks.text', 'hooks.raw_text']);
  const { rows } = await sql<{ hooks: number; unasked: number; examples: AskedText[] | null }>`
    with texts as (select text_key, min(text) as text, min(raw_text) as raw_text, count(*) as hooks from (${matches}) m group by text_key),
    unasked as (select text, raw_text from texts t
      where not exists (select from llm_answers a where a.text_key = t.text_key and a.model = ${model}))
    select coalesce((select sum(hooks) from texts), 0)::bigint as hooks, (select count(*) from unasked) as unasked,
      (select json_agg(e) from (select text, raw_text from unasked limit ${limit}) e) as examples`.execute(db);
  const { hooks = 0, unasked = 0, examples } = rows[0] ?? {};
  return { hooks, unasked, examples: examples ?? [] };
}

const stagedColumns = ['id', 'state', 'fingerprint', ...changedColumns] as const;
const typeOf = (name: (typeof stagedColumns)[number]) =>
  sql.raw(name === 'fingerprint' ? 'text' : hookColumn(name).type);
const staged = (name: string) => sql.ref(`r.${name}`);

/** The temporary table is dropped when the connection ends. */
export async function createStaging(db: Db): Promise<void> {
  const columns = stagedColumns.map((name) => sql`${sql.ref(name)} ${typeOf(name)}`);
  await dropStaging(db);
  await sql`create temporary table relabelled (${sql.join(columns)})`.execute(db);
}

export async function dropStaging(db: Db): Promise<void> {
  await sql`drop table if exists relabelled`.execute(db);
}

export async function stageChanges(db: Db, changes: readonly LabelChange[]): Promise<void> {
  if (changes.length === 0) return;
  const values = stagedColumns.map((name) => sql`${changes.map((change) => change[name])}::${typeOf(name)}[]`);
  await sql`insert into relabelled select * from unnest(${sql.join(values)})`.execute(db);
}

/** Locks the staged hooks until the transaction ends. Removes hooks that changed since they were read, and resolves to their number. */
export async function lockStaged(trx: Trx): Promise<number> {
  await sql`analyze relabelled`.execute(trx);
  await sql`with locked as (select h.id from hooks h join relabelled r on r.id = h.id order by h.id for update of h)
    select count(*) from locked`.execute(trx);
  return dropStale(trx);
}

export async function dropStale(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from relabelled r using hooks h
    where h.id = r.id and ${fingerprintOf('h')} <> r.fingerprint`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const hasNewLabel = sql`(${sql.join(
  guessedLabels.map((label) => sql`${sql.ref(`h.${label}`)} is distinct from ${staged(label)}`),
  sql` or `,
)})`;

type StagedCounts = { staged: number; changed: number; published: number; seen: number };

/** `seen` counts hooks that are or become visible to clients. */
export async function countStaged(db: Db): Promise<StagedCounts> {
  const { rows } = await sql<StagedCounts>`
    select count(*) as staged, count(*) filter (where ${hasNewLabel}) as changed,
      count(*) filter (where h.state <> r.state) as published, count(*) filter (where r.state = 'published') as seen
    from relabelled r join hooks h on h.id = r.id`.execute(db);
  return rows[0] ?? { staged: 0, changed: 0, published: 0, seen: 0 };
}

/** Returns one row for each changed label. */
const labelChanges = sql`(
  select h.id, h.text, l.* from relabelled r join hooks h on h.id = r.id cross join lateral (values ${sql.join(
    guessedLabels.map(
      (label) => sql`(${sql.lit(label)}, ${sql.ref(`h.${label}`)}, ${staged(label)}, ${staged(`${label}_confidence`)})`,
    ),
  )}) l ("label", "from", "to", confidence) where l."from" is distinct from l."to"
)`;

/** Returns the most frequent changes first. */
export async function selectLabelChanges(db: Db, limit: number): Promise<RelabelReport['labels']> {
  const { rows } = await sql<RelabelReport['labels'][number]>`
    select "label", "from", "to", count(*) as hooks from ${labelChanges} c
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

/** Returns at most three examples per change, the most frequent changes first. */
export async function selectExamples(db: Db, limit: number): Promise<RelabelReport['examples']> {
  const { rows } = await sql<RelabelReport['examples'][number]>`
    select 'hook_' || id as id, text, "label", "from", "to", confidence from (
      select *, row_number() over (partition by "label", "from", "to" order by id) as place,
        count(*) over (partition by "label", "from", "to") as hooks from ${labelChanges} c
    ) e where place <= 3 order by hooks desc, "label", "from", "to", id limit ${limit}`.execute(db);
  return rows;
}

export async function selectPublishedIds(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from relabelled r join hooks h on h.id = r.id where h.state <> r.state order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

type Applying = {
  editId: string;
  now: Date;
  /** undefined if clients see none of the changes. */
  version: number | undefined;
  publishes: boolean;
};

/** An edit records the same columns of all of its hooks, so that its undo is one statement. */
export async function applyStaged(trx: Trx, { editId, now, version, publishes }: Applying): Promise<void> {
  const columns: Partial<Record<HookColumnName, RawBuilder<unknown>>> = Object.fromEntries(
    changedColumns.map((name) => [name, staged(name)]),
  );
  if (publishes)
    Object.assign(columns, {
      state: staged('state'),
      added_at: sql`case when h.state <> r.state then ${now}::timestamptz else h.added_at end`,
    });
  const names = Object.keys(columns);
  const recorded = sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`h.${name}`)]))})`;
  const versions =
    version === undefined
      ? {}
      : {
          version: sql`case when r.state = 'published' then ${version}::bigint else h.version end`,
          added_version: sql`case when h.state <> r.state then ${version}::bigint else h.added_version end`,
        };
  const set = Object.entries({ ...columns, ...versions, updated_at: sql`now()` });
  await sql`
with former as (select h.id, ${recorded} as before from hooks h join relabelled r on r.id = h.id),
changed as (
  update hooks h set ${sql.join(set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
  from relabelled r where r.id = h.id returning h.id, ${recorded} as after
)
insert into edit_changes (edit_id, hook_id, before, after)
select ${editId}::text, id, former.before, changed.after from former join changed using (id)`.execute(trx);
}

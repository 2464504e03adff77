// SQL of an undo: which hooks it concerns, and the rows as they were before the import. store-replay.ts brings later imports back.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type HookColumnName, hookColumns } from '../../db/hook-columns.ts';
import { viewThresholds } from '../../webhooks/events/event.ts';
import { lowerThresholds } from '../../webhooks/events/store-changes.ts';
import type { ImportRow } from '../imports/store.ts';
import { realImportSize } from '../publish/publish.ts';

/** A published import. */
export type Undoable = ImportRow & { published_at: Date; finished_at: Date };

/** Its row is locked until the transaction ends. */
export async function lockImport(trx: Trx, id: string): Promise<ImportRow | undefined> {
  return trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function markUndone(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('imports').set({ undone_at: now }).where('id', '=', id).execute();
  await deleteLog(trx, id);
}

async function deleteLog(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('import_changes').where('import_id', '=', id).execute();
  await trx.deleteFrom('import_confirmations').where('import_id', '=', id).execute();
}

const tables = sql`undo_later, undo_repeats, undo_added, undo_scope, undo_was, undo_before, undo_said, undo_states,
  undo_replays, undo_decisions`;

export async function dropUndoTables(trx: Trx): Promise<void> {
  await sql`drop table if exists ${tables}`.execute(trx);
}

/**
 * Creates the tables of the undo. `undo_later`: imports published since; `undo_repeats`: those that repeat the import. `undo_added`:
 * hooks that it brought; `kept_by` is the import that they are from now on. `undo_scope`: hooks to restore or remove. `undo_was` and `undo_before`:
 * their rows now and before the import. `undo_said`: its records. `undo_states`: which sources held them after each later import.
 * `undo_replays`: what later imports said of them, in order. `undo_decisions`: what curators decided since about view counts. Hooks
 * that were taken down or merged since are left as they are.
 */
export async function collectScope(trx: Trx, undone: Undoable): Promise<void> {
  const { id, published_at: publishedAt } = undone;
  await dropUndoTables(trx);
  await collectLater(trx, undone);
  await collectRepeats(trx, undone);
  await collectAdded(trx, undone);
  await sql`
create temporary table undo_scope as
select hook_id, true as is_added from undo_added where kept_by is null
union all
select c.hook_id, false from import_changes c join hooks h on h.id = c.hook_id
where c.import_id = ${id} and coalesce(h.retired_by, '') not in ('takedown', 'merge')`.execute(trx);
  await sql`create unique index on undo_scope (hook_id)`.execute(trx);
  await sql`analyze undo_scope`.execute(trx);
  await sql`create temporary table undo_was as select h.* from hooks h join undo_scope s on s.hook_id = h.id`.execute(
    trx,
  );
  const changed = sql`undo_scope s join import_changes c on c.import_id = ${id} and c.hook_id = s.hook_id`;
  // What a later version of the schema added is as it is now, but for origins, which follow their labels.
  await sql`
create temporary table undo_before as select b.* from ${changed} join hooks h on h.id = s.hook_id
cross join lateral (select (c.before -> 'hook')::jsonb as hook) w
cross join lateral jsonb_populate_record(h, w.hook) b where not s.is_added`.execute(trx);
  await sql`
create temporary table undo_said as select b.* from ${changed} cross join lateral jsonb_array_elements(c.said::jsonb) r (record)
cross join lateral jsonb_populate_record(null::hooks, r.record || jsonb_build_object('id', s.hook_id)) b`.execute(trx);
  await sql`
create temporary table undo_decisions as select o.hook_id, o.source, o.accepted_at, o.rejected_at
from hook_sources o join undo_scope s using (hook_id)
where greatest(o.accepted_at, o.rejected_at) > ${publishedAt}::timestamptz`.execute(trx);
  for (const table of ['undo_was', 'undo_before'])
    await sql`create unique index on ${sql.table(table)} (id)`.execute(trx);
  await sql`create index on undo_said (id)`.execute(trx);
  await collectStates(trx);
  await collectReplays(trx, undone);
}

/** Imports that share a moment follow each other by version. */
async function collectLater(trx: Trx, { id, finished_at: finishedAt, report }: Undoable): Promise<void> {
  await sql`
create temporary table undo_later as
select id, source, is_snapshot, published_at, (report ->> 'added')::bigint >= ${realImportSize}::bigint as ends_samples,
  row_number() over (order by (report ->> 'catalog_version')::bigint, finished_at) as place
from imports where state = 'done' and undone_at is null and published_at is not null and id <> ${id}
  and ((report ->> 'catalog_version')::bigint, finished_at) >= (${report?.catalog_version ?? 0}::bigint, ${finishedAt}::timestamptz)`.execute(
    trx,
  );
}

/** Records that were too old or too uncertain to change the hook are logged too. */
const isEffective = sql`coalesce((o.before ->> 'is_changed')::boolean, true)`;

/** Later imports of the same source that said of a hook what the undone one had said. */
async function collectRepeats(trx: Trx, { source }: Undoable): Promise<void> {
  await sql`
create temporary table undo_repeats as
select l.place, u.hook_id from undo_later l join import_confirmations c on c.import_id = l.id
cross join lateral unnest(c.hook_ids) u (hook_id) where l.source = ${source} and not exists (
  select from undo_later b join import_changes o on o.import_id = b.id and o.hook_id = u.hook_id
  where b.source = ${source} and b.place <= l.place and ${isEffective})`.execute(trx);
}

/** A hook that waited has the id of the import that published it. One that the next import of it repeats is that import's. */
async function collectAdded(trx: Trx, { id }: Undoable): Promise<void> {
  await sql`
create temporary table undo_added as
with brought as (
  select h.id as hook_id from hooks h where h.import_id = ${id}
  union
  select c.hook_id from undo_later l join hooks h on h.import_id = l.id
    join import_changes c on c.import_id = l.id and c.hook_id = h.id where c.before #>> '{hook,import_id}' = ${id}
)
select b.hook_id, l.id as kept_by from brought b join hooks h on h.id = b.hook_id
left join (select hook_id, min(place) as place from undo_repeats group by hook_id) r on r.hook_id = b.hook_id
left join undo_later l on l.place = r.place and not exists (
  select from undo_later n join import_changes c on c.import_id = n.id and c.hook_id = b.hook_id where n.place < r.place)
where coalesce(h.retired_by, '') not in ('takedown', 'merge', 'undo')
  and not exists (select from import_changes c where c.import_id = ${id} and c.hook_id = b.hook_id)`.execute(trx);
}

/** `place` is that of the next import that changed the hook, which logged the state that it found. */
async function collectStates(trx: Trx): Promise<void> {
  await sql`
create temporary table undo_states as
select s.hook_id, s.place, case when jsonb_array_length(s.holders) > 0
    then array(select o ->> 'source' from jsonb_array_elements(s.holders) o where o ->> 'dropped_at' is null)
    when coalesce(s.retired_by, '') in ('snapshot', 'undo') then '{}' else array[s.source] end as holding
from (
  select c.hook_id, l.place, c.before #>> '{hook,source}' as source, c.before #>> '{hook,retired_by}' as retired_by,
    (c.before -> 'holders')::jsonb as holders
  from undo_later l join import_changes c on c.import_id = l.id join undo_scope s on s.hook_id = c.hook_id
  union all
  select w.id, ${Number.MAX_SAFE_INTEGER}::bigint, w.source, w.retired_by,
    coalesce((select jsonb_agg(to_jsonb(o)) from hook_sources o where o.hook_id = w.id), '[]') from undo_was w
) s`.execute(trx);
  await sql`create index on undo_states (hook_id, place)`.execute(trx);
}

/** The next import of a hook that was added logged it as it had been said. */
async function collectReplays(trx: Trx, { id }: Undoable): Promise<void> {
  await sql`
create temporary table undo_replays as
select l.place, c.hook_id, r.at, r.said
from undo_later l join import_changes c on c.import_id = l.id join undo_scope s on s.hook_id = c.hook_id
cross join lateral jsonb_array_elements(c.said::jsonb) with ordinality r (said, at)
union all
select p.place, s.hook_id, r.at, r.said
from undo_repeats p join undo_scope s using (hook_id)
join import_changes i on i.import_id = ${id} and i.hook_id = s.hook_id
cross join lateral jsonb_array_elements(i.said::jsonb) with ordinality r (said, at) where not s.is_added
union all
select p.place, s.hook_id, 1, (
  select (c.before -> 'hook')::jsonb || jsonb_build_object('is_ready', c.before #>> '{hook,state}' = 'published')
  from undo_later l join import_changes c on c.import_id = l.id and c.hook_id = s.hook_id order by l.place limit 1)
from undo_repeats p join undo_scope s using (hook_id) where s.is_added`.execute(trx);
}

const restored = (Object.keys(hookColumns) as HookColumnName[]).filter(
  (name) => name !== 'id' && name !== 'text_group',
);

/** Brings back rows, holders and history of changed hooks, and removes added ones. */
export async function restoreRows(
  trx: Trx,
  undone: Undoable,
  { now, version }: { now: Date; version: number },
): Promise<void> {
  const { id } = undone;
  await sql`
delete from view_history v using undo_scope s where v.hook_id = s.hook_id
  and (s.is_added or v.import_id = ${id} or v.import_id in (select id from undo_later))`.execute(trx);
  // What a curator merged into the hook since has its holders there.
  await sql`
delete from hook_sources o using undo_scope s where o.hook_id = s.hook_id
  and (o.import_id = ${id} or o.import_id in (select id from undo_later)
    or not exists (select from hooks m where m.merged_into = s.hook_id))`.execute(trx);
  await sql`
delete from hook_sources o using import_changes c join undo_scope s using (hook_id), json_array_elements(c.before -> 'holders') held
where c.import_id = ${id} and o.hook_id = c.hook_id and o.source = held ->> 'source'`.execute(trx);
  await sql`
insert into hook_sources select o.* from import_changes c join undo_scope s using (hook_id)
cross join lateral json_array_elements(c.before -> 'holders') held
cross join lateral json_populate_record(null::hook_sources, held) o where c.import_id = ${id}`.execute(trx);
  await sql`
update hooks h set ${sql.join(restored.map((name) => sql`${sql.ref(name)} = ${sql.ref(`b.${name}`)}`))}
from undo_before b where b.id = h.id`.execute(trx);
  await sql`
update hooks h set state = 'retired', retired_by = 'snapshot' from undo_scope s
where s.hook_id = h.id and h.sample and h.state in ('published', 'pending') and (exists (select from undo_later where ends_samples)
  or exists (select from audit_log where action = 'sample.removed' and at > ${undone.published_at}::timestamptz))`.execute(
    trx,
  );
  // A curator's refusal stands: a later import of the hook finds it.
  await sql`
update hooks h set state = 'retired', retired_by = 'undo', updated_at = ${now}::timestamptz, version = ${version}::bigint
from undo_scope s where s.is_added and s.hook_id = h.id
  and h.state <> 'rejected' and coalesce(h.retired_by, '') <> 'curator'`.execute(trx);
  await sql`
update hooks h set import_id = a.kept_by from undo_added a where a.hook_id = h.id and a.kept_by is not null`.execute(
    trx,
  );
  await sql`
delete from import_changes c using undo_scope s
where s.hook_id = c.hook_id and c.import_id in (select id from undo_later)`.execute(trx);
}

// SQL of the end of an undo: decisions of curators about states, versions, counts, and the source that would import it again.

/** Hooks that a curator accepted, refused or reopened since keep that state, and those whose video became unavailable, or available again. */
export async function keepStates(trx: Trx, since: Date): Promise<void> {
  await sql`
update hooks h set state = w.state, retired_by = w.retired_by, added_at = case when w.state = 'published' then w.added_at else h.added_at end
from undo_was w join undo_before b on b.id = w.id where h.id = w.id and (
  w.state = 'rejected' or w.retired_by = 'curator' or b.state = 'rejected' or b.retired_by = 'curator'
  or w.retired_by = 'unavailable' or b.retired_by = 'unavailable'
  or b.state = 'pending' and w.state = 'published' and w.curated_at > ${since}::timestamptz)`.execute(trx);
  // Platforms that were approved or withdrawn since.
  await sql`
update hooks h set platform = k.value from known_values k, undo_scope s where s.hook_id = h.id and h.platform = 'Other'
  and k.kind = 'platform' and lower(k.value) = lower(h.given_platform)`.execute(trx);
  await sql`
update hooks h set platform = 'Other', given_platform = w.given_platform from undo_was w
where w.id = h.id and w.platform = 'Other' and w.given_platform = h.platform`.execute(trx);
}

const unseen = ['id', 'text_group', 'version', 'added_version', 'updated_at', 'import_id', 'seen_at'];
const content = (Object.keys(hookColumns) as HookColumnName[]).filter((name) => !unseen.includes(name));
const rowOf = (from: 'h' | 'w') => sql`row(${sql.join(content.map((name) => sql.ref(`${from}.${name}`)))})`;

/** Gives the version to hooks that are not as they were before the undo, and the former one to all others. */
export async function stampChanges(trx: Trx, version: number): Promise<void> {
  const isSame = sql`${rowOf('h')} is not distinct from ${rowOf('w')}`;
  await sql`
update hooks h set version = n.version, updated_at = n.updated_at, added_version = n.added_version
from (
  select h.id, case when ${isSame} or 'published' not in (h.state, w.state) then w.version else ${version}::bigint end as version,
    case when ${isSame} then w.updated_at else h.updated_at end as updated_at,
    case when h.state = 'published' and w.state <> 'published' then ${version}::bigint else w.added_version end as added_version
  from hooks h join undo_was w on w.id = h.id
) n
where n.id = h.id and (n.version, n.updated_at, n.added_version) is distinct from (h.version, h.updated_at, h.added_version)`.execute(
    trx,
  );
}

/** Thresholds of views that only the import reached are told when they are reached again. */
export async function forgetCrossings(trx: Trx): Promise<void> {
  await lowerThresholds(trx, sql`select hook_id from undo_scope`, viewThresholds);
}

type UndoCounts = { removed: number; restored: number; kept: number };

export async function countOutcome(trx: Trx): Promise<UndoCounts> {
  const isGone = sql`w.state in ('published', 'pending') and h.state not in ('published', 'pending')`;
  const isSame = sql`${rowOf('h')} is not distinct from ${rowOf('w')}`;
  const { rows } = await sql<UndoCounts>`
select count(*) filter (where ${isGone}) as removed, count(*) filter (where not (${isGone}) and not ${isSame}) as restored,
  count(*) filter (where ${isSame} and h.state in ('published', 'pending')) + (select count(*) from undo_added where kept_by is not null) as kept
from undo_was w join hooks h on h.id = w.id`.execute(trx);
  return rows[0] ?? { removed: 0, restored: 0, kept: 0 };
}

/** Whether clients or the review see a change. */
export async function hasVersion(trx: Trx, version: number): Promise<boolean> {
  const query = trx.selectFrom('hooks').select('id').where('version', '=', version).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Pauses the source whose newest run it was, which would import the same again. Returns its name; null if there is none. */
export async function pauseSource(
  trx: Trx,
  { id, source_id }: { id: string; source_id: string | null },
  reason: string,
): Promise<string | null> {
  if (source_id === null) return null;
  const paused = await trx
    .updateTable('sources')
    .set({
      ...{
        enabled: false,
        last_error: reason,
        failures: 0,
        etag: null,
        last_modified: null,
        run_id: null,
        running_since: null,
      },
      updated_at: new Date(),
    })
    .where('id', '=', source_id)
    .where(({ or, eb }) => or([eb('last_import_id', '=', id), eb('run_id', '=', id)]))
    .returning('name')
    .executeTakeFirst();
  return paused?.name ?? null;
}

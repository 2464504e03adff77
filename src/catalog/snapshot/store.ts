// SQL of snapshots, as plain text: the worker of a rebuild uses pg alone, since loading Kysely takes 0.1 s.
import { type HookValues, type RecordColumn, recordColumns } from '../../db/hook-columns.ts';

/** `added_version` is never null: by default it is the version that last changed the hook. Timestamps are milliseconds since 1970. */
export type SnapshotRow = Pick<HookValues<number>, RecordColumn | 'version' | 'seen_at'> & { added_version: number };

export const snapshotColumns = [
  ...recordColumns,
  'version',
  'added_version',
  'seen_at',
] as const satisfies (keyof SnapshotRow)[];

const selectList = snapshotColumns.map((name) =>
  name === 'added_version' ? 'coalesce(h.added_version, h.version)' : `h.${name}`,
);

/** Selects hooks that were added or changed after a version; all of them after version 0. */
const changedAfter = (version: number) => `h.state = 'published' and h.version > ${version}`;

/** Rows of snapshotColumns in the order of the snapshot; copy-rows.ts parses them. */
export const copyHooksAfter = (version: number) => `copy (
  select ${selectList.join(', ')}
  from hooks h where ${changedAfter(version)} order by h.views desc, h.id
) to stdout (format binary)`;

export const countHooksAfter = (version: number) =>
  `select count(*)::float8 as count from hooks h where ${changedAfter(version)}`;

/** Values that operators added to the taxonomy. */
export const selectOwnValues = 'select * from own_values order by kind, id';

// The database stores the id of each snapshot file, so that a database restored from a backup rejects a file of a version it never had.

export const insertSnapshotFile = 'insert into snapshot_files (id, version) values ($1, $2)';
export const selectSnapshotFile = 'select version::float8 from snapshot_files where id = $1';
/** Keeps a thousand ids, since several machines write one every hour. */
export const deleteOldSnapshotFiles =
  'delete from snapshot_files where id in (select id from snapshot_files order by written_at desc offset 1000)';

export const selectVersion = 'select version::float8, updated_at from catalog';

/** Selects hooks that clients had and no longer have, in order of the version that retired them. Undone ones may be pending. */
export const selectRetiredAfter = (version: number) => `
select id::float8, version::float8, coalesce(retired_by = 'takedown', false) as "isTakedown",
  coalesce(merged_into, 0)::float8 as "mergedInto" from hooks
where state <> 'published' and added_version is not null and version > ${version} order by version, id`;

/**
 * Selects rises between consecutive view counts that ended after `since`, for hooks that changed after a version. Equal counts are a rise
 * of 0, which is known growth. A refreshed hook also has its current count in its history, marked as refreshed.
 */
export const copyRisesAfter = (version: number, since: Date) => `copy (
  select hook_id, from_at, from_views, captured_at, views, refreshed from (
    select hook_id, captured_at, views, refreshed, lag(captured_at) over counts as from_at, lag(views) over counts as from_views
    from (
      select h.id as hook_id, coalesce(h.views_captured_at, h.updated_at) as captured_at, h.views, false as refreshed from hooks h
      where ${changedAfter(version)} and exists (select from view_history v where v.hook_id = h.id)
      union all
      select v.hook_id, v.captured_at, v.views, v.refreshed from view_history v join hooks h on h.id = v.hook_id where ${changedAfter(version)}
    ) points
    window counts as (partition by hook_id order by captured_at, views, refreshed desc)
  ) rises where captured_at > '${since.toISOString()}' and captured_at > from_at and views >= from_views
  order by hook_id
) to stdout (format binary)`;

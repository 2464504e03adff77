// The SQL that snapshots are built with, as plain text: the thread of a reload asks through pg alone, and starts without the query builder.

/** The columns of a HookRow, in its order. */
export const rowColumns = `h.id, h.text, h.views, h.platform, h.archetype, h.emotional_trigger, h.niche, h.format, h.language, h.creator,
  h.source_url, h.published_at, h.views_captured_at, h.likes, h.comments, h.shares, h.duration_seconds, h.template,
  h.word_count, h.label_method, h.label_confidence, h.added_at, h.updated_at, h.sample`;

/** What the catalog has that came or changed after a version; all of it after version 0. */
const changedAfter = (version: number) => `h.state = 'published' and h.version > ${version}`;

/** Rows in the order of the snapshot; copy-rows.ts reads them. */
export const copyHooksAfter = (version: number) => `copy (
  select ${rowColumns}, h.version, coalesce(h.added_version, h.version), h.seen_at
  from hooks h where ${changedAfter(version)} order by h.views desc, h.id
) to stdout (format binary)`;

export const countHooksAfter = (version: number) =>
  `select count(*)::float8 as count from hooks h where ${changedAfter(version)}`;

export const selectVersion = 'select version::float8, updated_at from catalog';

/** Hooks that clients had and no longer have, in order of the version that retired them. */
export const selectRetiredAfter = (version: number) => `
select id::float8, version::float8 from hooks
where state = 'retired' and added_version is not null and version > ${version} order by version, id`;

/** From one count of a hook's views to the next, where it rose after `since`, of hooks that changed after a version. */
export const copyRisesAfter = (version: number, since: Date) => `copy (
  select hook_id, from_at, from_views, captured_at, views from (
    select hook_id, captured_at, views, lag(captured_at) over counts as from_at, lag(views) over counts as from_views
    from (
      select h.id as hook_id, coalesce(h.views_captured_at, h.updated_at) as captured_at, h.views from hooks h
      where ${changedAfter(version)} and exists (select from view_history v where v.hook_id = h.id)
      union all
      select v.hook_id, v.captured_at, v.views from view_history v join hooks h on h.id = v.hook_id where ${changedAfter(version)}
    ) points
    window counts as (partition by hook_id order by captured_at, views)
  ) rises where captured_at > '${since.toISOString()}' and captured_at > from_at and views > from_views
  order by hook_id
) to stdout (format binary)`;

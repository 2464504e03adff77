// SQL that shows refreshed counts again after an undo has restored hooks and merged later imports.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Of the hooks in `undo_scope` (ingest/undo/store.ts); `undo_was` has their rows before the undo. */
export async function reapplyRefreshed(trx: Trx, { now, version }: { now: Date; version: number }): Promise<void> {
  const newest = sql`
select s.hook_id, r.views, r.captured_at from undo_scope s join hooks h on h.id = s.hook_id cross join lateral (
  select v.views, v.captured_at from view_history v where v.hook_id = s.hook_id and v.refreshed order by v.captured_at desc limit 1) r
where not s.is_added and r.captured_at > coalesce(h.views_captured_at, h.updated_at)`;
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select h.id, coalesce(h.views_captured_at, h.updated_at), h.views, (
  select c.import_id from import_changes c join imports m on m.id = c.import_id where c.hook_id = h.id order by m.started_at desc limit 1)
from hooks h join (${newest}) r on r.hook_id = h.id where r.views <> h.views
on conflict do nothing`.execute(trx);
  await sql`
update hooks h set views = r.views, views_captured_at = r.captured_at, updated_at = ${now}::timestamptz, version = ${version}::bigint
from (${newest}) r where r.hook_id = h.id`.execute(trx);
  await sql`
update hooks h set source_state = w.source_state from undo_was w
where w.id = h.id and w.source_state is distinct from h.source_state`.execute(trx);
}

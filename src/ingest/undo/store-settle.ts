// SQL of the end of an undo: decisions of curators about states, versions, counts, and the source that would import it again.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type HookColumnName, hookColumns } from '../../db/hook-columns.ts';
import { viewThresholds } from '../../webhooks/events/event.ts';
import { lowerThresholds } from '../../webhooks/events/store-changes.ts';

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

export type UndoCounts = { removed: number; restored: number; kept: number };

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

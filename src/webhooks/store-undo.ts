// SQL of deliveries whose import or edit is undone.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** The events of an import, or one event. */
type Announced = { importId: string } | { eventId: string };

const isAnnounced = (of: Announced) =>
  'importId' in of ? sql`${of.importId} = any(e.import_ids)` : sql`e.id = ${of.eventId}`;

/** The number of deliveries of these hooks that were sent, successfully or not; replays count. */
export async function countSent(trx: Trx, of: Announced): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
select count(*) as sent from webhook_deliveries d join webhook_events e on e.id = d.event_id
where ${isAnnounced(of)} and (d.attempts > 0 or d.status = 'delivered')`.execute(trx);
  return rows[0]?.sent ?? 0;
}

/**
 * Skips deliveries of these hooks that were never tried and whose hooks all left the catalog. Those of an endpoint that a process
 * delivers to at this moment are sent, since they may be on their way.
 */
export async function skipUnsent(trx: Trx, of: Announced, now: Date): Promise<void> {
  await sql`
with idle as materialized (
  select w.id from webhook_endpoints w where (w.claimed_until is null or w.claimed_until <= ${now}::timestamptz)
    and w.id in (select d.endpoint_id from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where ${isAnnounced(of)} and d.status = 'pending' and d.attempts = 0)
  order by w.id for no key update of w skip locked
)
update webhook_deliveries d set status = 'skipped', skipped_by = 'undo', next_attempt_at = null, settled_at = ${now}::timestamptz
from webhook_events e
where e.id = d.event_id and ${isAnnounced(of)} and d.status = 'pending' and d.attempts = 0
  and d.endpoint_id in (select id from idle)
  and not exists (select from jsonb_array_elements(d.body::jsonb #> '{data,hooks}') sent
    join hooks h on h.id = substr(sent ->> 'id', 6)::bigint where h.state = 'published')`.execute(trx);
}

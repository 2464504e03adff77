// SQL of deliveries whose import is undone.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** The number of deliveries of the import's hooks that were sent, successfully or not; replays count. */
export async function countSent(trx: Trx, importId: string): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
select count(*) as sent from webhook_deliveries d join webhook_events e on e.id = d.event_id
where ${importId} = any(e.import_ids) and (d.attempts > 0 or d.status = 'delivered')`.execute(trx);
  return rows[0]?.sent ?? 0;
}

/**
 * Skips deliveries of the import that were never tried and whose hooks all left the catalog. Those of an endpoint that a process
 * delivers to at this moment are sent, since they may be on their way.
 */
export async function skipUnsent(trx: Trx, importId: string, now: Date): Promise<void> {
  await sql`
with idle as materialized (
  select w.id from webhook_endpoints w where (w.claimed_until is null or w.claimed_until <= ${now}::timestamptz)
    and w.id in (select d.endpoint_id from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where ${importId} = any(e.import_ids) and d.status = 'pending' and d.attempts = 0)
  order by w.id for no key update of w skip locked
)
update webhook_deliveries d set status = 'skipped', skipped_by = 'undo', next_attempt_at = null, settled_at = ${now}::timestamptz
from webhook_events e
where e.id = d.event_id and ${importId} = any(e.import_ids) and d.status = 'pending' and d.attempts = 0
  and d.endpoint_id in (select id from idle)
  and not exists (select from jsonb_array_elements(d.body::jsonb #> '{data,hooks}') sent
    join hooks h on h.id = substr(sent ->> 'id', 6)::bigint where h.state = 'published')`.execute(trx);
}

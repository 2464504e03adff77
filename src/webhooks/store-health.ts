// SQL of how deliveries fare over all accounts. Tests of receivers are left out: they are meant to find what is broken.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export type DeliveryHealth = {
  delivered: number;
  failed: number;
  /** Those that wait, but for what is kept for a paused endpoint. */
  pending: number;
  oldestPendingAt: Date | null;
  /** Something was due before `lateBefore`, and nobody is delivering to that endpoint. */
  isLate: boolean;
};

/** `delivered` and `failed` are of the deliveries made since `since`. */
export async function selectDeliveryHealth(
  db: Database,
  { since, now, lateBefore }: { since: Date; now: Date; lateBefore: Date },
): Promise<DeliveryHealth> {
  // A slow receiver keeps its endpoint claimed while it is being delivered to. That is no fault of ours.
  const { rows } = await sql<DeliveryHealth>`
    select * from (
      select count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'failed') as failed
      from webhook_deliveries where created_at >= ${since} and kind <> 'test') as settled,
    (
      select count(*) as pending, min(d.created_at) as "oldestPendingAt", coalesce(bool_or(d.next_attempt_at <= ${lateBefore}
        and (w.claimed_until is null or w.claimed_until <= ${now})), false) as "isLate"
      from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
      where d.status = 'pending' and d.kind <> 'test' and (w.status = 'active' or d.kind <> 'event')) as waiting`.execute(
    db,
  );
  return rows[0];
}

// Deliveries that somebody asks for, and the log of all of them: test, replay, list, look.

import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { getEndpoint, holdEndpoint } from './actions.ts';
import { toBody } from './announce.ts';
import type { Delivery, DeliveryDetail, ReplayInput } from './delivery.ts';
import {
  countDeliveries,
  type DeliveryPage,
  findDelivery,
  insertDelivery,
  insertReplays,
  maxReplays,
  selectDeliveries,
} from './store-deliveries.ts';

const sampleHook = {
  id: 'hook_0',
  text: 'This is a test delivery, and no hook of the catalog.',
  views: 1_000_000,
  platform: 'TikTok',
  archetype: 'bold_claim',
  emotional_trigger: 'curiosity',
  niche: 'education',
};

/** One attempt, also at a paused webhook. */
export async function testEndpoint(acting: Acting, endpointId: string, accountId?: string): Promise<Delivery> {
  return enqueue(acting, endpointId, accountId, 'webhook.tested', (trx, now) =>
    insertDelivery(trx, {
      id: newId('dlv'),
      endpoint_id: endpointId,
      event_id: null,
      kind: 'test',
      message_id: newId('msg'),
      batch_index: 1,
      batch_of: 1,
      hooks: 1,
      body: toBody([sampleHook], { index: 1, of: 1 }, now, null),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    }),
  );
}

/** Sends the same messages again, with their ids and bytes, also to a paused webhook. */
export async function replay(
  acting: Acting,
  endpointId: string,
  input: ReplayInput,
  accountId?: string,
): Promise<Delivery[]> {
  return enqueue(acting, endpointId, accountId, 'webhook.replayed', async (trx, now) => {
    const replays = await insertReplays(trx, endpointId, toRange(input, now), () => newId('dlv'), now);
    if (replays === 'too many')
      return fail('conflict', `More than ${maxReplays} deliveries lie in this time. Replay them in shorter ranges.`);
    if (replays.length > 0 || !('delivery_id' in input)) return replays;
    const original = await findDelivery(trx, endpointId, input.delivery_id);
    if (!original) fail('not_found', 'There is no such delivery. GET /webhooks/{id}/deliveries lists them.');
    return fail('conflict', 'This delivery is still pending: it is being tried anyway.');
  });
}

function toRange(input: ReplayInput, now: Date): { deliveryId: string } | { since: Date; until: Date } {
  if ('delivery_id' in input) return { deliveryId: input.delivery_id };
  return { since: new Date(input.since), until: input.until === undefined ? now : new Date(input.until) };
}

async function enqueue<T extends Delivery | Delivery[]>(
  { db, actor }: Acting,
  endpointId: string,
  accountId: string | undefined,
  action: AuditAction,
  insert: (trx: Trx, now: Date) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const { owner } = await holdEndpoint(trx, endpointId, accountId);
    const inserted = await insert(trx, new Date());
    const details = { deliveries: [inserted].flat().length };
    await writeAudit(trx, actor, { action, subject: endpointId, accountId: owner, details });
    await notify(trx, 'hookline_deliveries');
    return inserted;
  });
}

/** The newest first. `after` is the id of the last one of the page before. */
export async function listDeliveries(
  db: Database,
  endpointId: string,
  { limit = 20, ...page }: Partial<DeliveryPage>,
  accountId?: string,
): Promise<{ deliveries: Delivery[]; total: number; next: string | null }> {
  await getEndpoint(db, endpointId, accountId);
  if (page.after !== undefined && !(await findDelivery(db, endpointId, page.after)))
    fail('invalid_cursor', 'cursor is not one that this list gave out. Begin again without it.');
  const [{ rows: deliveries, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectDeliveries(db, endpointId, { ...page, limit: count }),
      ({ delivery_id }) => delivery_id,
    ),
    countDeliveries(db, endpointId, page.status),
  ]);
  return { deliveries, total, next };
}

export async function getDelivery(
  db: Database,
  endpointId: string,
  id: string,
  accountId?: string,
): Promise<DeliveryDetail> {
  await getEndpoint(db, endpointId, accountId);
  return (
    (await findDelivery(db, endpointId, id)) ??
    fail('not_found', 'There is no such delivery, or it is older than 30 days.')
  );
}

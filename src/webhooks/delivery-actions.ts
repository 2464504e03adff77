// Creates deliveries on request: tests and replays.
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import { notify, type Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { lockEndpointOrFail } from './actions.ts';
import { toBody } from './announce.ts';
import type { Delivery, ReplayInput } from './delivery.ts';
import { findDelivery, insertDelivery, insertReplays, maxReplays } from './store-deliveries.ts';

const sampleHook = {
  id: 'hook_0',
  text: 'This is a test delivery, not a hook of the catalog.',
  views: 1_000_000,
  platform: 'TikTok',
  archetype: 'bold_claim',
  emotional_trigger: 'curiosity',
  niche: 'education',
};

/** One attempt without retries, also for a paused webhook. */
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

/** Sends the same messages again, with their ids and bodies, also to a paused webhook. */
export async function replay(
  acting: Acting,
  endpointId: string,
  input: ReplayInput,
  accountId?: string,
): Promise<Delivery[]> {
  return enqueue(acting, endpointId, accountId, 'webhook.replayed', async (trx, now) => {
    const replays = await insertReplays(trx, endpointId, toRange(input, now), () => newId('dlv'), now);
    if (replays === 'too many')
      return fail('conflict', `The range has more than ${maxReplays} deliveries. Replay shorter ranges.`);
    if (replays.length > 0 || !('delivery_id' in input)) return replays;
    const original = await findDelivery(trx, endpointId, input.delivery_id);
    if (!original) fail('not_found', 'Delivery does not exist. GET /webhooks/{id}/deliveries lists them.');
    return fail('conflict', 'The delivery is still pending and will be attempted anyway.');
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
    const { ownerId } = await lockEndpointOrFail(trx, endpointId, accountId);
    const inserted = await insert(trx, new Date());
    const details = { deliveries: [inserted].flat().length };
    await writeAudit(trx, actor, { action, subject: endpointId, accountId: ownerId, details });
    await notify(trx, 'hookline_deliveries');
    return inserted;
  });
}

// Emits an event of one account: one delivery for each of its webhooks that receives it, in the transaction of its cause.
import { notify, type Trx } from '../../db/database.ts';
import { newId } from '../../lib/ids.ts';
import type { AnnounceLimits } from './announce.ts';
import type { HookEvent, WebhookEvent } from './event.ts';
import { countPending, insertDeliveries, insertEvent, selectListeners } from './store-announce.ts';

type AccountEvent = {
  type: Exclude<WebhookEvent, HookEvent>;
  accountId: string;
  data: Readonly<Record<string, unknown>>;
};

/** Resolves to the number of webhooks that receive it. Beyond the limit of pending deliveries it is skipped, and can be replayed. */
export type Emit = (trx: Trx, event: AccountEvent) => Promise<number>;

export function emitWith(limits: AnnounceLimits): Emit {
  return async (trx, { type, accountId, data }) => {
    const listeners = await selectListeners(trx, [type], accountId);
    if (listeners.length === 0) return 0;
    const now = new Date();
    const eventId = newId('evt');
    const body = JSON.stringify({ event: type, timestamp: now.toISOString(), event_id: eventId, data });
    const pending = (await countPending(trx, [accountId])).get(accountId) ?? 0;
    await insertEvent(trx, { id: eventId, type, importIds: null, at: now });
    const deliveries = listeners.map(({ id }, at) => ({
      id: newId('dlv'),
      endpoint_id: id,
      message_id: newId('msg'),
      batch_index: 1,
      batch_of: 1,
      hooks: 0,
      body,
      ...(pending + at < limits.pendingDeliveriesPerAccount
        ? ({ status: 'pending', next_attempt_at: now } as const)
        : ({ status: 'skipped', skipped_by: 'limit', settled_at: now } as const)),
    }));
    await insertDeliveries(trx, { id: eventId, type, at: now }, deliveries);
    await notify(trx, 'hookline_deliveries');
    return listeners.length;
  };
}

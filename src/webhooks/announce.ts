// Announces new hooks: creates an event and its deliveries in the transaction that publishes the hooks.
import { planNames } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { createMatcher } from '../catalog/search/match.ts';
import { notify, type Trx } from '../db/database.ts';
import { briefColumns } from '../db/hook-columns.ts';
import { newId } from '../lib/ids.ts';
import {
  type Added,
  type AddedHook,
  insertDeliveries,
  insertEvent,
  type Listener,
  type NewDelivery,
  selectAdded,
  selectListeners,
} from './store-announce.ts';

const hooksPerDelivery = 100;
/** Rows of one INSERT; a body has about 20 KB. */
const deliveriesPerInsert = 100;

const plansWithWebhooks = planNames.filter((name) => plans[name].features.has('webhooks'));

/**
 * Creates one delivery for each endpoint with matching hooks, or several of at most 100 hooks each, in order of id. Resolves to the
 * number of deliveries. They commit or roll back with the hooks.
 */
export async function announce(trx: Trx, added: Added, now: Date): Promise<number> {
  const listeners = await selectListeners(trx, plansWithWebhooks);
  if (listeners.length === 0) return 0;
  const totals = await countMatches(trx, added, listeners);
  const matching = listeners.filter(({ id }) => (totals.get(id) ?? 0) > 0);
  if (matching.length === 0) return 0;
  const eventId = newId('evt');
  await insertEvent(trx, eventId, now);
  let deliveries: NewDelivery[] = [];
  let count = 0;
  const flush = async () => {
    await insertDeliveries(trx, eventId, now, deliveries);
    count += deliveries.length;
    deliveries = [];
  };
  const collectors = matching.map((listener) => ({
    listener,
    collect: collectBatches(listener, totals.get(listener.id) ?? 0, now, eventId),
  }));
  for await (const hooks of selectAdded(trx, added)) {
    const match = createMatcher(hooks);
    for (const { listener, collect } of collectors) {
      for (const row of match(toFilter(listener.filters))) {
        const hook = hooks[row];
        const delivery = hook && collect(hook);
        if (delivery) deliveries.push(delivery);
        if (deliveries.length === deliveriesPerInsert) await flush();
      }
    }
  }
  if (deliveries.length > 0) await flush();
  await notify(trx, 'hookline_deliveries');
  return count;
}

/** Announces a hook that a curator published. */
export function announceHook(trx: Trx, hookId: number, now: Date): Promise<number> {
  return announce(trx, { hookId }, now);
}

/** Bodies contain the number of batches, so matches are counted first. */
async function countMatches(
  trx: Trx,
  added: Added,
  listeners: readonly Listener[],
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for await (const hooks of selectAdded(trx, added)) {
    const match = createMatcher(hooks);
    for (const { id, filters } of listeners) totals.set(id, (totals.get(id) ?? 0) + match(toFilter(filters)).length);
  }
  return totals;
}

/** The returned function takes one hook at a time, and returns a delivery for every 100th hook and for the last. */
function collectBatches({ id }: Listener, total: number, now: Date, eventId: string) {
  const of = Math.ceil(total / hooksPerDelivery);
  let hooks: AddedHook[] = [];
  let collected = 0;
  return (hook: AddedHook): NewDelivery | undefined => {
    hooks.push(hook);
    collected++;
    if (hooks.length < hooksPerDelivery && collected < total) return undefined;
    const batch = { index: Math.ceil(collected / hooksPerDelivery), of };
    const delivery = {
      id: newId('dlv'),
      endpoint_id: id,
      message_id: newId('msg'),
      batch_index: batch.index,
      batch_of: of,
      hooks: hooks.length,
      body: toBody(hooks.map(toBrief), batch, now, eventId),
    };
    hooks = [];
    return delivery;
  };
}

function toBrief(hook: AddedHook): Record<string, unknown> {
  return Object.fromEntries(briefColumns.map((name) => [name, name === 'id' ? `hook_${hook.id}` : hook[name]]));
}

/** The body of a delivery: stored, signed and sent as these bytes at every attempt. */
export function toBody(
  hooks: readonly unknown[],
  batch: { index: number; of: number },
  at: Date,
  eventId: string | null,
): string {
  const data = { count: hooks.length, hooks, batch };
  return JSON.stringify({ event: 'hooks.new', timestamp: at.toISOString(), event_id: eventId, data });
}

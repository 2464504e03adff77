// New hooks become an event and its deliveries, in the transaction that publishes them.
import { CompiledQuery } from 'kysely';
import { planNames } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { hookFields } from '../catalog/hook-fields.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { createMatcher } from '../catalog/search/match.ts';
import type { Trx } from '../db/database.ts';
import { newId } from '../lib/ids.ts';
import {
  type Added,
  type AddedHook,
  type Execute,
  insertDeliveries,
  insertEvent,
  type Listener,
  type NewDelivery,
  notifyDeliveries,
  selectAdded,
  selectListeners,
} from './store-announce.ts';

const hooksPerDelivery = 100;
/** Bodies are some 20 KB each. */
const deliveriesAtOnce = 100;

const announced = planNames.filter((name) => plans[name].features.has('webhooks'));

/**
 * One delivery for each endpoint that a new hook matches; several where there are more than 100 of them, in order of id.
 * Resolves to the number of deliveries. What is committed with them is delivered; what is rolled back was never announced.
 */
export async function announce(execute: Execute, added: Added, now: Date): Promise<number> {
  const listeners = await selectListeners(execute, announced);
  if (listeners.length === 0) return 0;
  const totals = await countMatches(execute, added, listeners);
  const waiting = listeners.filter(({ id }) => (totals.get(id) ?? 0) > 0);
  if (waiting.length === 0) return 0;
  const eventId = newId('evt');
  await insertEvent(execute, eventId, now);
  let deliveries: NewDelivery[] = [];
  let count = 0;
  const flush = async () => {
    await insertDeliveries(execute, eventId, now, deliveries);
    count += deliveries.length;
    deliveries = [];
  };
  const collectors = waiting.map((listener) => ({
    listener,
    collect: collectBatches(listener, totals.get(listener.id) ?? 0, now, eventId),
  }));
  for await (const hooks of selectAdded(execute, added)) {
    const match = createMatcher(hooks);
    for (const { listener, collect } of collectors) {
      for (const place of match(toFilter(listener.filters))) {
        const delivery = collect(hooks[place]);
        if (delivery) deliveries.push(delivery);
        if (deliveries.length === deliveriesAtOnce) await flush();
      }
    }
  }
  if (deliveries.length > 0) await flush();
  await notifyDeliveries(execute);
  return count;
}

/** As announce, for one hook and Kysely's transaction. */
export async function announceHook(trx: Trx, hookId: number, now: Date): Promise<number> {
  const execute: Execute = async (text, values) => {
    const { rows } = await trx.executeQuery<unknown>(CompiledQuery.raw(text, [...values]));
    return rows;
  };
  return announce(execute, { hookId }, now);
}

/** Every body tells how many there are, so they are counted first. */
async function countMatches(
  execute: Execute,
  added: Added,
  listeners: readonly Listener[],
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for await (const hooks of selectAdded(execute, added)) {
    const match = createMatcher(hooks);
    for (const { id, filters } of listeners) totals.set(id, (totals.get(id) ?? 0) + match(toFilter(filters)).length);
  }
  return totals;
}

/** Takes hook after hook; gives a delivery with every hundredth and with the last. */
function collectBatches({ id }: Listener, total: number, now: Date, eventId: string) {
  const of = Math.ceil(total / hooksPerDelivery);
  let hooks: AddedHook[] = [];
  let taken = 0;
  return (hook: AddedHook): NewDelivery | undefined => {
    hooks.push(hook);
    taken++;
    if (hooks.length < hooksPerDelivery && taken < total) return undefined;
    const batch = { index: Math.ceil(taken / hooksPerDelivery), of };
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
  return Object.fromEntries(hookFields.map((field) => [field, field === 'id' ? `hook_${hook.id}` : hook[field]]));
}

/** The body of a delivery. It is stored, signed and sent as these bytes, at every attempt. */
export function toBody(
  hooks: readonly unknown[],
  batch: { index: number; of: number },
  at: Date,
  eventId: string | null,
): string {
  const data = { count: hooks.length, hooks, batch };
  return JSON.stringify({ event: 'hooks.new', timestamp: at.toISOString(), event_id: eventId, data });
}

// Announces new hooks: creates an event and its deliveries in the transaction that publishes the hooks.
import type { Selectable } from 'kysely';
import { toFilter } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import { createMatcher } from '../catalog/search/match.ts';
import type { Limits } from '../config/limits.ts';
import { notify, type Trx } from '../db/database.ts';
import { briefColumns } from '../db/hook-columns.ts';
import type { DeliveryTable } from '../db/tables/webhooks.ts';
import { newId } from '../lib/ids.ts';
import {
  type Added,
  type AddedHook,
  countPending,
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

export type AnnounceLimits = Pick<Limits, 'pendingDeliveriesPerAccount'>;

/**
 * Creates one event, and one delivery for each endpoint with matching hooks, or several of at most 100 hooks each, in order of id.
 * Resolves to the id of the event; undefined if no hook matches. They commit or roll back with the hooks. Deliveries beyond the limit
 * of an account are skipped.
 */
export async function announce(trx: Trx, added: Added, now: Date, limits: AnnounceLimits): Promise<string | undefined> {
  const listeners = await selectListeners(trx);
  if (listeners.length === 0) return undefined;
  const totals = await countMatches(trx, added, listeners);
  const matching = listeners.filter(({ id }) => (totals.get(id) ?? 0) > 0);
  if (matching.length === 0) return undefined;
  const eventId = newId('evt');
  await insertEvent(trx, eventId, added, now);
  const pending = new Map(await countPending(trx, [...new Set(matching.map(({ account_id }) => account_id))]));
  const takeRoom = (accountId: string) => {
    const count = pending.get(accountId) ?? 0;
    if (count >= limits.pendingDeliveriesPerAccount) return false;
    pending.set(accountId, count + 1);
    return true;
  };
  let deliveries: NewDelivery[] = [];
  const flush = async () => {
    await insertDeliveries(trx, eventId, now, deliveries);
    deliveries = [];
  };
  const collectors = matching.map((listener) => ({
    listener,
    collect: collectBatches(totals.get(listener.id) ?? 0),
  }));
  for await (const hooks of selectAdded(trx, added)) {
    const match = createMatcher(hooks);
    for (const { listener, collect } of collectors) {
      for (const row of match(toFilter(listener.filters))) {
        const hook = hooks[row];
        const batch = hook && collect(hook);
        if (!batch) continue;
        const state = takeRoom(listener.account_id) ? pendingState(batch, eventId, now) : skippedState(batch, now);
        deliveries.push({ ...toDelivery(listener.id, batch), ...state });
        if (deliveries.length === deliveriesPerInsert) await flush();
      }
    }
  }
  if (deliveries.length > 0) await flush();
  await notify(trx, 'hookline_deliveries');
  return eventId;
}

/** Announces hooks that a curator published, with `now` as the time of their addition. */
export function announceHooksWith(limits: AnnounceLimits) {
  return (trx: Trx, hookIds: readonly number[], now: Date) => announce(trx, { hookIds }, now, limits);
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

type Batch = { hooks: AddedHook[]; index: number; of: number };

/** The returned function takes one hook at a time, and returns a batch for every 100th hook and for the last. */
function collectBatches(total: number) {
  const of = Math.ceil(total / hooksPerDelivery);
  let hooks: AddedHook[] = [];
  let collected = 0;
  return (hook: AddedHook): Batch | undefined => {
    hooks.push(hook);
    collected++;
    if (hooks.length < hooksPerDelivery && collected < total) return undefined;
    const batch = { hooks, index: Math.ceil(collected / hooksPerDelivery), of };
    hooks = [];
    return batch;
  };
}

function toDelivery(endpointId: string, { hooks, index, of }: Batch) {
  const ids = { id: newId('dlv'), endpoint_id: endpointId, message_id: newId('msg') };
  return { ...ids, batch_index: index, batch_of: of, hooks: hooks.length };
}

function pendingState({ hooks, index, of }: Batch, eventId: string, now: Date) {
  const body = toBody(hooks.map(toBrief), { index, of }, now, eventId);
  return { status: 'pending', next_attempt_at: now, body } as const;
}

/** Which hooks it would have had is enough to make its body if it is replayed. */
function skippedState({ hooks }: Batch, now: Date) {
  const range = { first_hook: hooks[0]?.id, last_hook: hooks.at(-1)?.id };
  return { status: 'skipped', skipped_by: 'limit', settled_at: now, body: '', ...range } as const;
}

type Skipped = Pick<
  Selectable<DeliveryTable>,
  'event_id' | 'batch_index' | 'batch_of' | 'created_at' | 'first_hook' | 'last_hook'
>;

/** What a skipped delivery would have sent, with those of its hooks that are still published. */
export async function renderSkipped(
  trx: Trx,
  { first_hook: first, last_hook: last, batch_index: index, batch_of: of, event_id, created_at: until }: Skipped,
  filters: FilterInput,
): Promise<{ body: string; hooks: number }> {
  if (first === null || last === null) return { body: '', hooks: 0 };
  const hooks: AddedHook[] = [];
  for await (const page of selectAdded(trx, { first, last, until })) {
    const rows = createMatcher(page)(toFilter(filters));
    hooks.push(...rows.flatMap((row) => page[row] ?? []));
  }
  return { body: toBody(hooks.map(toBrief), { index, of }, until, event_id), hooks: hooks.length };
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

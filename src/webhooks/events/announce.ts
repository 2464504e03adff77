// Announces hooks: creates an event and its deliveries. New hooks are announced in the transaction that publishes them.

import type { Selectable } from 'kysely';
import { type Filter, toFilter } from '../../catalog/search/filter.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { createMatcher } from '../../catalog/search/match.ts';
import { catalogVersion, holdCatalog, isLockTimeout } from '../../catalog/store.ts';
import { resolveFilters } from '../../collections/collection.ts';
import type { Limits } from '../../config/limits.ts';
import { type Database, notify, type Trx } from '../../db/database.ts';
import { briefColumns } from '../../db/hook-columns.ts';
import type { DeliveryTable } from '../../db/tables/webhooks.ts';
import { newId } from '../../lib/ids.ts';
import type { HookEvent, WebhookEvent } from './event.ts';
import {
  type Added,
  type AddedHook,
  countPending,
  insertDeliveries,
  insertEvent,
  type Listener,
  type NewDelivery,
  selectAdded,
  selectImportIds,
  selectListeners,
} from './store-announce.ts';
import { lockAnnounced, reachThresholds, selectRetired, selectReturned, setAnnounced } from './store-changes.ts';

// Announces changes after they were published: hooks that reached a threshold of views, retired and returned hooks.

/**
 * Runs once per version over all processes, since the last announced version is stored with the deliveries. Called with each version that a
 * process serves, and every minute in case a process ended in between or a publication locked the catalog for long. Versions that are
 * pending together are announced together.
 */
export async function announceChanges(db: Database, limits: AnnounceLimits): Promise<void> {
  const announcing = db.transaction().execute((trx) => announceNext(trx, limits));
  await announcing.catch((error) => {
    if (!isLockTimeout(error)) throw error;
  });
}

async function announceNext(trx: Trx, limits: AnnounceLimits): Promise<void> {
  const after = await lockAnnounced(trx, await catalogVersion(trx));
  if (!after) return;
  // Locks the catalog, so that a takedown waits and then finds what was announced.
  const until = await holdCatalog(trx);
  const range = { after, until };
  const now = new Date();
  const crossings = new Map((await reachThresholds(trx, range)).map((one) => [one.id, one]));
  if (crossings.size > 0)
    await announceHooks(trx, now, limits, {
      type: 'hooks.updated',
      pages: () => selectAdded(trx, { hookIds: [...crossings.keys()] }),
      toItem: (hook) => {
        const { id: _, ...crossing } = crossings.get(hook.id) ?? {};
        const reached = Object.entries(crossing).filter(([, value]) => value !== null);
        return { ...toBrief(hook), ...Object.fromEntries(reached) };
      },
    });
  await announceHooks(trx, now, limits, {
    type: 'hooks.retired',
    pages: () => selectRetired(trx, range),
    // Filters cannot match a hook that was taken down, and every client with a copy has to delete it.
    isForAll: ({ retired_by }) => retired_by === 'takedown',
    toItem: ({ id, retired_at, retired_by }) => ({
      id: `hook_${id}`,
      retired_at: retired_at.toISOString(),
      // An accepted hook that is pending again after an undo has no `retired_by`.
      reason: retired_by ?? 'undo',
    }),
  });
  await announceHooks(trx, now, limits, {
    type: 'hooks.new',
    // Other webhooks were not notified that the hook was retired.
    alsoReceiving: 'hooks.retired',
    pages: () => selectReturned(trx, range),
    toItem: toBrief,
  });
  await setAnnounced(trx, until);
}

const hooksPerDelivery = 100;
/** Number of rows per INSERT; a body has about 20 KB. */
const deliveriesPerInsert = 100;

export type AnnounceLimits = Pick<Limits, 'pendingDeliveriesPerAccount'>;

/** Hooks of one event. `pages` is called twice. */
type Announcement<H extends AddedHook> = {
  type: HookEvent;
  /** Restricts the event to webhooks that also receive this event. */
  alsoReceiving?: HookEvent;
  pages: () => AsyncIterable<H[]>;
  /** If true, the hook is sent to every webhook that receives the event, whatever its filters are. */
  isForAll?: (hook: H) => boolean;
  /** Converts a hook to its form in the body. */
  toItem: (hook: H) => Readonly<Record<string, unknown>>;
  importIds?: () => Promise<string[]>;
  /** If true, the body of a skipped delivery can be rebuilt from the hooks that were added at the time of the event. */
  isRenderable?: boolean;
};

/** Announces new hooks, in the transaction that publishes them, so that they commit or roll back together. */
export async function announce(trx: Trx, added: Added, now: Date, limits: AnnounceLimits): Promise<string | undefined> {
  return announceHooks(trx, now, limits, {
    type: 'hooks.new',
    pages: () => selectAdded(trx, added),
    toItem: toBrief,
    importIds: () => selectImportIds(trx, added),
    isRenderable: true,
  });
}

/**
 * Creates one event and, for each webhook with matching hooks, deliveries of at most 100 hooks each, in order of id. Resolves to the id of
 * the event; undefined if no hook matches. Deliveries beyond the limit of an account are skipped.
 */
async function announceHooks<H extends AddedHook>(
  trx: Trx,
  now: Date,
  limits: AnnounceLimits,
  { type, alsoReceiving, pages, isForAll = () => false, toItem, importIds, isRenderable }: Announcement<H>,
): Promise<string | undefined> {
  const listeners = await resolveListeners(trx, alsoReceiving ? [type, alsoReceiving] : [type]);
  if (listeners.length === 0) return undefined;
  const matcherOf = async (hooks: readonly H[]) => {
    const match = await createMatcher(hooks);
    const always = [...hooks.keys()].filter((row) => isForAll(hooks[row] as H));
    return (filter: Filter) =>
      always.length === 0 ? match(filter) : [...new Set([...always, ...match(filter)])].sort((a, b) => a - b);
  };
  const totals = new Map<string, number>();
  for await (const hooks of pages()) {
    const match = await matcherOf(hooks);
    for (const { id, filter } of listeners) totals.set(id, (totals.get(id) ?? 0) + match(filter).length);
  }
  const matching = listeners.filter(({ id }) => (totals.get(id) ?? 0) > 0);
  if (matching.length === 0) return undefined;
  const event = { id: newId('evt'), type, at: now };
  await insertEvent(trx, { ...event, importIds: (await importIds?.()) ?? null });
  const takeRoom = await roomOf(trx, matching, limits);
  let deliveries: NewDelivery[] = [];
  const flush = async () => {
    await insertDeliveries(trx, event, deliveries);
    deliveries = [];
  };
  const collectors = matching.map((listener) => ({
    listener,
    collect: collectBatches<H>(totals.get(listener.id) ?? 0),
  }));
  for await (const hooks of pages()) {
    const match = await matcherOf(hooks);
    for (const { listener, collect } of collectors) {
      for (const row of match(listener.filter)) {
        const hook = hooks[row];
        const batch = hook && collect(hook);
        if (!batch) continue;
        const body = () => toBody(batch.hooks.map(toItem), batch, now, event);
        const state = takeRoom(listener.account_id)
          ? ({ status: 'pending', next_attempt_at: now, body: body() } as const)
          : { ...skippedState(batch, now), body: isRenderable ? '' : body() };
        deliveries.push({ ...toDelivery(listener.id, batch), ...state });
        if (deliveries.length === deliveriesPerInsert) await flush();
      }
    }
  }
  if (deliveries.length > 0) await flush();
  await notify(trx, 'hookline_deliveries');
  return event.id;
}

/** The returned function reserves one pending delivery of an account; it returns false at the limit. */
async function roomOf(trx: Trx, matching: readonly Pick<Listener, 'account_id'>[], limits: AnnounceLimits) {
  const pending = new Map(await countPending(trx, [...new Set(matching.map(({ account_id }) => account_id))]));
  return (accountId: string): boolean => {
    const count = pending.get(accountId) ?? 0;
    if (count >= limits.pendingDeliveriesPerAccount) return false;
    pending.set(accountId, count + 1);
    return true;
  };
}

/** Announces hooks that a curator published; `now` is the time of their addition. */
export function announceHooksWith(limits: AnnounceLimits) {
  return (trx: Trx, hookIds: readonly number[], now: Date) => announce(trx, { hookIds }, now, limits);
}

type ResolvedListener = Omit<Listener, 'filters'> & { filter: Filter };

async function resolveListeners(trx: Trx, types: readonly HookEvent[]): Promise<ResolvedListener[]> {
  const resolved: ResolvedListener[] = [];
  for (const { filters, ...listener } of await selectListeners(trx, types))
    resolved.push({ ...listener, filter: toFilter(await resolveFilters(trx, listener.account_id, filters)) });
  return resolved;
}

type Batch<H> = { hooks: H[]; index: number; of: number };

/** The returned function takes one hook at a time, and returns a batch for every 100th hook and for the last one. */
function collectBatches<H>(total: number) {
  const of = Math.ceil(total / hooksPerDelivery);
  let hooks: H[] = [];
  let collected = 0;
  return (hook: H): Batch<H> | undefined => {
    hooks.push(hook);
    collected++;
    if (hooks.length < hooksPerDelivery && collected < total) return undefined;
    const batch = { hooks, index: Math.ceil(collected / hooksPerDelivery), of };
    hooks = [];
    return batch;
  };
}

function toDelivery(webhookId: string, { hooks, index, of }: Batch<AddedHook>) {
  const ids = { id: newId('dlv'), endpoint_id: webhookId, message_id: newId('msg') };
  return { ...ids, batch_index: index, batch_of: of, hooks: hooks.length };
}

/** The range of hooks is enough to rebuild the body for a replay. */
function skippedState({ hooks }: Batch<AddedHook>, now: Date) {
  const range = { first_hook: hooks[0]?.id, last_hook: hooks.at(-1)?.id };
  return { status: 'skipped', skipped_by: 'limit', settled_at: now, ...range } as const;
}

type Skipped = Pick<
  Selectable<DeliveryTable>,
  'event_id' | 'batch_index' | 'batch_of' | 'created_at' | 'first_hook' | 'last_hook'
>;

/** Rebuilds a skipped delivery, with its hooks that are still published. */
export async function renderSkipped(
  trx: Trx,
  { first_hook: first, last_hook: last, batch_index: index, batch_of: of, event_id, created_at: until }: Skipped,
  { account_id, filters }: { account_id: string; filters: FilterInput },
): Promise<{ body: string; hooks: number }> {
  if (first === null || last === null) return { body: '', hooks: 0 };
  const hooks: AddedHook[] = [];
  const filter = toFilter(await resolveFilters(trx, account_id, filters));
  for await (const page of selectAdded(trx, { first, last, until })) {
    const match = await createMatcher(page);
    const rows = match(filter);
    hooks.push(...rows.flatMap((row) => page[row] ?? []));
  }
  const event = { id: event_id, type: 'hooks.new' } as const;
  return { body: toBody(hooks.map(toBrief), { index, of }, until, event), hooks: hooks.length };
}

function toBrief(hook: AddedHook): Record<string, unknown> {
  return Object.fromEntries(briefColumns.map((name) => [name, name === 'id' ? `hook_${hook.id}` : hook[name]]));
}

/** Returns the body of a delivery, which is stored and is signed and sent unchanged at every attempt. */
export function toBody(
  hooks: readonly unknown[],
  { index, of }: { index: number; of: number },
  at: Date,
  { id, type }: { id: string | null; type: HookEvent },
): string {
  const data = { count: hooks.length, hooks, batch: { index, of } };
  return JSON.stringify({ event: type, timestamp: at.toISOString(), event_id: id, data });
}

// Emits an event of one account, in the transaction that causes it: one delivery for each webhook that receives the event.

type AccountEvent = {
  type: Exclude<WebhookEvent, HookEvent>;
  accountId: string;
  data: Readonly<Record<string, unknown>>;
};

/**
 * Resolves to the number of webhooks that receive it. Beyond the limit of pending deliveries, deliveries are skipped and can be replayed.
 */
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

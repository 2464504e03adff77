// SQL of publishing new hooks: reads them and the endpoints that listen, writes the event and its deliveries.
import { sql } from 'kysely';
import type { PlanName } from '../accounts/caller.ts';
import type { FilterInput } from '../catalog/search/filter.ts';
import type { MatchableHook } from '../catalog/search/match.ts';
import type { Trx } from '../db/database.ts';
import { briefColumns } from '../db/hook-columns.ts';

/** What was published: the hooks of an import, or one that a curator accepted. */
export type Added = { importId: string } | { hookId: number };

export type Listener = { id: string; filters: FilterInput };

/** Endpoints of accounts whose plan has webhooks. Paused ones are included: their events are kept. */
export async function selectListeners(trx: Trx, plans: readonly PlanName[]): Promise<Listener[]> {
  return trx
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.filters'])
    .where('a.plan', 'in', plans)
    .where('a.suspended_at', 'is', null)
    .orderBy('w.id')
    .$castTo<Listener>()
    .execute();
}

export type AddedHook = MatchableHook & {
  id: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
};

const hooksPerPage = 10_000;

/** In order of id, in pages. */
export async function* selectAdded(trx: Trx, added: Added): AsyncGenerator<AddedHook[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const hooks: AddedHook[] = await addedAfter(trx, added, after).execute();
    if (hooks.length > 0) yield hooks;
    after = hooks.length < hooksPerPage ? undefined : hooks.at(-1)?.id;
  }
}

function addedAfter(trx: Trx, added: Added, after: number) {
  const query = trx
    .selectFrom('hooks')
    .select([...briefColumns, 'format', 'language'])
    .select(sql<number>`(extract(epoch from added_at) * 1000)::float8`.as('added_at'))
    .where('state', '=', 'published')
    .where('id', '>', after)
    .orderBy('id')
    .limit(hooksPerPage);
  return 'importId' in added ? query.where('import_id', '=', added.importId) : query.where('id', '=', added.hookId);
}

export async function insertEvent(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.insertInto('webhook_events').values({ id, type: 'hooks.new', created_at: at }).execute();
}

export type NewDelivery = {
  id: string;
  endpoint_id: string;
  message_id: string;
  batch_index: number;
  batch_of: number;
  hooks: number;
  body: string;
};

export async function insertDeliveries(
  trx: Trx,
  eventId: string,
  at: Date,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const shared = { event_id: eventId, kind: 'event', status: 'pending', next_attempt_at: at, created_at: at } as const;
  const rows = deliveries.map((delivery) => ({ ...delivery, ...shared }));
  await trx.insertInto('webhook_deliveries').values(rows).execute();
}

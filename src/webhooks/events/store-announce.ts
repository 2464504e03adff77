// SQL of announcing hooks: reads them and the webhooks that listen, writes the event and its deliveries.
import { type Insertable, sql } from 'kysely';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { toSnapshotRow } from '../../catalog/search/match.ts';
import { type SnapshotRow, snapshotColumns } from '../../catalog/snapshot/store.ts';
import type { Trx } from '../../db/database.ts';
import type { DeliveryTable } from '../../db/tables/webhooks.ts';
import { mayReceive } from '../store-due.ts';
import type { WebhookEvent } from './event.ts';

/** What was published: the hooks of an import, or those that a curator accepted. Or the hooks of an earlier event that are still published. */
export type Added =
  | { importId: string }
  | { hookIds: readonly number[] }
  | { first: number; last: number; until: Date };

export type Listener = { id: string; account_id: string; filters: FilterInput };

/** Those that receive all of the events. Of any account without `accountId`. Paused webhooks are included: their events are kept. */
export async function selectListeners(
  trx: Trx,
  events: readonly WebhookEvent[],
  accountId?: string,
): Promise<Listener[]> {
  let query = trx
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.account_id', 'w.filters'])
    .where(mayReceive)
    .where(sql<boolean>`w.events @> ${events}::text[]`)
    .orderBy('w.id');
  if (accountId !== undefined) query = query.where('w.account_id', '=', accountId);
  return query.$castTo<Listener>().execute();
}

/** Pending deliveries by account. */
export async function countPending(trx: Trx, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .select(({ fn }) => ['w.account_id', fn.countAll<number>().as('pending')])
    .where('w.account_id', 'in', accountIds)
    .where('d.status', '=', 'pending')
    .groupBy('w.account_id')
    .execute();
  return new Map(rows.map(({ account_id, pending }) => [account_id, pending]));
}

export type AddedHook = SnapshotRow;

const hooksPerPage = 10_000;

/** In order of id, in pages. */
export async function* selectAdded(trx: Trx, added: Added): AsyncGenerator<AddedHook[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const hooks: AddedHook[] = (await addedAfter(trx, added, after).execute()).map(toSnapshotRow);
    if (hooks.length > 0) yield hooks;
    after = hooks.length < hooksPerPage ? undefined : hooks.at(-1)?.id;
  }
}

function addedAfter(trx: Trx, added: Added, after: number) {
  return ofAdded(trx, added).select(snapshotColumns).where('id', '>', after).orderBy('id').limit(hooksPerPage);
}

function ofAdded(trx: Trx, added: Added) {
  const query = trx.selectFrom('hooks').where('state', '=', 'published');
  if ('importId' in added) return query.where('import_id', '=', added.importId);
  if ('hookIds' in added) return query.where(sql<boolean>`id = any(${added.hookIds}::bigint[])`);
  const { first, last, until } = added;
  const range = query.where('id', '>=', first).where('id', '<=', last).where('added_at', '<=', until);
  // Hooks between them that were added earlier or later have an event of their own.
  return first === last ? range : range.where('added_at', '=', until);
}

export async function insertEvent(
  trx: Trx,
  { id, type, importIds, at }: { id: string; type: WebhookEvent; importIds: string[] | null; at: Date },
): Promise<void> {
  await trx.insertInto('webhook_events').values({ id, type, import_ids: importIds, created_at: at }).execute();
}

/** The imports that the hooks came by. */
export async function selectImportIds(trx: Trx, added: Added): Promise<string[]> {
  if ('importId' in added) return [added.importId];
  const rows = await ofAdded(trx, added).select('import_id').distinct().execute();
  return rows.flatMap(({ import_id }) => import_id ?? []);
}

export type NewDelivery = Pick<
  Insertable<DeliveryTable>,
  | 'id'
  | 'endpoint_id'
  | 'message_id'
  | 'batch_index'
  | 'batch_of'
  | 'hooks'
  | 'body'
  | 'status'
  | 'skipped_by'
  | 'first_hook'
  | 'last_hook'
  | 'next_attempt_at'
  | 'settled_at'
>;

export async function insertDeliveries(
  trx: Trx,
  { id, type, at }: { id: string; type: WebhookEvent; at: Date },
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const shared = { event_id: id, event: type, kind: 'event', created_at: at } as const;
  const rows = deliveries.map((delivery) => ({ ...delivery, ...shared }));
  await trx.insertInto('webhook_deliveries').values(rows).execute();
}

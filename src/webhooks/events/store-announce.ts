// SQL of announcing hooks: reads them and the subscribed webhooks, writes the event and its deliveries.
import { type Insertable, sql } from 'kysely';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { toSnapshotRow } from '../../catalog/search/match.ts';
import { type SnapshotRow, snapshotColumns } from '../../catalog/snapshot/store.ts';
import type { Trx } from '../../db/database.ts';
import type { DeliveryTable } from '../../db/tables/webhooks.ts';
import { mayReceive } from '../store-due.ts';
import type { WebhookEvent } from './event.ts';

/** Hooks to announce: of an import, accepted by a curator, or of an earlier event if still published. */
export type Added =
  | { importId: string }
  | { hookIds: readonly number[] }
  | { first: number; last: number; until: Date };

export type Listener = { id: string; account_id: string; filters: FilterInput };

/**
 * Selects webhooks that receive all of the events, including paused ones, whose events are stored. If `accountId` is absent, selects from
 * all accounts.
 */
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

/** Counts pending deliveries by account. */
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

/** Yields pages in order of id. */
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
  // Hooks in the range that were added earlier or later belong to another event.
  return first === last ? range : range.where('added_at', '=', until);
}

export async function insertEvent(
  trx: Trx,
  { id, type, importIds, at }: { id: string; type: WebhookEvent; importIds: string[] | null; at: Date },
): Promise<void> {
  await trx.insertInto('webhook_events').values({ id, type, import_ids: importIds, created_at: at }).execute();
}

/** Selects the imports that added the hooks. */
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

// SQL of source requests.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { SourceRequestTable } from '../../db/tables/accounts.ts';
import { isoOrNull } from '../../lib/time.ts';
import { collectedLocation, type OperatorSourceRequest } from './source-request.ts';

export async function insertSourceRequest(trx: Trx, row: Omit<Insertable<SourceRequestTable>, 'state'>) {
  await trx
    .insertInto('source_requests')
    .values({ ...row, state: 'pending' })
    .execute();
}

export type RequestFilter = { id?: string; accountId?: string; state?: OperatorSourceRequest['state'] };

/** Deleted accounts get no reply. */
function matching({ id, accountId, state }: RequestFilter): RawBuilder<unknown> {
  return sql`source_requests r join accounts a on a.id = r.account_id and a.deleted_at is null
    where r.id = coalesce(${id ?? null}, r.id) and r.account_id = coalesce(${accountId ?? null}, r.account_id)
      and r.state = coalesce(${state ?? null}, r.state)`;
}

export async function countSourceRequests(db: Db, filter: RequestFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const publishedHooks = sql`select from hook_sources s join hooks h on h.id = s.hook_id
  where s.source = r.source and h.state = 'published'`;

type Dates = { created_at: Date; decided_at: Date | null };
type Row = Omit<OperatorSourceRequest, 'collects' | keyof Dates> & Dates;

/** Pending ones are ordered by arrival; the others newest first. */
export async function selectSourceRequests(
  db: Db,
  filter: RequestFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<OperatorSourceRequest[]> {
  const [next, direction] = filter.state === 'pending' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const last = sql`(select created_at, id from source_requests where id = ${after})`;
  const { rows } = await sql<Row>`
    select r.id as request_id, location, reason, state, (select count(*) from (${publishedHooks}) found) as hooks, answer,
      r.created_at, decided_at, json_build_object('id', a.id, 'name', a.name) as account, source
    from ${matching(filter)} ${after === undefined ? sql`` : sql`and (r.created_at, r.id) ${next} ${last}`}
    order by r.created_at ${direction}, r.id ${direction} limit ${limit}`.execute(db);
  return rows.map(({ created_at, decided_at, ...row }) => ({
    ...{ ...row, created_at: created_at.toISOString(), decided_at: isoOrNull(decided_at) },
    collects: collectedLocation(row.location),
  }));
}

/** Returns false if it is not pending, so that one of two concurrent decisions wins. */
export async function decideSourceRequest(
  trx: Trx,
  id: string,
  decision: Updateable<SourceRequestTable>,
): Promise<boolean> {
  const update = trx.updateTable('source_requests').set({ ...decision, decided_at: new Date() });
  const { numUpdatedRows } = await update.where('id', '=', id).where('state', '=', 'pending').executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the approved requests whose source has published hooks, and returns their ids. */
export async function markCollected(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update source_requests r set state = 'collected'
    where state = 'approved' and source is not null and exists (${publishedHooks})
      and exists (select from accounts a where a.id = r.account_id and a.deleted_at is null) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

// SQL of source requests.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { SourceRequestTable } from '../../db/tables/accounts.ts';
import { isoOrNull } from '../../lib/time.ts';
import { collectedLocation, type OperatorSourceRequest } from './source-request.ts';

type Row = Selectable<SourceRequestTable> & { hooks: number; name: string; email: string };

/** `email`: of the account, for what is mailed to its holder. */
export type RequestRow = OperatorSourceRequest & { email: string };

function toRequest({ id, account_id, name, created_at, decided_at, ...row }: Row): RequestRow {
  const moments = { created_at: created_at.toISOString(), decided_at: isoOrNull(decided_at) };
  const collects = collectedLocation(row.location);
  return { ...row, ...moments, request_id: id, account: { id: account_id, name }, collects };
}

export async function insertSourceRequest(trx: Trx, row: Insertable<SourceRequestTable>): Promise<void> {
  await trx.insertInto('source_requests').values(row).execute();
}

export type RequestFilter = { id?: string; accountId?: string; state?: OperatorSourceRequest['state'] };

/** Deleted accounts get no answer any more. */
function conditions({ id, accountId, state }: RequestFilter): RawBuilder<unknown> {
  const given = [
    ...(id === undefined ? [] : [sql`r.id = ${id}`]),
    ...(accountId === undefined ? [] : [sql`r.account_id = ${accountId}`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
  ];
  return sql.join([sql`a.deleted_at is null`, ...given], sql` and `);
}

export async function countSourceRequests(db: Db, filter: RequestFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from source_requests r join accounts a on a.id = r.account_id where ${conditions(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const publishedHooks = sql`select from hook_sources s join hooks h on h.id = s.hook_id
  where s.source = r.source and h.state = 'published'`;

/** Pending ones are handled in order of arrival; the others are listed newest first. */
export async function selectSourceRequests(
  db: Db,
  filter: RequestFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<RequestRow[]> {
  const [next, direction] = filter.state === 'pending' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const last = sql`(select created_at, id from source_requests where id = ${after})`;
  const { rows } = await sql<Row>`
    select r.*, a.name, a.email, (select count(*) from (${publishedHooks}) found) as hooks
    from source_requests r join accounts a on a.id = r.account_id
    where ${conditions(filter)} ${after === undefined ? sql`` : sql`and (r.created_at, r.id) ${next} ${last}`}
    order by r.created_at ${direction}, r.id ${direction} limit ${limit}`.execute(db);
  return rows.map(toRequest);
}

/** False if it is not pending: of two concurrent decisions one wins. */
export async function decideSourceRequest(
  trx: Trx,
  id: string,
  decision: Updateable<SourceRequestTable>,
): Promise<boolean> {
  const update = trx.updateTable('source_requests').set({ ...decision, decided_at: new Date() });
  const { numUpdatedRows } = await update.where('id', '=', id).where('state', '=', 'pending').executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those whose source has published hooks by now. Returns their ids. */
export async function markCollected(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update source_requests r set state = 'collected'
    where state = 'approved' and source is not null and exists (${publishedHooks})
      and exists (select from accounts a where a.id = r.account_id and a.deleted_at is null) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

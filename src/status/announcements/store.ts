// SQL of announcements and their updates.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { AnnouncementTable, AnnouncementUpdateTable } from '../../db/tables/status.ts';
import { isoOrNull } from '../../lib/time.ts';
import { type Announcement, phaseOf } from './announcement.ts';

type Row = Selectable<AnnouncementTable>;
type UpdateRow = Selectable<AnnouncementUpdateTable>;

/** Newest first. `since` leaves out announcements that ended before. `after` is the last id of the previous page. */
export type AnnouncementFilter = { id?: string; since?: Date; after?: string; limit: number };

export async function selectAnnouncements(
  db: Db,
  { id, since, after, limit }: AnnouncementFilter,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<Announcement[]> {
  let query = db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (id !== undefined) query = query.where('id', '=', id);
  if (since !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('ended_at', '>', since),
        eb.and([eb('ended_at', 'is', null), eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', since)])]),
      ]),
    );
  if (after !== undefined)
    query = query.where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('starts_at', 'id'),
        '<',
        selectFrom('announcements as a')
          .select(['a.starts_at', 'a.id'])
          .where('a.id', '=', after)
          .$asTuple('starts_at', 'id'),
      ),
    );
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const updates = await db
    .selectFrom('announcement_updates')
    .selectAll()
    .where('announcement_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const byAnnouncement = Map.groupBy(updates, ({ announcement_id }) => announcement_id);
  return rows.map((row) => toAnnouncement(row, byAnnouncement.get(row.id) ?? [], publicUrl, now));
}

function toAnnouncement(row: Row, updates: UpdateRow[], publicUrl: string, now: Date): Announcement {
  return {
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    title: row.title,
    parts: row.parts,
    phase: phaseOf(row, now),
    state: updates[0]?.state ?? 'posted',
    starts_at: row.starts_at.toISOString(),
    ends_at: isoOrNull(row.ends_at),
    ended_at: isoOrNull(row.ended_at),
    updated_at: row.updated_at.toISOString(),
    url: `${publicUrl}/status#${row.id}`,
    updates: updates.map(({ id, created_at, state, message }) => ({
      id,
      at: created_at.toISOString(),
      state,
      message,
    })),
  };
}

/** Locks the row until the transaction ends. */
export async function lockAnnouncement(trx: Trx, id: string): Promise<Row | undefined> {
  return trx.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertAnnouncement(trx: Trx, row: Insertable<AnnouncementTable>): Promise<void> {
  await trx.insertInto('announcements').values(row).execute();
}

export async function insertUpdate(trx: Trx, row: Insertable<AnnouncementUpdateTable>): Promise<void> {
  await trx.insertInto('announcement_updates').values(row).execute();
}

export async function changeAnnouncementRow(
  trx: Trx,
  id: string,
  change: Updateable<AnnouncementTable>,
): Promise<void> {
  await trx.updateTable('announcements').set(change).where('id', '=', id).execute();
}

export async function deleteAnnouncementRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('announcements').where('id', '=', id).execute();
}

/** Returns the announcement of an update, with this update first; undefined if it was deleted. */
export async function findAnnouncementOf(
  db: Db,
  updateId: string,
  context: { publicUrl: string; now: Date },
): Promise<Announcement | undefined> {
  const row = await db
    .selectFrom('announcement_updates')
    .select('announcement_id')
    .where('id', '=', updateId)
    .executeTakeFirst();
  if (!row) return undefined;
  const [found] = await selectAnnouncements(db, { id: row.announcement_id, limit: 1 }, context);
  return found && { ...found, updates: found.updates.filter(({ id }) => id === updateId) };
}

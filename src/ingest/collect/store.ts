// SQL of collections: collected records, the state of each location, and units of APIs.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import { selectOutdatedVideos, storeCreatorVideos } from '../creator-videos/store.ts';
import type { Api, ApiWindow, Archive, CollectedRecord, LocationState, RefreshApi, Step } from './collector.ts';

export async function selectState(db: Database, sourceId: string, location: string): Promise<LocationState> {
  const query = db.selectFrom('collect_states').select('state').where('source_id', '=', sourceId);
  return (await query.where('location', '=', location).executeTakeFirst())?.state ?? {};
}

/** Makes the next run read all locations from the beginning. */
export async function deleteStates(db: Database, sourceId: string): Promise<void> {
  await db.deleteFrom('collect_states').where('source_id', '=', sourceId).execute();
}

/** A statement has at most 65,535 parameters. */
const rowsPerStatement = 1000;

export async function insertStep(
  trx: Trx,
  sourceId: string,
  location: string,
  { records, videos = [], state, startsOver = false }: Step,
): Promise<void> {
  if (startsOver)
    await trx
      .deleteFrom('collected_records')
      .where('source_id', '=', sourceId)
      .where('state', '=', 'waiting')
      .execute();
  // One statement cannot upsert the same id twice.
  const rows = [...new Map(records.map((record) => [record.id, toRow(record, sourceId, location)])).values()];
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await trx
      .insertInto('collected_records')
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'record_id']).doUpdateSet(({ ref }) => ({
          location: ref('excluded.location'),
          state: ref('excluded.state'),
          record: ref('excluded.record'),
          views: ref('excluded.views'),
          published_at: ref('excluded.published_at'),
          asked_at: ref('excluded.asked_at'),
        })),
      )
      .execute();
  await storeCreatorVideos(trx, videos);
  await trx
    .insertInto('collect_states')
    .values({ source_id: sourceId, location, state: JSON.stringify(state) })
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'location']).doUpdateSet(({ ref }) => ({ state: ref('excluded.state') })),
    )
    .execute();
}

/** After a change of the settings, lists are walked again and skipped videos are checked again. */
export async function restartCollector(trx: Trx, sourceId: string): Promise<void> {
  await trx.deleteFrom('collect_states').where('source_id', '=', sourceId).execute();
  await trx.deleteFrom('collected_records').where('source_id', '=', sourceId).where('state', '=', 'skipped').execute();
}

/** Deletes records of locations that were removed from the source, except imported ones. */
export async function dropOtherLocations(trx: Trx, sourceId: string, locations: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('collect_states')
    .where('source_id', '=', sourceId)
    .where('location', 'not in', locations)
    .execute();
  await trx
    .deleteFrom('collected_records')
    .where('source_id', '=', sourceId)
    .where('location', 'not in', locations)
    .where('state', 'in', ['waiting', 'watched'])
    .execute();
}

function toRow({ id, state, record, views, publishedAt }: CollectedRecord, sourceId: string, location: string) {
  const origin = { source_id: sourceId, record_id: id, location, asked_at: new Date() };
  return { ...origin, state, record, views, published_at: publishedAt };
}

export function archiveOf(db: Database, sourceId: string, location: string, isForced: boolean): Archive {
  const records = db.selectFrom('collected_records').select('record_id').where('source_id', '=', sourceId);
  return {
    known: async (ids) => {
      if (isForced || ids.length === 0) return new Set();
      const rows = await records.where('record_id', 'in', ids).execute();
      return new Set(rows.map(({ record_id }) => record_id));
    },
    watched: async ({ checkedBefore, publishedAfter, limit }) => {
      const rows = await records
        .where('state', '=', 'watched')
        .where('location', '=', location)
        .where('asked_at', '<', checkedBefore)
        .where('published_at', '>', publishedAfter)
        .orderBy('asked_at')
        .limit(limit)
        .execute();
      return rows.map(({ record_id }) => record_id);
    },
    outdated: ({ seenBefore, limit }) => selectOutdatedVideos(db, seenBefore, limit),
  };
}

/** Adds `units` to the usage of the window and returns true, unless that would exceed its limit. */
export async function takeUnits(
  db: Db,
  api: Api | RefreshApi,
  { start, limit }: ApiWindow,
  units: number,
): Promise<boolean> {
  if (units > limit) return false;
  const taken = await db
    .insertInto('api_usage')
    .values({ api, window_start: start, used: units })
    .onConflict((conflict) =>
      conflict
        .columns(['api', 'window_start'])
        .doUpdateSet({ used: sql<number>`api_usage.used + ${units}` })
        .where(sql<boolean>`api_usage.used + ${units} <= ${limit}`),
    )
    .returning('used')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Called when the API itself reports that no units are left. */
export async function takeAllUnits(db: Database, api: Api, { start, limit }: ApiWindow): Promise<void> {
  await db
    .insertInto('api_usage')
    .values({ api, window_start: start, used: limit })
    .onConflict((conflict) =>
      conflict
        .columns(['api', 'window_start'])
        .doUpdateSet({ used: sql<number>`greatest(api_usage.used, ${limit}::int)` }),
    )
    .execute();
}

export async function selectUsed(
  db: Database,
  api: Api | RefreshApi,
  { start }: Pick<ApiWindow, 'start'>,
): Promise<number> {
  const query = db.selectFrom('api_usage').select('used').where('api', '=', api).where('window_start', '=', start);
  return (await query.executeTakeFirst())?.used ?? 0;
}

/** Windows are only read while they last. */
export async function deleteApiUsageBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('api_usage').where('window_start', '<', before).execute();
}

export type WaitingRecord = { n: number; record: string };

/** Pending records in the order of collection. */
export async function selectWaiting(
  db: Database,
  sourceId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingRecord[]> {
  return db
    .selectFrom('collected_records')
    .select(['n', 'record'])
    .where('source_id', '=', sourceId)
    .where('state', '=', 'waiting')
    .where('n', '>', after)
    .where('record', 'is not', null)
    .orderBy('n')
    .limit(limit)
    .$narrowType<{ record: string }>()
    .execute();
}

/** Settles the records up to `last`. The archive keeps their ids; records without an id of their own are deleted. */
export async function settleWaiting(
  db: Database,
  sourceId: string,
  { last, isArchived }: { last: number; isArchived: boolean },
): Promise<void> {
  const isSettled = sql<boolean>`source_id = ${sourceId} and state = 'waiting' and n <= ${last}`;
  const update = db.updateTable('collected_records').where(isSettled);
  if (isArchived) await update.set({ state: 'imported', record: null, views: null, published_at: null }).execute();
  else await db.deleteFrom('collected_records').where(isSettled).execute();
}

// The catalog's SQL: its version, the stream that snapshots are built from, and the curator's changes to single hooks.
import { type Expression, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { notify } from '../db/database.ts';
import type { HookState, HookTable } from '../db/tables.ts';
import type { FullHook } from './hook.ts';

const instant = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

// One place tells how a row becomes the JSON that clients get; hook.ts has the schema, and a test holds them together.
const fullHook = `
  select 'hook_' || h.id as id, h.text, h.views, h.platform, h.archetype, h.emotional_trigger, h.niche, h.format, h.language,
    h.creator, h.source_url, ${instant('published_at')}, ${instant('views_captured_at')}, h.likes, h.comments, h.shares,
    h.duration_seconds, h.template, h.word_count,
    (select row_to_json(l) from (select h.label_method as method, h.label_confidence as confidence) l) as labels,
    ${instant('added_at')}, ${instant('updated_at')}, h.sample`;

/** Columns in the order that build.ts reads them, rows in the order of the snapshot. */
export const copySnapshot = `copy (
  select h.id, h.views::float8, (extract(epoch from h.added_at) * 1000)::float8, h.niche, h.archetype, h.emotional_trigger,
    h.platform, coalesce(h.format, ''), coalesce(h.language, ''), h.sample, h.text,
    (select row_to_json(r)::text from (${fullHook}) r)
  from hooks h where h.state = 'published' order by h.views desc, h.id
) to stdout (format binary)`;

export const selectVersion = `select version::float8, updated_at, (select count(*) from hooks where state = 'published')::float8 as size from catalog`;

export async function catalogVersion(db: Database): Promise<number> {
  return (await db.selectFrom('catalog').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Serialises publications and hands out the next version. Every change to what clients see happens after this call, in the
 * same transaction, with rows stamped by the version returned.
 */
export async function nextVersion(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('catalog')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .returning('version')
    .executeTakeFirstOrThrow();
  await notify(trx, 'hookline_catalog');
  return row.version;
}

export type OperatorHook = FullHook & { state: HookState; source: string; source_id: string | null };

type HookQuery = { state?: HookState; after?: number; limit: number; text?: string };

export async function selectHooks(db: Database, query: HookQuery): Promise<OperatorHook[]> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`h.id > ${query.after ?? 0}`];
  if (query.state) conditions.push(sql<SqlBool>`h.state = ${query.state}`);
  if (query.text) conditions.push(sql<SqlBool>`position(lower(${query.text}) in lower(h.text)) > 0`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<{ record: OperatorHook }>`
    select row_to_json(r) as record from (${sql.raw(`${fullHook}, h.state, h.source, h.source_id`)}
    from hooks h where ${where} order by h.id limit ${query.limit}) r`.execute(db);
  return rows.map(({ record }) => record);
}

export async function selectHook(db: Database, id: number): Promise<OperatorHook | undefined> {
  const [hook] = await selectHooks(db, { after: id - 1, limit: 1 });
  return hook?.id === `hook_${id}` ? hook : undefined;
}

export async function hookState(db: Database, id: number): Promise<HookState | undefined> {
  return (await db.selectFrom('hooks').select('state').where('id', '=', id).executeTakeFirst())?.state;
}

export async function updateHookRow(
  trx: Trx,
  id: number,
  version: number,
  changes: Updateable<HookTable>,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ ...changes, version, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function countHooksByState(db: Database): Promise<Record<HookState, number>> {
  const counts = { published: 0, pending: 0, retired: 0, rejected: 0 };
  const rows = await db
    .selectFrom('hooks')
    .select(['state', db.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

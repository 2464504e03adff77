// SQL of near duplicates: the texts to compare, the pairs found, and the pairs that curators dismissed.
import { type RawBuilder, sql } from 'kysely';
import { localModel } from '../../config/config.ts';
import type { Db, Trx } from '../../db/database.ts';
import { hookNumber } from '../../lib/ids.ts';

const textsPerFetch = 10_000;

export type TextRow = { id: number; text: string; text_group: string };

/** Yields texts of published and pending hooks. Hooks with the same words are adjacent, published ones first. */
export async function* selectTexts(trx: Trx): AsyncGenerator<TextRow[]> {
  await sql`declare texts cursor for select id, text, text_group from hooks
    where state in ('published', 'pending') order by text_group, state desc, id`.execute(trx);
  for (;;) {
    const { rows } = await sql<TextRow>`fetch ${sql.lit(textsPerFetch)} from texts`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < textsPerFetch) return;
  }
}

/** Returns vectors of the included model by text group. */
export async function selectMeanings(db: Db, groups: ReadonlySet<string>): Promise<Map<string, Int8Array>> {
  const rows = await db
    .selectFrom('embeddings')
    .select(['text_group', 'vector'])
    .where('model', '=', localModel)
    .where('text_group', '=', sql<string>`any(${[...groups]}::text[])`)
    .where('vector', 'is not', null)
    .execute();
  return new Map(rows.map(({ text_group, vector }) => [text_group, new Int8Array(vector ?? [])]));
}

/** Two hooks with nearly the same words; `hook_id` is the lower id. */
export type PairRow = { hook_id: number; other_id: number; similarity: number };

const pairsPerInsert = 10_000;

/** Dismissed pairs stay dismissed. */
export async function replacePairs(trx: Trx, pairs: readonly PairRow[]): Promise<void> {
  await sql`create temporary table found_pairs (hook_id bigint, other_id bigint, similarity double precision) on commit drop`.execute(
    trx,
  );
  for (let at = 0; at < pairs.length; at += pairsPerInsert) {
    const batch = pairs.slice(at, at + pairsPerInsert);
    const column = (name: keyof PairRow) => batch.map(({ [name]: value }) => value);
    await sql`insert into found_pairs
      select * from unnest(${column('hook_id')}::bigint[], ${column('other_id')}::bigint[], ${column('similarity')}::float8[])`.execute(
      trx,
    );
  }
  await sql`analyze found_pairs`.execute(trx);
  await sql`
delete from near_duplicates n where dismissed_at is null
  and not exists (select from found_pairs f where f.hook_id = n.hook_id and f.other_id = n.other_id)`.execute(trx);
  await sql`
insert into near_duplicates as n (hook_id, other_id, similarity)
select distinct on (f.hook_id, f.other_id) f.hook_id, f.other_id, f.similarity
from found_pairs f join hooks h on h.id = f.hook_id join hooks o on o.id = f.other_id
where h.merged_into is null and o.merged_into is null
on conflict (hook_id, other_id) do update set similarity = excluded.similarity where n.similarity <> excluded.similarity`.execute(
    trx,
  );
}

/** Pairs seen from both hooks, without settled ones: dismissed, or one hook is gone. */
const open = sql`(
  select n.* from (
    select hook_id as id, other_id as other, similarity, dismissed_at from near_duplicates
    union all
    select other_id, hook_id, similarity, dismissed_at from near_duplicates
  ) n join hooks a on a.id = n.id join hooks b on b.id = n.other
  where n.dismissed_at is null and a.state in ('published', 'pending') and b.state in ('published', 'pending')
    and a.text_group <> b.text_group
)`;

/** The condition of hooks that have near duplicates. */
export const hasNearDuplicate: RawBuilder<boolean> = sql<boolean>`id in (select id from ${open} p)`;

export type NearDuplicateOf = { id: string; text: string; similarity: number };

/** Returns near duplicates by hook id, the most similar first. */
export async function selectNearDuplicates(
  db: Db,
  hookIds: readonly string[],
): Promise<Map<string, NearDuplicateOf[]>> {
  const numbers = hookIds.flatMap((id) => hookNumber(id) ?? []);
  const { rows } = await sql<{ id: number; other: number; similarity: number; text: string }>`
select p.id, p.other, p.similarity, h.text from ${open} p join hooks h on h.id = p.other
where p.id = any(${numbers}::bigint[]) order by p.similarity desc, p.other`.execute(db);
  const found = new Map<string, NearDuplicateOf[]>();
  for (const { id, other, similarity, text } of rows) {
    const key = `hook_${id}`;
    found.set(key, [...(found.get(key) ?? []), { id: `hook_${other}`, text, similarity }]);
  }
  return found;
}

/** Returns false if the two are not near duplicates, or already dismissed. */
export async function dismissPair(trx: Trx, [a, b]: readonly [number, number], now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('near_duplicates')
    .set({ dismissed_at: now })
    .where('hook_id', '=', Math.min(a, b))
    .where('other_id', '=', Math.max(a, b))
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

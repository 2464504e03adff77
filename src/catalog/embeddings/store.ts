// SQL of embeddings: published texts without a vector, stored vectors, and their deletion.
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { type Database, type Db, notify, type Trx } from '../../db/database.ts';
import { type Embedder, englishOrUnknown } from '../../embeddings/embedder.ts';
import type { Embedding } from '../../embeddings/vector.ts';

/** Place in the order of views, then id. */
export type Place = { views: number; id: number };

const isUnembedded = (model: string) =>
  sql<boolean>`not exists (select from embeddings e where e.model = ${model} and e.text_group = h.text_group)`;

/** Published hooks whose text has no vector of this model, the most viewed first. */
export async function selectUnembedded(
  db: Db,
  { model, isEnglishOnly = false }: Pick<Embedder, 'model' | 'isEnglishOnly'>,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<Place[]> {
  const isAfter = after
    ? sql<boolean>`(h.views < ${after.views} or (h.views = ${after.views} and h.id > ${after.id}))`
    : sql<boolean>`true`;
  const isServed = isEnglishOnly ? sql<boolean>`coalesce(h.language, '') ~ ${englishOrUnknown}` : sql<boolean>`true`;
  const { rows } = await sql<Place>`
    select h.views, h.id from hooks h where h.state = 'published' and ${isAfter} and ${isServed} and ${isUnembedded(model)}
    order by h.views desc, h.id limit ${limit}`.execute(db);
  return rows;
}

export type GroupedText = { text_group: string; text: string };

/** Returns one text per group of these hooks that are still published and have no vector. */
export async function selectTexts(db: Db, model: string, ids: readonly number[]): Promise<GroupedText[]> {
  const { rows } = await sql<GroupedText>`
    select distinct on (h.text_group) h.text_group, h.text from hooks h
    where h.id = any(${ids}) and h.state = 'published' and ${isUnembedded(model)} order by h.text_group, h.id`.execute(
    db,
  );
  return rows;
}

export type StoredEmbedding = { textGroup: string; vector: Embedding | null; fault: string | null };

/** Stores vectors of texts that are still published. */
export async function insertEmbeddings(db: Database, model: string, rows: readonly StoredEmbedding[]): Promise<void> {
  const groups = rows.map(({ textGroup }) => textGroup);
  const vectors = rows.map(({ vector }) => vector && Buffer.from(vector.buffer, vector.byteOffset, vector.length));
  const faults = rows.map(({ fault }) => fault);
  await db.transaction().execute(async (trx) => {
    // The lock makes `seq` rise in the order of commits.
    await sql`lock table embeddings in share row exclusive mode`.execute(trx);
    await sql`insert into embeddings (model, text_group, vector, fault)
      select ${model}, n.text_group, n.vector, n.fault
      from unnest(${groups}::text[], ${vectors}::bytea[], ${faults}::text[]) as n (text_group, vector, fault)
      where exists (select from hooks h where h.text_group = n.text_group and h.state = 'published')
      on conflict do nothing`.execute(trx);
    await notify(trx, 'hookline_embeddings');
  });
}

/** Returns the dimensions of the stored vectors, or undefined without vectors. */
export async function selectDimensions(db: Db, model: string): Promise<number | undefined> {
  const { rows } = await sql<{ dimensions: number }>`
    select octet_length(vector) as dimensions from embeddings where model = ${model} and vector is not null limit 1`.execute(
    db,
  );
  return rows[0]?.dimensions;
}

/** Deletes the vectors of a hook's text, unless another published hook has the same text. */
export async function deleteEmbeddingsOf(trx: Trx, hookId: number): Promise<void> {
  await sql`delete from embeddings e using hooks h
    where h.id = ${hookId} and e.text_group = h.text_group and not exists (
      select from hooks other where other.text_group = h.text_group and other.state = 'published' and other.id <> h.id
    )`.execute(trx);
}

/** Deletes vectors of texts that no published hook has. */
export async function deleteUnusedEmbeddings(db: Db): Promise<void> {
  await sql`delete from embeddings e
    where not exists (select from hooks h where h.text_group = e.text_group and h.state = 'published')`.execute(db);
}

/** Vectors per statement, so that no transaction is long. */
const deletedAtOnce = 10_000;

/** Deletes vectors of former models. */
export async function deleteOtherModels(db: Db, model: string, signal: AbortSignal): Promise<void> {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    signal.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`delete from embeddings where ctid in (
      (select ctid from embeddings where model < ${model} limit ${deletedAtOnce})
      union all (select ctid from embeddings where model > ${model} limit ${deletedAtOnce}) limit ${deletedAtOnce}
    )`.execute(db);
    deleted = Number(numAffectedRows);
  }
}

// SQL of loading vectors, as plain text: the vector thread uses pg alone, since loading Kysely takes 0.1 s.

type StoredVector = { textGroup: string; vector: Buffer };

/** Last loaded `seq` of a vector, and catalog version. */
export type Loaded = { seq: number; version: number };

const vectorsPerBatch = 2000;

const addedAfter = `
select seq::float8 as seq, text_group as "textGroup", vector from embeddings
where seq > $2 and model = $1 and vector is not null order by seq limit ${vectorsPerBatch}`;

/** Returning hooks may have been embedded long ago. */
const changedAfter = `
select e.text_group as "textGroup", e.vector from hooks h join embeddings e on e.text_group = h.text_group
where h.state = 'published' and h.version > $2 and e.model = $1 and e.vector is not null`;

/** Passes new vectors, and vectors of changed hooks, to `take`. Resolves to the loaded state. */
export async function readVectors(
  client: ClientBase,
  model: string,
  { after, version }: { after: Loaded; version: number },
  take: (vector: StoredVector) => void,
): Promise<Loaded> {
  let { seq } = after;
  for (let count = vectorsPerBatch; count === vectorsPerBatch; ) {
    const { rows } = await client.query<StoredVector & { seq: number }>(addedAfter, [model, seq]);
    for (const row of rows) take(row);
    count = rows.length;
    seq = rows.at(-1)?.seq ?? seq;
  }
  // The first load reads every vector. Later, vectors without a hook were removed from memory, so vectors of changed hooks are read again.
  if (after.seq > 0 && version > after.version) {
    const { rows } = await client.query<StoredVector>(changedAfter, [model, after.version]);
    for (const row of rows) take(row);
  }
  return { seq, version };
}

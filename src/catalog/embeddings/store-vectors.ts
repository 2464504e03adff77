// SQL of loading vectors, as plain text: the thread of vectors queries through pg alone, since loading Kysely takes it 0.1 s.
import type { ClientBase } from 'pg';

export type StoredVector = { textGroup: string; vector: Buffer };

/** What was loaded last: the `seq` of a vector, and the version of the catalog. */
export type Loaded = { seq: number; version: number };

const vectorsPerBatch = 2000;

const addedAfter = `
select seq::float8 as seq, text_group as "textGroup", vector from embeddings
where seq > $2 and model = $1 and vector is not null order by seq limit ${vectorsPerBatch}`;

/** Hooks may return, whose texts were embedded long ago. */
const changedAfter = `
select e.text_group as "textGroup", e.vector from hooks h join embeddings e on e.text_group = h.text_group
where h.state = 'published' and h.version > $2 and e.model = $1 and e.vector is not null`;

/** Calls `take` with the vectors that are new, or of hooks that are. Resolves to what is loaded then. */
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
  // At the start every vector is new.
  if (after.version > 0 && version > after.version) {
    const { rows } = await client.query<StoredVector>(changedAfter, [model, after.version]);
    for (const row of rows) take(row);
  }
  return { seq, version };
}

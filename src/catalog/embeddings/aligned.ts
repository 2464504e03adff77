// Vectors of one catalog version: assigns rows to slots, and finds the rows nearest to a query.
import { topicsNamedIn } from '../../embeddings/local/local-embedder.ts';
import { cosineOf } from '../../embeddings/vector.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { measureScale, nearestSlots, type Scale, vectorOf } from './nearest.ts';
import { findSlot, groupOf, isUsed, rebuildIndex, removeVector, type Vectors } from './vectors.ts';

/** Parts of a snapshot that the vector thread needs. All are in shared memory. */
export type Lines = Pick<Rows, 'layout' | 'size' | 'textHashes' | 'records' | 'offsets' | 'briefLengths'> & {
  version: number;
  /** Hooks in languages that get no vectors. */
  unserved: number;
};

export type Aligned = {
  vectors: Vectors;
  lines: Lines;
  /** Slot of each row plus one; 0 without a vector. */
  rowSlots: Uint32Array;
  /** The first row of each slot, which is the most viewed. */
  slotRows: Uint32Array;
  /** Rows without a vector. */
  waiting: number;
  scale: Scale;
  topics: readonly Topic[];
};

/**
 * `similarity` is a cosine; `score` is 0 for unrelated texts and 1 for identical ones. `isNear` is true if the similarity exceeds chance.
 * `topic` is the common topic, if known.
 */
export type MeaningLine = {
  row: number;
  similarity: number;
  score: number;
  isNear: boolean;
  topic: string | undefined;
};

/** A topic of lines, such as `jobs`. */
export type Topic = { name: string; vector: Int8Array };

const noRow = 0xffff_ffff;

/** Removes vectors without a row. Takes 0.2 s for a million rows. */
export function align(vectors: Vectors, lines: Lines, topics: readonly Topic[] = []): Aligned {
  const rowSlots = new Uint32Array(lines.size);
  const slotRows = new Uint32Array(vectors.end).fill(noRow);
  let waiting = 0;
  for (let row = 0; row < lines.size; row++) {
    const slot = findSlot(vectors, lines.textHashes[row]);
    if (slot === undefined) waiting++;
    else {
      rowSlots[row] = slot + 1;
      if (slotRows[slot] === noRow) slotRows[slot] = row;
    }
  }
  const used: number[] = [];
  let removed = 0;
  for (let slot = 0; slot < vectors.end; slot++) {
    if (slotRows[slot] !== noRow) used.push(slot);
    else if (isUsed(vectors, slot)) {
      removeVector(vectors, slot);
      removed++;
    }
  }
  if (removed > 0) rebuildIndex(vectors);
  return { vectors, lines, rowSlots, slotRows, waiting, scale: measureScale(vectors, used), topics };
}

/** Undefined if the row has no vector. */
export function queryOfRow(aligned: Aligned, row: number): Int8Array | undefined {
  const slot = aligned.rowSlots[row] - 1;
  return slot >= 0 && isOfRow(aligned, slot, row) ? vectorOf(aligned.vectors, slot) : undefined;
}

/**
 * `text` is the query's text. `rows` restricts the result to these rows, ascending. `without` excludes the query's own row. The first row
 * represents all rows with the same text.
 */
export function nearestRows(
  aligned: Aligned,
  query: Int8Array,
  { text, rows, without, limit }: { text: string; rows?: Uint32Array; without?: number; limit: number },
): MeaningLine[] {
  const { vectors, rowSlots, slotRows, scale } = aligned;
  if (query.length !== vectors.dimensions) return [];
  const { usual, floor } = scale;
  const own = without === undefined ? -1 : rowSlots[without] - 1;
  const candidates = rows && slotsOf(rowSlots, rows);
  const nearest = nearestSlots(vectors, query, { candidates, limit: limit + 1 }).filter(({ slot }) => slot !== own);
  const firstRows = rows && firstRowsOf(rowSlots, rows, new Set(nearest.map(({ slot }) => slot)));
  const named = aligned.topics.length > 0 ? topicsNamedIn(text) : new Set<string>();
  const ofQuery = aligned.topics
    .filter((topic) => named.has(topic.name) && cosineOf(topic.vector, query) >= leastTopic)
    .sort((a, b) => cosineOf(query, b.vector) - cosineOf(query, a.vector));
  return nearest
    .flatMap(({ slot, similarity }) => {
      const row = firstRows?.get(slot) ?? slotRows[slot];
      if (row === noRow || !isOfRow(aligned, slot, row)) return [];
      const score = Math.min(1, Math.max(0, (similarity - usual) / (1 - usual)));
      const other = () => readText(aligned.lines, row, 'text');
      // Vectors alone would give many texts a topic that none of their words names.
      const isAbout = ({ name, vector }: Topic) =>
        cosineOf(vector, vectorOf(vectors, slot)) >= leastTopic && topicsNamedIn(other()).has(name);
      const topic = ofQuery.find(isAbout)?.name;
      return { row, similarity, score, isNear: similarity >= floor, topic };
    })
    .slice(0, limit);
}

/** Minimum cosine with a topic; smaller ones occur by chance. */
const leastTopic = 0.48;

function slotsOf(rowSlots: Uint32Array, rows: Uint32Array): Uint32Array {
  const slots = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const slot = rowSlots[rows[at]];
    if (slot > 0) slots[count++] = slot - 1;
  }
  return slots.subarray(0, count);
}

function firstRowsOf(rowSlots: Uint32Array, rows: Uint32Array, wanted: ReadonlySet<number>): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at < rows.length && found.size < wanted.size; at++) {
    const slot = rowSlots[rows[at]] - 1;
    if (wanted.has(slot) && !found.has(slot)) found.set(slot, rows[at]);
  }
  return found;
}

/** findSlot() compares only half of a text group's digits, so the whole group is compared here. */
function isOfRow({ vectors, lines }: Aligned, slot: number, row: number): boolean {
  return readText(lines, row, 'text_group') === groupOf(vectors, slot);
}

// Nearest vectors: exact cosines for as many as are fast to compare, preselected by the Hamming distances of their sketches.
import { rowsAtOnce } from '../../embeddings/local/multiply.ts';
import { cosineOf, lengthOf } from '../../embeddings/vector.ts';
import { countUp } from '../snapshot/binary-search.ts';
import { sketchWords, slotsPerBlock, type Vectors, writeSketch } from './vectors.ts';

export type Scored = { slot: number; similarity: number };

/** Maximum number of components to multiply. Beyond it, sketches preselect the vectors. */
const maxProducts = 4_000_000;
/** Minimum number of vectors that are compared exactly: of 100,000 with 384 dimensions, this finds 97 % of the nearest ten. */
const minCompared = 1000;
const farthest = sketchWords * 32;
/** Distance of a slot that is not a candidate. */
const notCompared = farthest + 1;

/** Returns the `limit` slots with the largest cosines, nearest first, among `candidates` or all. Only cosines above 0 count. */
export function nearestSlots(
  vectors: Vectors,
  query: Int8Array,
  { candidates, limit }: { candidates?: Uint32Array; limit: number },
): Scored[] {
  const norm = lengthOf(query);
  const nearest: Scored[] = [];
  const slots = slotsToCompare(vectors, query, candidates);
  const products = multiplySlots(vectors, query, slots);
  for (let place = 0; place < slots.length; place++) {
    const slot = slots[place];
    const similarity = products[place] / (norm * normOf(vectors, slot));
    // The similarity of a free slot is NaN.
    if (!(similarity > (nearest.length < limit ? 0 : nearest[limit - 1].similarity))) continue;
    let at = Math.min(nearest.length, limit - 1);
    while (at > 0 && nearest[at - 1].similarity < similarity) at--;
    nearest.splice(at, 0, { slot, similarity });
    if (nearest.length > limit) nearest.pop();
  }
  return nearest;
}

/** Returns the scalar product of the query with the vector of each slot. Vectors of adjacent slots are copied at once. */
function multiplySlots(
  { blocks, dimensions, products }: Vectors,
  query: Int8Array,
  slots: ArrayLike<number>,
): Int32Array {
  const all = new Int32Array(slots.length);
  const { rows, size, multiply } = products;
  const mostInRun = dimensions === size ? rowsAtOnce : 1;
  for (let start = 0; start < slots.length; start += rowsAtOnce) {
    const end = Math.min(slots.length, start + rowsAtOnce);
    for (let at = start, run = 1; at < end; at += run) {
      const first = slots[at] % slotsPerBlock;
      const most = Math.min(mostInRun, end - at, slotsPerBlock - first);
      for (run = 1; run < most && slots[at + run] === slots[at] + run; ) run++;
      const { vectors } = blocks[Math.floor(slots[at] / slotsPerBlock)];
      rows.set(vectors.subarray(first * dimensions, (first + run) * dimensions), (at - start) * size);
    }
    all.set(multiply(query, end - start), start);
  }
  return all;
}

/** Returns each slot once. Sketches preselect slots if there are more than are fast to compare. */
function slotsToCompare(vectors: Vectors, query: Int8Array, candidates: Uint32Array | undefined): ArrayLike<number> {
  const most = Math.max(minCompared, Math.floor(maxProducts / vectors.dimensions));
  if ((candidates?.length ?? vectors.end) > most) return fewestDifferences(vectors, query, candidates, most);
  return candidates ? Uint32Array.from(new Set(candidates)) : countUp(vectors.end);
}

function fewestDifferences(
  vectors: Vectors,
  query: Int8Array,
  candidates: Uint32Array | undefined,
  maxCompared: number,
): number[] {
  const distances = new Uint8Array(vectors.end).fill(notCompared);
  const counts = new Uint32Array(notCompared);
  const sketch = new Int32Array(sketchWords);
  writeSketch(query, sketch, 0);
  if (candidates) measureSome(vectors, sketch, candidates, distances, counts);
  else measureAll(vectors, sketch, distances, counts);
  let cut = 0;
  for (let total = counts[0]; cut < farthest && total + counts[cut + 1] <= maxCompared; ) total += counts[++cut];
  const nearest: number[] = [];
  for (let slot = 0; slot < distances.length && nearest.length < maxCompared; slot++)
    if (distances[slot] <= cut) nearest.push(slot);
  return nearest;
}

function measureAll({ blocks, end }: Vectors, sketch: Int32Array, distances: Uint8Array, counts: Uint32Array): void {
  for (let start = 0; start < end; start += slotsPerBlock) {
    const { sketches } = blocks[start / slotsPerBlock];
    const length = Math.min(slotsPerBlock, end - start);
    for (let at = 0; at < length; at++) {
      const distance = differences(sketches, at, sketch);
      distances[start + at] = distance;
      counts[distance]++;
    }
  }
}

function measureSome(
  { blocks }: Vectors,
  sketch: Int32Array,
  candidates: Uint32Array,
  distances: Uint8Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < candidates.length; at++) {
    const slot = candidates[at];
    if (distances[slot] !== notCompared) continue;
    const distance = differences(blocks[(slot / slotsPerBlock) | 0].sketches, slot % slotsPerBlock, sketch);
    distances[slot] = distance;
    counts[distance]++;
  }
}

/** Returns the number of differing bits. The sums of the four words are at most 32 per byte, so they are added together at the end. */
function differences(sketches: Int32Array, at: number, sketch: Int32Array): number {
  const start = at * sketchWords;
  const first = (onesPerByte(sketches[start] ^ sketch[0]) + onesPerByte(sketches[start + 1] ^ sketch[1])) | 0;
  const second = (onesPerByte(sketches[start + 2] ^ sketch[2]) + onesPerByte(sketches[start + 3] ^ sketch[3])) | 0;
  return Math.imul((first + second) | 0, 0x01010101) >>> 24;
}

function onesPerByte(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const nibbles = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return ((nibbles + (nibbles >>> 4)) | 0) & 0x0f0f0f0f;
}

export function vectorOf({ blocks, dimensions }: Vectors, slot: number): Int8Array {
  const at = slot % slotsPerBlock;
  return blocks[Math.floor(slot / slotsPerBlock)].vectors.subarray(at * dimensions, (at + 1) * dimensions);
}

/** Returns 0 for a free slot. */
function normOf({ blocks }: Vectors, slot: number): number {
  return blocks[Math.floor(slot / slotsPerBlock)].norms[slot % slotsPerBlock];
}

/** `usual` is the similarity of two unrelated texts; below `floor`, similarity may be chance. Both differ widely between models. */
export type Scale = { usual: number; floor: number };

const sampledPairs = 2000;
/** Corresponds to about four standard deviations with most models. */
const deviations = 6;
/** Minimum share of the distance from the usual similarity to that of the same text. */
const leastShare = 0.2;

/** Measures a fixed choice of slot pairs, so the same vectors give the same scale. */
export function measureScale(vectors: Vectors, used: readonly number[]): Scale {
  const found: number[] = [];
  for (let pair = 0; pair < sampledPairs && used.length > 1; pair++) {
    const [a, b] = [used[(pair * 7919) % used.length], used[(pair * 104729 + 1 + (pair % 97)) % used.length]];
    if (a === b) continue;
    found.push(cosineOf(vectorOf(vectors, a), vectorOf(vectors, b)));
  }
  const usual = Math.max(0, median(found));
  const spread = median(found.map((one) => Math.abs(one - usual)));
  return { usual, floor: usual + Math.max(deviations * spread, leastShare * (1 - usual)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// Near duplicates: texts whose sets of character trigrams have a Jaccard similarity of 0.8 or more, or of 0.65 and nearly the same meaning.
// MinHash finds candidates, whose sets are then compared. A million texts take about 200 MB.

import type { Database } from '../../db/database.ts';
import { fold } from '../../lib/text.ts';
import { selectTexts } from './store.ts';

/** Minimum similarity of texts whose meaning is unknown. */
export const minSimilarity = 0.8;
/** Minimum similarity of texts whose meaning is compared. */
export const minBesideMeaning = 0.65;

/** Indexes of two texts, in ascending order. */
type NearDuplicate = { a: number; b: number; similarity: number };

type FindOptions = {
  /** Minimum similarity. Default 0.8. MinHash finds 86 % of the pairs with 0.65. */
  least?: number;
  /** Restricts the result to pairs with at least one text from this index on. */
  from?: number;
  /** Maximum number of pairs per text. Without it, a series of a thousand captions with the same frame would be half a million pairs. */
  perText?: number;
  /** Maximum number of pairs. */
  max?: number;
};

/** Number of following texts in a bucket that each text is compared with, so that a frequent frame stays affordable. */
const neighbours = 8;

/** Leaves out texts with the same words, ignoring case, punctuation and emoji, since these are exact duplicates. */
export function findNearDuplicates(
  texts: Iterable<string>,
  { least = minSimilarity, from = 0, perText = 5, max = 100_000 }: FindOptions = {},
): NearDuplicate[] {
  const folded = Array.from(texts, fold);
  const signatures = createSignatures(folded);
  const found = new Map<number, NearDuplicate>();
  const counts = new Uint8Array(folded.length);
  const unsure = new Map<number, NearDuplicate>();
  const unsureCounts = new Uint8Array(folded.length);
  const compare = (a: number, b: number, trigrams: (at: number) => Uint32Array) => {
    const key = a * folded.length + b;
    if (b < from || counts[a] >= perText || counts[b] >= perText || found.has(key) || unsure.has(key)) return;
    if (folded[a] === folded[b] || !signatures.mayBeSimilar(a, b)) return;
    const similarity = similarityOf(trigrams(a), trigrams(b));
    if (similarity < least) return;
    // Pairs that depend on meaning are counted separately, so they displace no others.
    const [pairs, ofText] = similarity >= minSimilarity ? [found, counts] : [unsure, unsureCounts];
    if (ofText[a] >= perText || ofText[b] >= perText || pairs.size >= max) return;
    pairs.set(key, { a, b, similarity });
    ofText[a]++;
    ofText[b]++;
  };
  for (const bucket of bucketsOf(signatures)) {
    if (found.size >= max) break;
    const trigrams = memoize((at) => trigramsOf(folded[at] ?? ''));
    for (let at = 0; at < bucket.length; at++)
      for (const other of bucket.subarray(at + 1, at + 1 + neighbours)) compare(bucket[at], other, trigrams);
  }
  return [...found.values(), ...unsure.values()];
}

/** Yields texts that share a band of their signatures, in ascending order. */
function* bucketsOf({ bands, sortBand }: Signatures): Generator<Float64Array> {
  for (let band = 0; band < bands; band++) yield* sortBand(band);
}

function memoize<T>(compute: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

// Counts near duplicates among texts that are not in the catalog.

/** Counting more texts would take too long to wait for; a search after the import compares them all. */
const maxComparedTexts = 200_000;

/** Returns how many of the texts are near duplicates of a hook or of an earlier text; null if there are too many to compare. */
export async function countNearDuplicates(db: Database, texts: readonly string[]): Promise<number | null> {
  if (texts.length === 0) return 0;
  const known = await db.transaction().execute(async (trx) => {
    const found: string[] = [];
    for await (const batch of selectTexts(trx)) {
      for (const { text } of batch) found.push(text);
      if (found.length + texts.length > maxComparedTexts) return null;
    }
    return found;
  });
  if (known === null || known.length + texts.length > maxComparedTexts) return null;
  const pairs = findNearDuplicates([...known, ...texts], { from: known.length, perText: 200 });
  return new Set(pairs.map(({ b }) => b)).size;
}

// MinHash signatures of texts, and the buckets of texts that share a band of them.

/**
 * Two texts of similarity 0.8 share a band with a probability of 99.5 %, two of 0.5 with 48 %. A band has one minimum of each of four
 * hash functions; the range of a function is divided among the bands, so four hashes of a trigram give 40 minima.
 */
const bands = 10;
const functions = 4;
const size = bands * functions;
/** Two texts of similarity 0.8 have 32 of 40 minima in common on average, two of 0.65 have 26; one in a hundred of the latter has fewer than this. */
const minCommon = 19;

type Signatures = {
  bands: number;
  /** Buckets of two or more texts that share this band. Every call uses the same buffer. */
  sortBand: (band: number) => Generator<Float64Array>;
  /** Estimates by the low bytes of the minima. */
  mayBeSimilar: (a: number, b: number) => boolean;
};

const factors = Uint32Array.from({ length: functions }, (_, at) => mix(at + 1) | 1);
const none = 0xffffffff;

function createSignatures(folded: readonly string[]): Signatures {
  const count = folded.length;
  const keys = new Uint32Array(count * bands);
  const bytes = new Uint8Array(count * size);
  const trigrams = new Uint32Array(maxTrigrams);
  const minima = new Uint32Array(size);
  const isShort = new Uint8Array(count);
  for (const [at, text] of folded.entries()) {
    const length = hashTrigrams(text, trigrams);
    if (length === 0) isShort[at] = 1;
    computeMinima(trigrams, length, minima);
    for (let place = 0; place < size; place++) bytes[at * size + place] = minima[place];
    for (let band = 0; band < bands; band++) keys[band * count + at] = keyOf(minima, band);
  }
  const order = new Float64Array(count);

  function* sortBand(band: number): Generator<Float64Array> {
    // Key and index are sorted as one number, which must stay exact, so only the upper bits of a key count.
    const shift = Math.max(0, Math.ceil(Math.log2(Math.max(2, count))) - 21);
    for (let at = 0; at < count; at++) order[at] = (keys[band * count + at] >>> shift) * count + at;
    order.sort();
    for (let start = 0, end = 0; start < count; start = end) {
      const key = Math.floor(order[start] / count);
      for (end = start; end < count && Math.floor(order[end] / count) === key; end++) order[end] -= key * count;
      const bucket = order.subarray(start, end);
      if (bucket.length > 1 && isShort[bucket[0]] === 0) yield bucket;
    }
  }

  function mayBeSimilar(a: number, b: number): boolean {
    let common = 0;
    for (let place = 0; place < size; place++) if (bytes[a * size + place] === bytes[b * size + place]) common++;
    return common >= minCommon;
  }
  return { bands, sortBand, mayBeSimilar };
}

/** Minimum `band * functions + at` is the minimum of function `at` in the range of a band. */
function computeMinima(trigrams: Uint32Array, length: number, minima: Uint32Array): void {
  minima.fill(none);
  for (let at = 0; at < length; at++)
    for (let of = 0; of < functions; of++) {
      const hash = Math.imul(trigrams[at], factors[of]) >>> 0;
      const place = (((hash >>> 16) * bands) >>> 16) * functions + of;
      if (hash < minima[place]) minima[place] = hash;
    }
  for (let place = 0; length > 0 && place < size; place++) if (minima[place] === none) fill(minima, place);
}

/** Short texts leave ranges empty. An empty range gets the minimum of the next one, changed by its distance. */
function fill(minima: Uint32Array, place: number): void {
  let distance = functions;
  while (minima[(place + distance) % size] === none) distance += functions;
  minima[place] = mix(minima[(place + distance) % size] + distance);
}

function keyOf(minima: Uint32Array, band: number): number {
  let key = band;
  for (let at = band * functions; at < (band + 1) * functions; at++) key = mix(Math.imul(key, 31) ^ minima[at]);
  return key;
}

// Sets of character trigrams, as sorted hashes.

const shortest = 3;

/** Writes the hashes of a folded text's trigrams, with repetitions, and returns their number: 0 for fewer than three characters. */
function hashTrigrams(folded: string, into: Uint32Array): number {
  const count = Math.min(into.length, folded.length - shortest + 1);
  for (let at = 0; at < count; at++)
    into[at] = mix(folded.charCodeAt(at) * 0x1f123 + folded.charCodeAt(at + 1) * 0x3f1 + folded.charCodeAt(at + 2));
  return Math.max(0, count);
}

/** The finalizer of MurmurHash3. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Texts of hooks have at most this many characters. */
const maxTrigrams = 512;
const buffer = new Uint32Array(maxTrigrams);

/** Returns each trigram once, sorted. */
function trigramsOf(folded: string): Uint32Array {
  const sorted = buffer.subarray(0, hashTrigrams(folded, buffer)).sort();
  let count = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at];
  return sorted.slice(0, count);
}

/** Jaccard similarity: the share of common trigrams among all. */
function similarityOf(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const difference = a[at] - b[other];
    if (difference === 0) common++;
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  const all = a.length + b.length - common;
  return all === 0 ? 0 : common / all;
}

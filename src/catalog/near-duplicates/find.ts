// Near duplicates: texts whose sets of character trigrams have a Jaccard similarity of 0.8 or more. MinHash finds candidates, and
// their sets are then compared. For a million texts it takes about 200 MB.
import { fold } from '../../lib/clean-text.ts';
import { createSignatures, type Signatures } from './min-hash.ts';
import { similarityOf, trigramsOf } from './trigrams.ts';

const minSimilarity = 0.8;

/** Indexes of two texts, in ascending order. */
export type NearDuplicate = { a: number; b: number; similarity: number };

export type FindOptions = {
  /** Only pairs with at least one text from this index on. */
  from?: number;
  /** Of each text. A series of a thousand captions with the same frame would otherwise be half a million pairs. */
  perText?: number;
  /** Of all texts. */
  max?: number;
};

/** Of a bucket each text is compared with the next ones only, so that a frequent frame stays affordable. */
const neighbours = 8;

/** Texts with the same words, ignoring case, punctuation and emoji, are duplicates and no near duplicates. */
export function findNearDuplicates(
  texts: Iterable<string>,
  { from = 0, perText = 5, max = 100_000 }: FindOptions = {},
): NearDuplicate[] {
  const folded = Array.from(texts, fold);
  const signatures = createSignatures(folded);
  const found = new Map<number, NearDuplicate>();
  const counts = new Uint8Array(folded.length);
  const compare = (a: number, b: number, trigrams: (at: number) => Uint32Array) => {
    const key = a * folded.length + b;
    if (b < from || counts[a] >= perText || counts[b] >= perText || found.has(key)) return;
    if (folded[a] === folded[b] || !signatures.mayBeSimilar(a, b)) return;
    const similarity = similarityOf(trigrams(a), trigrams(b));
    if (similarity < minSimilarity) return;
    found.set(key, { a, b, similarity });
    counts[a]++;
    counts[b]++;
  };
  for (const bucket of bucketsOf(signatures)) {
    if (found.size >= max) break;
    const trigrams = memoize((at) => trigramsOf(folded[at] ?? ''));
    for (let at = 0; at < bucket.length; at++)
      for (const other of bucket.subarray(at + 1, at + 1 + neighbours)) compare(bucket[at], other, trigrams);
  }
  return [...found.values()].slice(0, max);
}

/** Texts that share a band of their signatures, in ascending order. */
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

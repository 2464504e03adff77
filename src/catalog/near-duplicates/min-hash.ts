// MinHash signatures of texts, and the buckets of texts that share a band of them.
import { hashTrigrams, maxTrigrams, mix } from './trigrams.ts';

/**
 * Two texts of similarity 0.8 share a band with a probability of 99.5 %, two of 0.5 with 48 %. A band has one minimum of each of four
 * hash functions; the range of a function is divided among the bands, so four hashes of a trigram give 40 minima.
 */
const bands = 10;
const functions = 4;
const size = bands * functions;
/** Of 40 minima, two texts of similarity 0.8 have 32 in common on average; fewer than this in one of a thousand such pairs. */
const minCommon = 24;

export type Signatures = {
  bands: number;
  /** Buckets of two or more texts that share this band. The same buffer is used for every call. */
  sortBand: (band: number) => Generator<Float64Array>;
  /** Estimated by the low bytes of the minima. */
  mayBeSimilar: (a: number, b: number) => boolean;
};

const factors = Uint32Array.from({ length: functions }, (_, at) => mix(at + 1) | 1);
const none = 0xffffffff;

export function createSignatures(folded: readonly string[]): Signatures {
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
    // Key and index are sorted as one number, which must stay exact: of a key the upper bits count.
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

/** Minimum `band * functions + at` is that of function `at` in the range of a band. */
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

/** Short texts leave ranges empty. These get the minimum of the next range, changed by how far away it is. */
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

// Sets of character trigrams, as sorted hashes.

const shortest = 3;

/** Hashes of the trigrams of a folded text, with repetitions; none for texts of fewer than three characters. */
export function hashTrigrams(folded: string, into: Uint32Array): number {
  const count = Math.min(into.length, folded.length - shortest + 1);
  for (let at = 0; at < count; at++)
    into[at] = mix(folded.charCodeAt(at) * 0x1f123 + folded.charCodeAt(at + 1) * 0x3f1 + folded.charCodeAt(at + 2));
  return Math.max(0, count);
}

/** The finalizer of MurmurHash3. */
export function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Texts of hooks have at most this many characters. */
export const maxTrigrams = 512;
const buffer = new Uint32Array(maxTrigrams);

/** Sorted, each once. */
export function trigramsOf(folded: string): Uint32Array {
  const sorted = buffer.subarray(0, hashTrigrams(folded, buffer)).sort();
  let count = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at];
  return sorted.slice(0, count);
}

/** Jaccard similarity: the share of common trigrams among all. */
export function similarityOf(a: Uint32Array, b: Uint32Array): number {
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

// Vectors as bytes: components are whole numbers from -127 to 127, in proportion to the largest one.

/** Vector of a text. Only its direction counts. */
export type Embedding = Int8Array;

/**
 * Saves three quarters of the memory of 32-bit components and changes the cosine of two vectors by about 0.01. Returns undefined without a
 * direction.
 */
export function quantise(vector: ArrayLike<number>): Embedding | undefined {
  let largest = 0;
  for (const component of Array.from(vector)) largest = Math.max(largest, Math.abs(component));
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return undefined;
  return Int8Array.from(vector, (component) => Math.round((component / largest) * 127));
}

/** The root of the sum of squares. */
export function lengthOf(embedding: Embedding): number {
  let sum = 0;
  for (let at = 0; at < embedding.length; at++) sum += (embedding[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** 1 for the same direction; 0 for vectors of different models. */
export function cosineOf(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  for (let at = 0; at < a.length; at++) product += (a[at] ?? 0) * (b[at] ?? 0);
  return product / (lengthOf(a) * lengthOf(b));
}

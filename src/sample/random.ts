// Seeded chance: the generator and the draws that the sample makes from it. Nothing here reads a clock or Math.random.

/** Uniform in [0, 1). */
export type Random = () => number;

/** mulberry32: 32 bits of state, plenty for a few thousand lines, and the same sequence on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)];
}

/** Both ends included. */
export function integerBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Every order is equally likely. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = integerBetween(random, 0, last);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

export function pickWeighted<T>(random: Random, items: readonly T[], weightOf: (item: T) => number): T {
  let rest = random() * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    rest -= weightOf(item);
    if (rest < 0) return item;
  }
  return items[items.length - 1];
}

/** Log-normal with the given median; `spread` is the standard deviation of the natural logarithm. */
export function logNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

/** Uniform in the logarithm: every order of magnitude is equally likely. */
export function logUniform(random: Random, low: number, high: number): number {
  return low * (high / low) ** random();
}

/**
 * Deals from a shuffled deck and reshuffles when it is empty: chance without streaks, so that no phrase is worn out
 * while its neighbour is never heard.
 */
export function dealer<T>(random: Random, items: readonly T[]): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) deck = shuffle(random, items);
    return deck.pop() as T;
  };
}

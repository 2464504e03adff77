// Uniform random sample of rows without repeats; with a seed the same for the same catalog.
import { queryFingerprint } from './cursor.ts';

/** Floyd's algorithm: `count` draws for a list of any size. The order is random too. */
export function randomRows(rows: Uint32Array, count: number, seed: string | undefined): Uint32Array {
  const draw = seed === undefined ? unseededDraw : seededDraw(queryFingerprint(seed));
  const size = Math.min(count, rows.length);
  const chosen = new Set<number>();
  for (let bound = rows.length - size; bound < rows.length; bound++) {
    const index = draw(bound + 1);
    chosen.add(chosen.has(index) ? bound : index);
  }
  const sample = Uint32Array.from(chosen, (index) => rows[index]);
  for (let last = sample.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [sample[last], sample[other]] = [sample[other], sample[last]];
  }
  return sample;
}

/** Samples are not secret, so Math.random is enough. */
function unseededDraw(bound: number): number {
  return Math.floor(Math.random() * bound);
}

/** Mulberry32, a small generator with a 32-bit state: repeatable, not secret. */
function seededDraw(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

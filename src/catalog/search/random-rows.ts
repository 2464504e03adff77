// Uniform random sample of rows without repeats; the same seed gives the same sample of the same catalog.
import { queryFingerprint } from './cursor.ts';

/** Returns the rows in random order. */
export function randomRows(rows: Uint32Array, count: number, seed: string | undefined): Uint32Array {
  return sample(rows, count, createDraw(seed));
}

/** Takes one row of each group in turn, in a random order of the groups, until `count` are taken or none is left. */
export function diverseRows(groups: readonly Uint32Array[], count: number, seed: string | undefined): Uint32Array {
  const draw = createDraw(seed);
  const order = sample(Uint32Array.from(groups.keys()), Math.min(count, groups.length), draw);
  let rounds = 1;
  while (rounds < count && groups.reduce((sum, { length }) => sum + Math.min(rounds, length), 0) < count) rounds++;
  const samples = Array.from(order, (group) => sample(groups[group], rounds, draw));
  const rows: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const drawn of samples) if (round < drawn.length) rows.push(drawn[round]);
  return Uint32Array.from(rows.slice(0, count));
}

type Draw = (bound: number) => number;

function createDraw(seed: string | undefined): Draw {
  return seed === undefined ? unseededDraw : seededDraw(queryFingerprint(seed));
}

/** Uses Floyd's algorithm: `count` draws for a list of any size. */
function sample(rows: Uint32Array, count: number, draw: Draw): Uint32Array {
  const size = Math.min(count, rows.length);
  const chosen = new Set<number>();
  for (let bound = rows.length - size; bound < rows.length; bound++) {
    const index = draw(bound + 1);
    chosen.add(chosen.has(index) ? bound : index);
  }
  const sampled = Uint32Array.from(chosen, (index) => rows[index]);
  for (let last = sampled.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [sampled[last], sampled[other]] = [sampled[other], sampled[last]];
  }
  return sampled;
}

/** Samples are not secret, so Math.random is enough. */
function unseededDraw(bound: number): number {
  return Math.floor(Math.random() * bound);
}

/** Uses Mulberry32, a small generator with a 32-bit state: repeatable, not secret. */
function seededDraw(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

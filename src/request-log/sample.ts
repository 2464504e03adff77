// Sample of the calls of one second: all of an account up to 100, beyond that a random part, of which the share is known. Pure.

/** Refused calls are few and the ones that are looked for, so they are sampled apart and come first. */
export type Tally<Entry> = { served: Group<Entry>; refused: Group<Entry> };
type Group<Entry> = { seen: number; entries: Entry[] };

/** `rate`: the share of the calls like it that are in the sample, up to 1. */
export type Sampled<Entry> = { entry: Entry; rate: number };

export const maxPerSecond = 100;

export function newTally<Entry>(): Tally<Entry> {
  return { served: { seen: 0, entries: [] }, refused: { seen: 0, entries: [] } };
}

/** Counts a call. Returns the place in `entries` that it takes, or -1 if it is not in the sample: reservoir sampling. */
export function placeFor(group: Group<unknown>): number {
  group.seen += 1;
  if (group.seen <= maxPerSecond) return group.seen - 1;
  const place = Math.floor(Math.random() * group.seen);
  return place < maxPerSecond ? place : -1;
}

/** At most `max` of a tally. If both kinds were seen, each has an entry, so that its rate is told. */
export function takeSample<Entry>({ served, refused }: Tally<Entry>, max: number): Sampled<Entry>[] {
  const reserved = served.seen > 0 && max > 1 ? 1 : 0;
  const first = thin(refused, max - reserved);
  return [...first, ...thin(served, max - first.length)];
}

function thin<Entry>({ seen, entries }: Group<Entry>, max: number): Sampled<Entry>[] {
  const count = Math.min(max, entries.length);
  const step = entries.length / count;
  const rate = count / seen;
  return Array.from({ length: count }, (_, at) => ({ entry: entries[Math.floor(at * step)] as Entry, rate }));
}

export function sizeOf({ served, refused }: Tally<unknown>): number {
  return Math.min(maxPerSecond, served.entries.length + refused.entries.length);
}

/** The most that each may have so that all have at most `total`; who wants less leaves the rest to the others. */
export function fairShare(wanted: readonly number[], total: number): number {
  let left = total;
  let others = wanted.length;
  for (const size of [...wanted].sort((a, b) => a - b)) {
    if (size * others > left) return Math.max(1, Math.floor(left / others));
    left -= size;
    others -= 1;
  }
  return maxPerSecond;
}

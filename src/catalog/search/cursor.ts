// Opaque cursor: the sort key of the last hook of a page, and a fingerprint of its query. It is a place in an order, not an offset, so
// it stays valid across updates of the catalog and never expires.
import { hash } from 'node:crypto';
import { fail } from '../../lib/errors.ts';

// Uniform random sample of rows without repeats; with a seed the same for the same catalog.

/** The order is random too. */
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

/** Floyd's algorithm: `count` draws for a list of any size. */
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

/** Mulberry32, a small generator with a 32-bit state: repeatable, not secret. */
function seededDraw(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** `key` is views or the time of addition in ms; `tier` orders relevance and is 0 in other sorts. */
export type Cursor = { tier: number; key: number; id: number };

const format = 1;
const length = 1 + 4 + 1 + 8 + 8;

/** Fingerprint of filters and sort. */
export function queryFingerprint(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}

/** Reused, since every page has a cursor. */
const encoded = Buffer.alloc(length);

export function encodeCursor({ tier, key, id }: Cursor, fingerprint: number): string {
  encoded.writeUInt8(format, 0);
  encoded.writeUInt32BE(fingerprint, 1);
  encoded.writeUInt8(tier, 5);
  encoded.writeDoubleBE(key, 6);
  encoded.writeDoubleBE(id, 14);
  return encoded.toString('base64url');
}

/** Throws invalid_cursor for an invalid cursor or the cursor of another query. */
export function decodeCursor(text: string, fingerprint: number): Cursor {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length || bytes[0] !== format || bytes.toString('base64url') !== text) {
    fail(
      'invalid_cursor',
      'Invalid cursor. Use `next_cursor` of a response unchanged, or leave it out to start at the first page.',
    );
  }
  if (bytes.readUInt32BE(1) !== fingerprint) {
    fail(
      'invalid_cursor',
      'The cursor belongs to another query. Repeat its filters, sort and distinct; only `limit`, `fields` and `facets` may differ.',
    );
  }
  const cursor = { tier: bytes.readUInt8(5), key: bytes.readDoubleBE(6), id: bytes.readDoubleBE(14) };
  if (!Number.isFinite(cursor.key) || !Number.isFinite(cursor.id))
    fail('invalid_cursor', 'Damaged cursor. Start at the first page.');
  return cursor;
}

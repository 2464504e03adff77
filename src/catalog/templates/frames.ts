// Frames: the templates that several hooks share, with what they reached. Yields to requests, since a large catalog has many.
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { type Slot, slotsOf, textsAround } from '../../labels/templates/slots.ts';
import { percentile } from '../percentile.ts';
import { readText } from '../snapshot/record-text.ts';
import { hashKeys } from '../snapshot/filter-columns.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export type Frame = {
  /** Of the template, as in the snapshot. */
  hash: number;
  template: string;
  slots: readonly Slot[];
  /** Of its hooks, ascending. */
  rows: Uint32Array;
  medianViews: number;
};

/** Fewer hooks say nothing about a frame. */
export const minHooks = 2;
/** Between two turns of the event loop: a few milliseconds of work. */
const rowsPerTurn = 20_000;
const framesPerTurn = 100;
/** Rows of a frame whose template is compared: two templates with one hash are rarer than one in a million. */
const comparedRows = 50;

const ofWholeCatalog = perSnapshot((snapshot) => ({ frames: findFrames(snapshot, undefined) }));

/** Of the whole catalog once per version. */
export function framesOf(snapshot: Snapshot): Promise<readonly Frame[]> {
  return ofWholeCatalog(snapshot).frames;
}

/** Templates with a slot that at least two hooks of different creators have. Hooks of unknown creators count as of different ones. */
export async function findFrames(snapshot: Snapshot, rows: Uint32Array | undefined): Promise<readonly Frame[]> {
  const groups = await groupByTemplate(snapshot, rows);
  const frames: Frame[] = [];
  let seen = 0;
  for (const { hash, grouped } of groups) {
    if (++seen % framesPerTurn === 0) await yieldToRequests();
    const frame = toFrame(snapshot, hash, grouped);
    if (frame) frames.push(frame);
  }
  return frames;
}

function toFrame(snapshot: Snapshot, hash: number, grouped: Uint32Array): Frame | undefined {
  if (!hasSeveralCreators(snapshot, grouped)) return undefined;
  const template = readText(snapshot, grouped[0] ?? 0, 'template');
  const slots = slotsOf(template);
  if (slots.length === 0 || !saysSomething(template)) return undefined;
  const rows = withTemplate(snapshot, grouped, template);
  const medianViews = percentile(snapshot, rows, 0.5);
  if (rows.length < minHooks || medianViews === null) return undefined;
  return { hash, template, slots: [...new Set(slots)], rows, medianViews };
}

/** Not `[quote]!`: at least two words beside the slots. */
function saysSomething(template: string): boolean {
  return (
    (textsAround(template)
      .join(' ')
      .match(/\p{L}+/gu)?.length ?? 0) > 1
  );
}

function hasSeveralCreators({ hashes }: Snapshot, rows: Uint32Array): boolean {
  const first = hashes.creator[rows[0] ?? 0];
  return rows.length > 1 && (first === 0 || rows.some((row) => hashes.creator[row] !== first));
}

/** Without the rows of another template that has the same hash. */
function withTemplate(snapshot: Snapshot, rows: Uint32Array, template: string): Uint32Array {
  const key = hashKeys.template(template);
  const others = new Set<number>();
  for (const row of rows.subarray(0, comparedRows))
    if (hashKeys.template(readText(snapshot, row, 'template')) !== key) others.add(row);
  return others.size === 0 ? rows : rows.filter((row) => !others.has(row));
}

type Group = { hash: number; grouped: Uint32Array };

/** The rows of each template that at least two rows have: all groups in one array, by counting sort. */
async function groupByTemplate(
  { hashes: { template: hashes }, size }: Snapshot,
  rows: Uint32Array | undefined,
): Promise<Generator<Group>> {
  const length = rows?.length ?? size;
  const table = createTable(length);
  const eachRow = async (visit: (row: number, hash: number) => void) => {
    for (let at = 0; at < length; at++) {
      if (at % rowsPerTurn === rowsPerTurn - 1) await yieldToRequests();
      const row = rows?.[at] ?? at;
      const hash = hashes[row] ?? 0;
      if (hash !== 0) visit(row, hash);
    }
  };
  await eachRow((_, hash) => table.count(hash));
  table.open();
  await yieldToRequests();
  await eachRow((row, hash) => table.add(hash, row));
  return table.groups();
}

/** Open addressing by hash: a Map of a million numbers takes ten times as long. */
function createTable(rows: number) {
  const bits = Math.max(4, Math.ceil(Math.log2(rows * 2)));
  const size = 2 ** bits;
  const hashes = new Uint32Array(size);
  const counts = new Uint32Array(size);
  /** Where the next row of a hash goes. */
  const next = new Uint32Array(size);
  let grouped = new Uint32Array(0);
  const placeOf = (hash: number) => {
    let place = Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
    while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & (size - 1);
    return place;
  };
  return {
    count(hash: number): void {
      const place = placeOf(hash);
      hashes[place] = hash;
      counts[place] = (counts[place] ?? 0) + 1;
    },
    open(): void {
      let total = 0;
      for (let place = 0; place < size; place++) {
        next[place] = total;
        const count = counts[place] ?? 0;
        if (count >= minHooks) total += count;
      }
      grouped = new Uint32Array(total);
    },
    add(hash: number, row: number): void {
      const place = placeOf(hash);
      if ((counts[place] ?? 0) < minHooks) return;
      const at = next[place] ?? 0;
      grouped[at] = row;
      next[place] = at + 1;
    },
    *groups(): Generator<Group> {
      for (let place = 0; place < size; place++) {
        const count = counts[place] ?? 0;
        if (count < minHooks) continue;
        const end = next[place] ?? 0;
        yield { hash: hashes[place] ?? 0, grouped: grouped.subarray(end - count, end) };
      }
    },
  };
}

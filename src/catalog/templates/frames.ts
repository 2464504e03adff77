// Frames: templates with slots that hooks of several creators share, with the views of these hooks.

import { type Slot, slotsOf } from '../../labels/templates/slots.ts';
import { percentile } from '../record.ts';
import type { Cursor } from '../search/cursor.ts';
import { slotBits } from '../snapshot/groups.ts';
import { readText } from '../snapshot/record-text.ts';
import { perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';

/** Frames are columns, since a large catalog has hundreds of thousands. */
type Frames = {
  count: number;
  /** Slots as bits, by slotBits. */
  slots: Uint16Array;
  /** The rows of a frame, ascending, are `rows[starts[frame]] … rows[ends[frame] - 1]`. */
  rows: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  medianViews: Float64Array;
};

/** Minimum number of hooks for meaningful figures of a frame. */
export const minHooks = 2;

const ofWholeCatalog = perSnapshot((snapshot) => {
  const { rows, groups } = snapshot.templateGroups;
  return findFrames(snapshot, rows, groups);
});

/** Returns the frames of these rows, which must ascend. The frames of the whole catalog are computed once per version. */
function framesOf(snapshot: Snapshot, rows: Uint32Array): Frames {
  if (rows.length === snapshot.size) return ofWholeCatalog(snapshot);
  const sharing = intersect(snapshot, rows);
  return findFrames(snapshot, sharing.rows, sharing.groups);
}

/** Returns the members of template groups among these rows. */
function intersect({ size, templateGroups }: Snapshot, wanted: Uint32Array) {
  const isWanted = new Uint8Array(size);
  for (let at = 0; at < wanted.length; at++) isWanted[wanted[at]] = 1;
  const rows = new Uint32Array(Math.min(wanted.length, templateGroups.rows.length));
  const groups = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < templateGroups.rows.length && count < rows.length; at++) {
    const row = templateGroups.rows[at];
    if (isWanted[row] === 0) continue;
    rows[count] = row;
    groups[count++] = templateGroups.groups[at];
  }
  return { rows: rows.subarray(0, count), groups: groups.subarray(0, count) };
}

function findFrames(snapshot: Snapshot, rows: Uint32Array, groups: Uint32Array): Frames {
  const { count: groupCount, slots: slotsOfGroups } = snapshot.templateGroups;
  const sorted = sortByGroup(rows, groups, groupCount);
  const slots = new Uint16Array(groupCount);
  const [starts, ends] = [new Uint32Array(groupCount), new Uint32Array(groupCount)];
  const medianViews = new Float64Array(groupCount);
  let count = 0;
  for (let group = 0; group < groupCount; group++) {
    const [start, end] = [sorted.starts[group], sorted.starts[group + 1]];
    if (end - start < minHooks || slotsOfGroups[group] === 0 || !haveSeveralCreators(snapshot, sorted.rows, start, end))
      continue;
    slots[count] = slotsOfGroups[group];
    starts[count] = start;
    ends[count] = end;
    medianViews[count++] = percentile(snapshot, sorted.rows.subarray(start, end), 0.5) ?? 0;
  }
  return { count, slots, rows: sorted.rows, starts, ends, medianViews };
}

/** Uses a counting sort, which keeps the order of rows. */
function sortByGroup(
  rows: Uint32Array,
  groups: Uint32Array,
  count: number,
): { rows: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < groups.length; at++) starts[groups[at] + 1]++;
  for (let group = 0; group < count; group++) starts[group + 1] += starts[group];
  const next = starts.slice();
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) sorted[next[groups[at]]++] = rows[at];
  return { rows: sorted, starts };
}

/** Counts each unknown creator as a different one. */
function haveSeveralCreators({ hashes }: Snapshot, rows: Uint32Array, start: number, end: number): boolean {
  const first = hashes.creator[rows[start]];
  if (first === 0) return true;
  for (let at = start + 1; at < end; at++) if (hashes.creator[rows[at]] !== first) return true;
  return false;
}

// One page of frames: filtered and sorted, with their most viewed hooks.

export const frameSorts = ['-median_views', '-n'] as const;
type FrameSort = (typeof frameSorts)[number];

type FrameQuery = {
  /** Restricts the result to these hooks, ascending. */
  rows: Uint32Array;
  sort: FrameSort;
  /** A frame must have all of these slots. */
  slots: readonly Slot[];
  minHooks: number;
  limit: number;
  after: Cursor | null;
};

export type ProvenTemplate = {
  template: string;
  slots: readonly Slot[];
  n: number;
  medianViews: number;
  archetype: string;
  /** Rows of the most viewed hooks. */
  examples: Uint32Array;
};

const maxExamples = 3;

/** Sorts frames with equal keys by the id of their most viewed hook. */
export function listFrames(
  snapshot: Snapshot,
  { rows, sort, slots, minHooks, limit, after }: FrameQuery,
): { templates: ProvenTemplate[]; total: number; next: Cursor | null } {
  const frames = framesOf(snapshot, rows);
  const wanted = slotBits(slots);
  const first: Place[] = [];
  let total = 0;
  for (let frame = 0; frame < frames.count; frame++) {
    const n = frames.ends[frame] - frames.starts[frame];
    if (n < minHooks || (frames.slots[frame] & wanted) !== wanted) continue;
    total++;
    const key = sort === '-n' ? n : frames.medianViews[frame];
    const last = first[limit];
    if ((last && key < last.key) || (after && key > after.key)) continue;
    const place = { frame, key, id: snapshot.ids[frames.rows[frames.starts[frame]]] };
    if (!after || comesBefore(after, place)) insert(first, place, limit + 1);
  }
  const page = first.slice(0, limit);
  const last = page.at(-1);
  return {
    templates: page.map(({ frame }) => {
      const rows = frames.rows.subarray(frames.starts[frame], frames.ends[frame]);
      return show(snapshot, rows, frames.medianViews[frame]);
    }),
    total,
    next: first.length > limit && last ? { tier: 0, key: last.key, id: last.id } : null,
  };
}

type Place = { frame: number; key: number; id: number };

function comesBefore(one: Pick<Place, 'key' | 'id'>, other: Place): boolean {
  return one.key > other.key || (one.key === other.key && one.id < other.id);
}

/** Keeps the first frames in order, since sorting all frames of a large catalog would block requests. */
function insert(first: Place[], place: Place, most: number): void {
  let at = first.length;
  while (at > 0 && !comesBefore(first[at - 1], place)) at--;
  if (at === most) return;
  first.splice(at, 0, place);
  if (first.length > most) first.pop();
}

function show(snapshot: Snapshot, rows: Uint32Array, medianViews: number): ProvenTemplate {
  const template = readText(snapshot, rows[0], 'template');
  return {
    template,
    slots: [...new Set(slotsOf(template))],
    n: rows.length,
    medianViews,
    archetype: mostFrequent(snapshot, rows),
    examples: examplesOf(snapshot, rows),
  };
}

/** Returns the most viewed rows, each with different words. */
function examplesOf({ textHashes }: Snapshot, rows: Uint32Array): Uint32Array {
  const byText = new Map<number, number>();
  for (const row of rows) {
    if (!byText.has(textHashes[row])) byText.set(textHashes[row], row);
    if (byText.size === maxExamples) break;
  }
  return Uint32Array.from(byText.values());
}

/** Among equally frequent archetypes, returns the one of the most viewed hook. */
function mostFrequent({ columns }: Snapshot, rows: Uint32Array): string {
  const { values, codes } = columns.archetype;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row], (counts.get(codes[row]) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return values[best?.[0] ?? 0] ?? 'other';
}

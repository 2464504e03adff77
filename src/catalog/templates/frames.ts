// Frames: the templates with a slot that hooks of several creators have, with what these hooks reached.
import { percentile } from '../percentile.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** As columns, since a large catalog has hundreds of thousands. */
export type Frames = {
  count: number;
  /** As bits, by slotBits. */
  slots: Uint16Array;
  /** The rows of a frame, ascending, are `rows[starts[frame]] … rows[ends[frame] - 1]`. */
  rows: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  medianViews: Float64Array;
};

/** Fewer hooks say nothing about a frame. */
export const minHooks = 2;

const ofWholeCatalog = perSnapshot((snapshot) => {
  const { rows, groups } = snapshot.templateGroups;
  return findFrames(snapshot, rows, groups);
});

/** Of these rows, which ascend. Those of the whole catalog are found once per version. */
export function framesOf(snapshot: Snapshot, rows: Uint32Array): Frames {
  if (rows.length === snapshot.size) return ofWholeCatalog(snapshot);
  const sharing = intersect(snapshot, rows);
  return findFrames(snapshot, sharing.rows, sharing.groups);
}

export function rowsOf({ rows, starts, ends }: Frames, frame: number): Uint32Array {
  return rows.subarray(starts[frame], ends[frame]);
}

type Members = { rows: Uint32Array; groups: Uint32Array };

/** The members of template groups among these rows. */
function intersect({ size, templateGroups }: Snapshot, wanted: Uint32Array): Members {
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

/** A counting sort, which keeps the order of rows. */
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

/** Hooks of unknown creators count as of different ones. */
function haveSeveralCreators({ hashes }: Snapshot, rows: Uint32Array, start: number, end: number): boolean {
  const first = hashes.creator[rows[start]];
  if (first === 0) return true;
  for (let at = start + 1; at < end; at++) if (hashes.creator[rows[at]] !== first) return true;
  return false;
}

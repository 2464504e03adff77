// One page of frames: selected, in order, with their most viewed hooks.
import { type Slot, slotsOf } from '../../labels/templates/slots.ts';
import type { Cursor } from '../search/cursor.ts';
import { slotBits } from '../snapshot/groups/template-groups.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { framesOf, rowsOf } from './frames.ts';

export const frameSorts = ['-median_views', '-n'] as const;
type FrameSort = (typeof frameSorts)[number];

export type FrameQuery = {
  /** Only their hooks, ascending. */
  rows: Uint32Array;
  sort: FrameSort;
  /** Frames that have all of these. */
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
  /** Rows of its most viewed hooks. */
  examples: Uint32Array;
};

const maxExamples = 3;

/** Frames of the same key are in order of the id of their most viewed hook. */
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
    templates: page.map(({ frame }) => show(snapshot, rowsOf(frames, frame), frames.medianViews[frame])),
    total,
    next: first.length > limit && last ? { tier: 0, key: last.key, id: last.id } : null,
  };
}

type Place = { frame: number; key: number; id: number };

function comesBefore(one: Pick<Place, 'key' | 'id'>, other: Place): boolean {
  return one.key > other.key || (one.key === other.key && one.id < other.id);
}

/** Keeps the first ones in order. Sorting all frames of a large catalog would block requests. */
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

/** The most viewed ones, no two of the same words. */
function examplesOf({ textHashes }: Snapshot, rows: Uint32Array): Uint32Array {
  const byText = new Map<number, number>();
  for (const row of rows) {
    if (!byText.has(textHashes[row])) byText.set(textHashes[row], row);
    if (byText.size === maxExamples) break;
  }
  return Uint32Array.from(byText.values());
}

/** Of several with the same count, the one of the most viewed hook. */
function mostFrequent({ columns }: Snapshot, rows: Uint32Array): string {
  const { values, codes } = columns.archetype;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row], (counts.get(codes[row]) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return values[best?.[0] ?? 0] ?? 'other';
}

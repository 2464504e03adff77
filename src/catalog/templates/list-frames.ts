// One page of frames: selected, in order, with their most viewed hooks.
import type { Slot } from '../../labels/templates/slots.ts';
import type { Hook } from '../hook.ts';
import type { Cursor } from '../search/cursor.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { briefRecord } from '../summary.ts';
import type { Frame } from './frames.ts';

export const frameSorts = ['-median_views', '-n'] as const;
export type FrameSort = (typeof frameSorts)[number];

export type FrameQuery = {
  sort: FrameSort;
  /** Frames that have all of these. */
  slots: readonly Slot[];
  minHooks: number;
  limit: number;
  after: Cursor | null;
};

export type ProvenTemplate = {
  template: string;
  slots: Slot[];
  n: number;
  median_views: number;
  archetype: string;
  examples: Hook[];
};

const maxExamples = 3;

export function listFrames(
  snapshot: Snapshot,
  frames: readonly Frame[],
  { sort, slots, minHooks, limit, after }: FrameQuery,
): { templates: ProvenTemplate[]; total: number; next: Cursor | null } {
  const keyOf = (frame: Frame) => (sort === '-n' ? frame.rows.length : frame.medianViews);
  const first: Keyed[] = [];
  let total = 0;
  for (const frame of frames) {
    if (frame.rows.length < minHooks || !slots.every((slot) => frame.slots.includes(slot))) continue;
    total++;
    const keyed = { frame, key: keyOf(frame) };
    if (after && !comesBefore(after.key, after.id, keyed)) continue;
    insert(first, keyed, limit + 1);
  }
  const page = first.slice(0, limit);
  const last = page.at(-1);
  return {
    templates: page.map(({ frame }) => show(snapshot, frame)),
    total,
    next: first.length > limit && last ? { tier: 0, key: last.key, id: last.frame.hash } : null,
  };
}

type Keyed = { frame: Frame; key: number };

function comesBefore(key: number, hash: number, other: Keyed): boolean {
  return key > other.key || (key === other.key && hash < other.frame.hash);
}

/** Keeps the first ones in order. Sorting all frames of a large catalog would block requests. */
function insert(first: Keyed[], keyed: Keyed, most: number): void {
  let at = first.length;
  for (; at > 0; at--) {
    const before = first[at - 1];
    if (before && comesBefore(before.key, before.frame.hash, keyed)) break;
  }
  if (at === most) return;
  first.splice(at, 0, keyed);
  if (first.length > most) first.pop();
}

function show(snapshot: Snapshot, { template, slots, rows, medianViews }: Frame): ProvenTemplate {
  return {
    template,
    slots: [...slots],
    n: rows.length,
    median_views: medianViews,
    archetype: mostFrequent(snapshot, rows),
    examples: examplesOf(snapshot, rows).map((row) => briefRecord(snapshot, row)),
  };
}

/** The most viewed ones, no two of the same words. */
function examplesOf({ textHashes }: Snapshot, rows: Uint32Array): number[] {
  const byText = new Map<number, number>();
  for (const row of rows) {
    const text = textHashes[row] ?? 0;
    if (!byText.has(text)) byText.set(text, row);
    if (byText.size === maxExamples) break;
  }
  return [...byText.values()];
}

/** Of several with the same count, the one of the most viewed hook. */
function mostFrequent({ columns }: Snapshot, rows: Uint32Array): string {
  const { values, codes } = columns.archetype;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row] ?? 0, (counts.get(codes[row] ?? 0) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return values[best?.[0] ?? 0] ?? 'other';
}

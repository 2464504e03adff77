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
  const selected = frames
    .filter((frame) => frame.rows.length >= minHooks && slots.every((slot) => frame.slots.includes(slot)))
    .map((frame) => ({ frame, key: keyOf(frame) }))
    .sort((a, b) => b.key - a.key || a.frame.hash - b.frame.hash);
  const start = after
    ? selected.findIndex(({ frame, key }) => key < after.key || (key === after.key && frame.hash > after.id))
    : 0;
  const page = start < 0 ? [] : selected.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = start >= 0 && start + limit < selected.length;
  return {
    templates: page.map(({ frame }) => show(snapshot, frame)),
    total: selected.length,
    next: hasMore && last ? { tier: 0, key: last.key, id: last.frame.hash } : null,
  };
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

// A model of the tables behind snapshots, and random publications into it, for tests of snapshots without a database.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildSnapshot, type CatalogReader, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import { recordBytes } from '../../src/catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import type { SnapshotRow } from '../../src/catalog/snapshot/store.ts';
import { dayMs } from '../../src/lib/time.ts';

type Count = { at: number; views: number; isRefreshed: boolean };
type Hook = SnapshotRow & { isRetired: boolean; mergedInto: number; counts: Count[] };
/** The parts of the tables that snapshots are built from. */
export type Tables = { version: number; updatedAt: number; hooks: Map<number, Hook> };

export const emptyTables = (): Tables => ({ version: 0, updatedAt: Date.UTC(2026, 0, 1), hooks: new Map() });

const label = fc.constantFrom('one', 'two', 'three', 'Ärger');
const content = fc.record({
  // There are few values, so that many hooks tie and are ordered by id.
  views: fc.integer({ min: 0, max: 5 }),
  text: fc
    .array(fc.constantFrom('never', 'buy', 'the', 'Dip', 'Straße', '日本'), { maxLength: 5 })
    .map((words) => words.join(' ')),
  niche: label,
  archetype: label,
  format: fc.option(label, { nil: null }),
  language: fc.option(fc.constantFrom('en', 'pt-BR'), { nil: null }),
  capturedBefore: fc.option(fc.integer({ min: 0, max: 90 * dayMs }), { nil: null }),
  sample: fc.boolean(),
  // Groups that several hooks share, two of them with the same first half. null is a separate group.
  ...numbersAndTexts(),
  textGroup: fc.option(fc.constantFrom('0000000a00000001', '0000000a00000002', 'ffffffff00000001'), { nil: null }),
});
/** A count beyond 32 bits makes the column wider. */
function numbersAndTexts() {
  const unknown = { nil: null };
  const counted = fc.option(fc.constantFrom(0, 1, 2, 2 ** 40), unknown);
  return {
    likes: counted,
    comments: counted,
    duration_seconds: fc.option(fc.constantFrom(0, 2, 2.5), unknown),
    word_count: fc.integer({ min: 0, max: 3 }),
    saves: fc.option(fc.nat(3)),
    creator_videos: fc.option(fc.constantFrom(5, 300)),
    views_per_day: fc.option(fc.nat(3)),
    views_vs_creator: fc.option(fc.constantFrom(0.5, 1, 2.25)),
    published_at: fc.option(fc.constantFrom(Date.UTC(1969, 0, 1), Date.UTC(2026, 0, 2)), unknown),
    creator: fc.option(fc.constantFrom('Ann', 'ann', '@ANN', 'b"\\o'), unknown),
    source_url: fc.option(
      fc.constantFrom(
        'https://youtu.be/dQw4w9WgXcQ',
        'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        'https://example.com/1',
      ),
      unknown,
    ),
    template: fc.option(fc.constantFrom('never [verb] the dip', 'Never [verb] the dip', 'buy'), unknown),
    label_method: fc.constantFrom('given' as const, 'rules' as const, 'curator' as const),
    label_confidence: fc.constantFrom(0, 0.5, 1),
  };
}
export type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;
const edit = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'retire', 'merge', 'restore'),
  pick: fc.nat(),
  content,
});
export type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
export const publication = fc.record({
  edits: fc.array(edit, { maxLength: 6 }),
  hoursLater: fc.integer({ min: 0, max: 24 * 20 }),
  isLoaded: fc.boolean(),
});

export type Publication = { edits: Edit[]; hoursLater: number };

export function publish(tables: Tables, { edits, hoursLater }: Publication): void {
  tables.version++;
  tables.updatedAt += hoursLater * 3_600_000;
  for (const one of edits) apply(tables, one);
}

function apply({ hooks, version, updatedAt }: Tables, { kind, pick, content: given }: Edit): void {
  if (kind === 'add') {
    const id = hooks.size * 3 + 1;
    const row = toRow(id, given, updatedAt);
    hooks.set(id, { ...row, version, added_version: version, isRetired: false, mergedInto: 0, counts: [] });
    return;
  }
  const candidates = [...hooks.values()].filter(({ isRetired }) => isRetired === (kind === 'restore'));
  const hook = candidates[pick % candidates.length];
  if (!hook) return;
  if (kind === 'change') {
    const { views, views_captured_at: at, updated_at } = hook;
    if (!hook.counts.some((count) => count.at === (at ?? updated_at)))
      hook.counts.push({ at: at ?? updated_at, views, isRefreshed: views % 2 === 1 });
    const { added_at, seen_at } = hook;
    Object.assign(hook, toRow(hook.id, given, updatedAt), { added_at, seen_at });
  }
  if (kind === 'restore') hook.added_version = version;
  // The target of the merge is any other hook, which may be retired or merged itself.
  const others = [...hooks.keys()].filter((id) => id !== hook.id);
  const mergedInto = kind === 'merge' ? (others[pick % others.length] ?? 0) : 0;
  const isRetired = kind === 'retire' || kind === 'merge';
  Object.assign(hook, { version, updated_at: updatedAt, isRetired, mergedInto });
}

function toRow(
  id: number,
  { capturedBefore, textGroup, ...given }: Content,
  now: number,
): Omit<SnapshotRow, 'version' | 'added_version'> {
  return {
    ...given,
    id,
    platform: 'TikTok',
    emotional_trigger: given.niche,
    raw_text: null,
    text_method: null,
    series_part: null,
    text_group: textGroup ?? id.toString(16).padStart(16, '0'),
    views_captured_at: capturedBefore === null ? null : now - capturedBefore,
    shares: null,
    archetype_method: 'given',
    archetype_confidence: 1,
    emotional_trigger_method: 'given',
    emotional_trigger_confidence: 1,
    niche_method: 'given',
    niche_confidence: 1,
    format_method: null,
    format_confidence: null,
    added_at: now,
    updated_at: now,
    source_state: null,
    seen_at: now - (capturedBefore ?? 0),
  };
}

export function readerOf({ version, updatedAt, hooks }: Tables): CatalogReader {
  const changed = (after: number) => [...hooks.values()].filter((hook) => hook.version > after);
  const published = (after: number) => changed(after).filter(({ isRetired }) => !isRetired);
  return {
    version,
    updatedAt: new Date(updatedAt),
    ownValues: [],
    countHooks: async (after) => published(after).length,
    readHooks: async (after, take) =>
      published(after)
        .sort((a, b) => b.views - a.views || a.id - b.id)
        .forEach(take),
    readRises: async (after, since, take) => {
      for (const hook of published(after)) {
        if (hook.counts.length === 0) continue;
        const last = {
          at: hook.views_captured_at ?? hook.updated_at,
          views: hook.views,
          isRefreshed: hook.views % 2 === 1,
        };
        const counts = [...hook.counts, last].sort((a, b) => a.at - b.at || a.views - b.views);
        for (const [at, to] of counts.entries()) {
          const from = counts[at - 1];
          if (!from || to.at <= since.getTime() || to.at <= from.at || to.views < from.views) continue;
          const { at: toAt, views: toViews, isRefreshed } = to;
          take({ hookId: hook.id, fromAt: from.at, fromViews: from.views, toAt, toViews, isRefreshed });
        }
      }
    },
    readRetired: async (after) =>
      changed(after)
        .filter(({ isRetired }) => isRetired)
        .sort((a, b) => a.version - b.version || a.id - b.id)
        .map(({ id, version: retiredIn, mergedInto }) => ({ id, version: retiredIn, isTakedown: false, mergedInto })),
  };
}

/** Returns everything that determines responses. Only the positions of records in memory may differ. */
export function contentOf(snapshot: Snapshot) {
  const { records, offsets, lengths, ...rest } = snapshot;
  const lines = Array.from(offsets, (_, row) => recordBytes(snapshot, row).toString());
  return structuredClone({ ...rest, lines });
}

/** Each version is loaded by an incremental build, or missed, and equals a full build. */
export const incrementalBuilds = fc.asyncProperty(
  fc.array(publication, { minLength: 2, maxLength: 12 }),
  async (publications) => {
    const tables = emptyTables();
    let served = await buildSnapshot(readerOf(tables));
    for (const one of publications) {
      publish(tables, one);
      if (!one.isLoaded) continue;
      const before = contentOf(served);
      const whole = await buildSnapshot(readerOf(tables));
      const updated = await updateSnapshot(served, readerOf(tables));
      assert.ok(updated);
      assert.deepEqual(contentOf(updated), contentOf(whole));
      assert.deepEqual(contentOf(served), before);
      served = updated;
    }
  },
);

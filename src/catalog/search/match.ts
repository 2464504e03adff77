// Matches filters against hooks that are being published: a search of a small snapshot of them.
import type { HookValues } from '../../db/hook-columns.ts';
import { collectRows } from '../snapshot/build.ts';
import { type SnapshotRow, snapshotColumns } from '../snapshot/store.ts';
import type { Filter } from './filter.ts';
import { createResolveCache, resolve } from './resolve.ts';

type HookRow = Pick<HookValues<Date>, (typeof snapshotColumns)[number]>;

/** Converts timestamps to milliseconds since 1970, as in a snapshot. */
export function toSnapshotRow<H extends HookRow>(hook: H): Omit<H, keyof SnapshotRow> & SnapshotRow {
  const values = snapshotColumns.map((name) => [name, toNumber(hook[name])]);
  return { ...hook, ...Object.fromEntries(values), added_version: hook.added_version ?? hook.version };
}

const toNumber = (value: unknown) => (value instanceof Date ? value.getTime() : value);

/** The returned function gives the ascending indices in `hooks` that a filter selects. */
export async function createMatcher(hooks: readonly SnapshotRow[]): Promise<(filter: Filter) => number[]> {
  const inOrder = [...hooks.entries()].sort(([, a], [, b]) => b.views - a.views || a.id - b.id);
  const rows = await collectRows(hooks.length, async (take) => {
    for (const [, hook] of inOrder) take(hook);
  });
  const cache = createResolveCache(rows);
  const indices = Uint32Array.from(inOrder, ([index]) => index);
  return (filter) =>
    Array.from(
      resolve(rows, cache, filter)
        .rows.map((row) => indices[row])
        .sort(),
    );
}

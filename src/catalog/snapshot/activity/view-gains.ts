// Rises of views between counts, stored as read: their days depend on the end of a version's data.
import { dayMs } from '../../../lib/time.ts';
import { collectGrowth, daysKept, type Growth, type Rise } from '../../../trends/growth.ts';
import { gone, type NewRows } from '../new-rows.ts';
import { shared, sharedBytes, sharedInts } from '../shared-arrays.ts';
import { findRow, type Rises, type Rows } from '../snapshot.ts';

/** Rises after this time count in trends of data that ends at `end`. Milliseconds since 1970. */
export function risesSince(end: number): number {
  return end - daysKept * dayMs;
}

/** `readRises` passes rises in order of the hook's id. */
export async function collectRises(
  rows: Pick<Rows, 'ids' | 'byId'>,
  readRises: (take: (rise: Rise) => void) => Promise<void>,
): Promise<Rises> {
  const list = listRises();
  await readRises(({ hookId, fromAt, fromViews, toAt, toViews, isRefreshed }) => {
    const row = findRow(rows, hookId);
    if (row !== undefined) list.add(row, fromAt, toAt, toViews - fromViews, isRefreshed ? 1 : 0);
  });
  return list.finish();
}

/** Rises of unchanged hooks that still count, and rises of changed hooks. */
export function mergeRises(
  { ids }: Pick<Rows, 'ids'>,
  base: Rises,
  newRows: NewRows,
  changed: Rises,
  end: number,
): Rises {
  const list = listRises();
  const since = risesSince(end);
  let next = 0;
  const addChanged = (beforeId: number) => {
    for (; next < changed.rows.length && ids[changed.rows[next]] < beforeId; next++)
      addFrom(list, changed, next, changed.rows[next]);
  };
  for (let at = 0; at < base.rows.length; at++) {
    const row = newRows[base.rows[at]];
    if (row === gone || base.toAt[at] <= since) continue;
    addChanged(ids[row]);
    addFrom(list, base, at, row);
  }
  addChanged(Number.POSITIVE_INFINITY);
  return list.finish();
}

export function growthOf({ rows, fromAt, toAt, gains, refreshed }: Rises, end: number): Growth {
  const growth = collectGrowth(end);
  for (let at = 0; at < rows.length; at++)
    growth.add(rows[at], {
      fromAt: fromAt[at],
      fromViews: 0,
      toAt: toAt[at],
      toViews: gains[at],
      isRefreshed: refreshed[at] === 1,
    });
  return growth.finish();
}

function listRises() {
  const [rows, fromAt, toAt, gains, refreshed] = [[], [], [], [], []] as number[][];
  return {
    add: (row: number, from: number, to: number, gained: number, isRefreshed: number): void => {
      rows.push(row);
      fromAt.push(from);
      toAt.push(to);
      gains.push(gained);
      refreshed.push(isRefreshed);
    },
    finish: (): Rises => {
      const sharedRows = sharedInts(rows.length);
      sharedRows.set(rows);
      const sharedRefreshed = sharedBytes(refreshed.length);
      sharedRefreshed.set(refreshed);
      const columns = { fromAt: shared(fromAt), toAt: shared(toAt), gains: shared(gains) };
      return { rows: sharedRows, ...columns, refreshed: sharedRefreshed };
    },
  };
}

function addFrom(
  list: ReturnType<typeof listRises>,
  { fromAt, toAt, gains, refreshed }: Rises,
  at: number,
  row: number,
): void {
  list.add(row, fromAt[at], toAt[at], gains[at], refreshed[at]);
}

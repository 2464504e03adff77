// Selection in a list of rows: a cursor, and the selected hooks, by single rows or by ranges from an anchor to the cursor.

type Selectable = { readonly key: string; readonly ids: readonly string[] };
type Rows = readonly Selectable[];

export type Selection = {
  /** Key of the row that has the focus. */
  cursor: string | undefined;
  /** Ids of the selected hooks. */
  ids: ReadonlySet<string>;
  /** Key of the row where a range starts, and what was selected before the range. */
  anchor: string | undefined;
  base: ReadonlySet<string>;
};

const none: ReadonlySet<string> = new Set();
export const noSelection: Selection = { cursor: undefined, ids: none, anchor: undefined, base: none };

const at = (key: string, ids: ReadonlySet<string>): Selection => ({ cursor: key, anchor: key, ids, base: ids });

/** Without a cursor, returns the first or the last row. */
function neighbour(rows: Rows, cursor: string | undefined, by: 1 | -1): string | undefined {
  const now = rows.findIndex(({ key }) => key === cursor);
  const next = now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by;
  return rows[Math.max(0, Math.min(next, rows.length - 1))]?.key;
}

export function focus(selection: Selection, key: string): Selection {
  return key === selection.cursor ? selection : at(key, selection.ids);
}

/** `extend` selects from the anchor to the new cursor; going back selects fewer. */
export function move(selection: Selection, rows: Rows, by: 1 | -1, extend = false): Selection {
  const key = neighbour(rows, selection.cursor, by);
  if (key === undefined) return selection;
  return extend ? extendTo(selection, rows, key) : focus(selection, key);
}

export function extendTo(selection: Selection, rows: Rows, key: string): Selection {
  const anchor = selection.anchor ?? key;
  const ends = [anchor, key].map((end) => rows.findIndex((row) => row.key === end)).sort((a, b) => a - b);
  const range = rows.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1);
  return { ...selection, cursor: key, anchor, ids: selection.base.union(idsOf(range)) };
}

/** Selects the row, or deselects it if all of its hooks are selected. */
export function toggle(selection: Selection, row: Selectable): Selection {
  const ids = new Set(row.ids);
  return at(row.key, isSelected(selection, row) ? selection.ids.difference(ids) : selection.ids.union(ids));
}

/** Selects all rows, or none if all are selected. */
export function toggleAll({ cursor, ids }: Selection, rows: Rows): Selection {
  const all = idsOf(rows);
  const next = all.isSubsetOf(ids) ? none : all;
  return { cursor, anchor: cursor, ids: next, base: next };
}

export function clear({ cursor }: Selection): Selection {
  return { ...noSelection, cursor, anchor: cursor };
}

export function isSelected({ ids }: Selection, row: Selectable): boolean {
  return row.ids.every((id) => ids.has(id));
}

/** Returns the selected hooks, else the hooks of the row at the cursor. */
export function targetOf(selection: Selection, rows: Rows): readonly string[] {
  if (selection.ids.size > 0) return [...selection.ids];
  return rows.find(({ key }) => key === selection.cursor)?.ids ?? [];
}

/**
 * Updates the selection after the rows changed: hooks that left are deselected, and the cursor moves to the next remaining row, else to the
 * one before, else to the first. Returns the same object if nothing changes.
 */
export function settle(selection: Selection, before: Rows, rows: Rows): Selection {
  const present = idsOf(rows);
  const stays = new Set(rows.map(({ key }) => key));
  const { cursor } = selection;
  const isCursorThere = cursor === undefined || stays.has(cursor);
  // Hooks that were loaded for a selected row are selected with it.
  const added = present.difference(idsOf(before));
  const grown = rows.filter(({ ids }) => {
    const former = ids.filter((id) => !added.has(id));
    return former.length > 0 && former.length < ids.length && former.every((id) => selection.ids.has(id));
  });
  if (isCursorThere && grown.length === 0 && selection.ids.isSubsetOf(present)) return selection;
  const ids = selection.ids.intersection(present).union(idsOf(grown));
  if (isCursorThere) return { ...selection, ids, base: ids };
  const left = before.findIndex((row) => row.key === cursor);
  const isThere = (row: Selectable) => stays.has(row.key);
  const next = before.slice(left + 1).find(isThere) ?? before.slice(0, left).findLast(isThere) ?? rows[0];
  const key = next?.key;
  return { cursor: key, anchor: key, ids, base: ids };
}

function idsOf(rows: Rows): ReadonlySet<string> {
  return new Set(rows.flatMap(({ ids }) => ids));
}

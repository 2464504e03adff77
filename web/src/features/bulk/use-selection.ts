// useSelection: the selection in a list of rows and the keys that change it.
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import type { Row } from './rows.ts';
import { clear, extendTo, focus, move, noSelection, type Selection, settle, toggle, toggleAll } from './selection.ts';

export type Select = {
  /** Moves the cursor to the row, or to the next or previous one. */
  focus: (key: string) => void;
  move: (by: 1 | -1) => void;
  toggle: (row: Row) => void;
  extendTo: (key: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

/**
 * `rows` must be the same array until it changes. `start` puts the cursor on the first row initially. `single` disables the selection keys,
 * since one row is shown at a time.
 */
export function useSelection(rows: readonly Row[], { start = false, single = false } = {}): [Selection, Select] {
  const [state, setState] = useState<{ rows: readonly Row[]; selection: Selection }>({
    rows: [],
    selection: noSelection,
  });
  if (state.rows !== rows) {
    const selection = settle(state.selection, state.rows, rows);
    const isStart = start && selection.cursor === undefined;
    setState({ rows, selection: isStart ? move(selection, rows, 1) : selection });
  }
  const change = (to: (selection: Selection, rows: readonly Row[]) => Selection) =>
    setState((now) => ({ ...now, selection: to(now.selection, now.rows) }));
  const [select] = useState<Select>(() => ({
    focus: (key) => change((selection) => focus(selection, key)),
    move: (by) => change((selection, rows) => move(selection, rows, by)),
    toggle: (row) => change((selection) => toggle(selection, row)),
    extendTo: (key) => change((selection, rows) => extendTo(selection, rows, key)),
    toggleAll: () => change(toggleAll),
    clear: () => change(clear),
  }));
  const extend = (by: 1 | -1) => () => change((selection, rows) => move(selection, rows, by, true));
  const selecting = {
    J: extend(1),
    K: extend(-1),
    x: () =>
      change((selection, rows) => {
        const row = rows.find(({ key }) => key === selection.cursor);
        return row ? toggle(selection, row) : selection;
      }),
    s: select.toggleAll,
    Escape: select.clear,
  };
  useShortcuts({ j: () => select.move(1), k: () => select.move(-1), ...(single ? {} : selecting) });
  const { cursor } = state.selection;
  const last = useRef(cursor);
  useEffect(() => {
    // The page stays at its top when it is opened.
    focusRow(cursor, last.current !== undefined);
    last.current = cursor;
  }, [cursor]);
  return [state.selection, select];
}

/** Focuses the checkbox of the row, unless the user is typing or in a dialog. */
export function focusRow(key: string | undefined, isScrolled = true): void {
  if (key === undefined || document.activeElement?.closest('dialog, input:not([type=checkbox]), textarea, select'))
    return;
  const row = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  row?.querySelector<HTMLElement>('[type=checkbox]')?.focus({ preventScroll: true });
  if (isScrolled) row?.scrollIntoView({ block: 'nearest' });
}

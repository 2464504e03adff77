// useSelecting: `x`, checkboxes, Shift and Escape in a list of hooks. `s` saves the selected hooks.
import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../../kit/page/shortcuts.ts';
import { clear, extendTo, noSelection, type Selection, settle, toggle } from '../../bulk/selection.ts';
import { focusedHook, useSelectedHooks } from './requests.ts';

export type Selecting = {
  /** Ids of the hooks, in the order shown. */
  ids: readonly string[];
  /** undefined until something was selected. */
  selection: Selection | undefined;
  onSelect: (selection: Selection) => void;
};

const rowOf = (id: string) => ({ key: id, ids: [id] });

/** `isRange` selects all hooks from the last selected one on. */
export function selectHook({ ids, selection = noSelection, onSelect }: Selecting, id: string, isRange = false): void {
  onSelect(isRange ? extendTo(selection, ids.map(rowOf), id) : toggle(selection, rowOf(id)));
}

export const deselectAll = ({ selection = noSelection, onSelect }: Selecting) => onSelect(clear(selection));

export function useSelecting(selecting: Selecting): ReadonlySet<string> {
  const { ids, selection = noSelection, onSelect } = selecting;
  const rows = ids.map(rowOf);
  const before = useRef(rows);
  const settled = settle(selection, before.current, rows);
  useEffect(() => {
    before.current = rows;
    // Hooks that left the list are deselected.
    if (settled !== selection) onSelect(settled);
  });
  useSelectedHooks(settled.ids);
  const deselect = () => {
    if (settled.ids.size > 0) deselectAll(selecting);
  };
  useShortcuts({
    x: () => {
      const hook = focusedHook();
      if (hook && ids.includes(hook.id)) selectHook(selecting, hook.id);
    },
    Escape: deselect,
  });
  return settled.ids;
}

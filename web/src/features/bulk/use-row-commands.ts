// useRowCommands: commands and keys of curators for the selected hooks, or the row at the cursor, in any list of hooks.
import { useState } from 'react';
import { editHooks, type HookChange, type HooksFilter } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { decide, edited, keepBoth, merge, setLabel, type Target } from './drafts.ts';
import type { EditStore } from './edit-store.ts';
import { undoable } from './edits.ts';
import type { CuratedField } from './label-fields.ts';
import type { Row } from './rows.ts';
import { type Selection, targetOf } from './selection.ts';

type State = ReviewedHook['state'];

type RowCommandsInput = {
  store: EditStore;
  rows: readonly Row[];
  /** Loaded hooks, including hooks that no row shows. */
  hooks: readonly ReviewedHook[];
  selection: Selection;
  /** Filter of the list, in the form of the body of an edit. */
  filter: HooksFilter;
  /** Called with the first hook of the undone edit. */
  onUndo?: (id: string) => void;
};
export type RowCommands = ReturnType<typeof useRowCommands>;

export function useRowCommands({ store, rows, hooks, selection, filter, onUndo }: RowCommandsInput) {
  const [picking, setPicking] = useState<CuratedField>();
  const [editing, setEditing] = useState<string>();
  // The `ids` of the selection that was extended to the whole list; another selection ends it.
  const [everything, setEverything] = useState<ReadonlySet<string>>();
  const isEverything = everything === selection.ids;

  const cursorHook = rows.find(({ key }) => key === selection.cursor)?.hook;
  const target = (): Target =>
    isEverything ? { ids: hooks.map(({ id }) => id), filter } : { ids: targetOf(selection, rows) };
  const targets = () => {
    const ids = new Set(target().ids);
    return hooks.filter(({ id }) => ids.has(id));
  };
  /** Removes the hook and its first near duplicate from each other's near duplicates. Returns the id of the duplicate. */
  const separate = (hook: ReviewedHook) => {
    const other = hook.near_duplicates[0]?.id;
    for (const [one, without] of [
      [hook, other],
      [hooks.find(({ id }) => id === other), hook.id],
    ] as const)
      if (one) store.overlay([one.id], { near_duplicates: one.near_duplicates.filter(({ id }) => id !== without) });
    return other;
  };
  const commands = {
    decide: (state: State, from?: State) => store.apply(decide(target(), state, from)),
    pick: (field: CuratedField) => target().ids.length > 0 && setPicking(field),
    choose: (field: CuratedField, value: string) => store.apply(setLabel(target(), field, value)),
    edit: () => setEditing(selection.cursor),
    save: (hook: ReviewedHook) => async (set: HookChange) =>
      store.apply(edited(hook, set, await editHooks({ ids: [hook.id], set }))),
    merge: (hook: ReviewedHook) => {
      const other = separate(hook);
      if (other) store.apply(merge(hook.id, other, (kept) => store.overlay([kept.id], kept)));
    },
    dismiss: (hook: ReviewedHook) => {
      const other = separate(hook);
      if (other) store.apply(keepBoth(hook.id, other));
    },
    undo: () => {
      const [id] = undoable(store.get().edits)?.ids ?? [];
      store.undo();
      if (id) onUndo?.(id);
    },
    selectEverything: () => setEverything(selection.ids),
    stopPicking: () => setPicking(undefined),
    stopEditing: () => setEditing(undefined),
  };
  useShortcuts({
    u: commands.undo,
    z: commands.undo,
    m: () => cursorHook && commands.merge(cursorHook),
    d: () => cursorHook && commands.dismiss(cursorHook),
    e: withoutTyping(commands.edit),
  });
  return { ...commands, picking, editing, isEverything, target, targets, cursorHook };
}

/** Prevents the key from being typed into the field that gets the focus. */
export const withoutTyping = (run: () => void) => (event: KeyboardEvent) => {
  event.preventDefault();
  run();
};

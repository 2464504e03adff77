// useEdits: the edits of an open list, and the loaded hooks with the edits applied.
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ReviewedHook } from '../../api/openapi.ts';
import { openEdits } from './edit-store.ts';
import { applyEdits, type Edit } from './edits.ts';

/** A new array per render would recompute the hooks before the first page is loaded. */
const none: ReviewedHook[] = [];

/** `hooks` contains each hook once, even if two pages contain it. `onUndone` is kept from the first render; see openEdits. */
export function useEdits(loaded: ReviewedHook[] | undefined, onUndone?: (edit: Edit) => void) {
  const [store] = useState(() => openEdits(onUndone));
  const { edits, notice } = useSyncExternalStore(store.subscribe, store.get);
  const stable = useStable(loaded ?? none);
  const unique = useMemo(() => [...new Map(stable.map((hook) => [hook.id, hook])).values()], [stable]);
  const hooks = useMemo(() => applyEdits(unique, edits), [unique, edits]);
  return { store, edits, notice, hooks };
}

/** usePages creates a new array for each render, so this returns the same one until an item or the length changes. */
function useStable<T>(items: T[]): T[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, at) => item === items[at]);
  if (isSame) return kept;
  setKept(items);
  return items;
}

// useEdits: the edits of an open list, and the loaded hooks as they are with them.
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ReviewedHook } from '../../api/openapi.ts';
import { openEdits } from './edit-store.ts';
import { applyEdits, type Edit } from './edits.ts';

/** A constant, so that renders before the first page compute nothing again. */
const none: ReviewedHook[] = [];

/** `hooks` has each hook once, also when two pages contain it. `onUndone`: see openEdits; the function of the first render is kept. */
export function useEdits(loaded: ReviewedHook[] | undefined, onUndone?: (edit: Edit) => void) {
  const [store] = useState(() => openEdits(onUndone));
  const { edits, notice } = useSyncExternalStore(store.subscribe, store.get);
  const stable = useStable(loaded ?? none);
  const unique = useMemo(() => [...new Map(stable.map((hook) => [hook.id, hook])).values()], [stable]);
  const hooks = useMemo(() => applyEdits(unique, edits), [unique, edits]);
  return { store, edits, notice, hooks };
}

/** The same array until an item or the length changes: usePages makes a new one for each render. */
function useStable<T>(items: T[]): T[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, at) => item === items[at]);
  if (isSame) return kept;
  setKept(items);
  return items;
}

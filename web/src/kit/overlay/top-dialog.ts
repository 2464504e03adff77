// The topmost open dialog, in which toasts are shown, and the context in which its form reports unsaved input.
import { createContext, useSyncExternalStore } from 'react';

/** Set to true by a form in the dialog once something was entered, and to false when it is saved. */
export const DialogContext = createContext<{ setUnsaved: (isUnsaved: boolean) => void } | null>(null);

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Call it when the dialog opens, and the returned function when it closes. */
export function showAbove(dialog: HTMLElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** Everything else is inert while a modal dialog is open. */
export function useTopDialog(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1));
}

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

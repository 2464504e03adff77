// saveHooks: opens the save dialog for some hooks. `s` saves the selected hooks, else the hook that is focused, under the pointer, or shown
// by the page.
import { useEffect } from 'react';

/** `text` is shown in the dialog. */
export type HookToSave = { id: string; text?: string | undefined };
type Open = (hooks: readonly HookToSave[]) => void;

let open: Open | undefined;
/** Hooks to save that were requested before the dialog was loaded. */
let waiting: readonly HookToSave[] | undefined;
let selected: readonly string[] = [];

export const saveHooks: Open = (hooks) => {
  if (open) open(hooks);
  else waiting = hooks;
};

export function useSaveRequests(show: Open): void {
  useEffect(() => {
    open = show;
    if (waiting) show(waiting);
    waiting = undefined;
    return () => {
      open = undefined;
    };
  }, [show]);
}

/** Makes `s` save these hooks while the list is shown. */
export function useSelectedHooks(ids: ReadonlySet<string>): void {
  useEffect(() => {
    selected = [...ids];
    return () => {
      selected = [];
    };
  }, [ids]);
}

export function findHooksToSave(): readonly HookToSave[] {
  if (selected.length > 0) return selected.map((id) => ({ id }));
  const row = focusedHook() ?? toHook(document.querySelector('[data-row]:hover'));
  const [, id] = /^\/dashboard\/hooks\/(hook_\w+)/.exec(location.pathname) ?? [];
  return row ? [row] : id ? [{ id }] : [];
}

/** The hook of the row that has the focus. */
export const focusedHook = () => toHook(document.activeElement?.closest('[data-row]'));

function toHook(row: Element | null | undefined): HookToSave | undefined {
  const id = row instanceof HTMLElement ? row.dataset.row : undefined;
  // Rows of other lists have other ids.
  return id?.startsWith('hook_') ? { id, text: row?.querySelector('[data-opens]')?.textContent } : undefined;
}

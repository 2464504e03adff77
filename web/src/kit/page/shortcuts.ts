// useShortcuts: single-key shortcuts of a page, such as `a` to accept. Inactive while typing or while a dialog is open.
// A held key fires once, except j and k (with Shift too), so that holding a key does not accept twenty items a second.
import { useEffect, useRef } from 'react';

/** Handlers by `event.key`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat && !'jkJK'.includes(event.key)) return;
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      latest.current[event.key]?.(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTyping({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const editable = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]';
  // The target can be the document, which has no `closest`.
  const field: Partial<HTMLInputElement> | null | undefined = (target as Partial<Element>).closest?.(editable);
  // Some pages start in a field of a form. `?` opens the shortcuts in an empty one, since no input begins with it.
  return Boolean(field) && !(key === '?' && field?.form && field.value === '');
}

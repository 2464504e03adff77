// useShortcuts: single keys that do something in a page, such as `a` to accept. Silent while one types or a dialog is open.
// A key that is held acts once, but for j and k: nobody decides twenty times a second.
import { useEffect, useRef } from 'react';

/** By `event.key`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat && !'jk'.includes(event.key)) return;
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isElsewhere(event)) return;
      latest.current[event.key]?.(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isElsewhere({ target }: KeyboardEvent): boolean {
  const typesInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]';
  // The document has no `closest`.
  return Boolean((target as Partial<Element>).closest?.(typesInto) ?? document.querySelector('dialog[open]'));
}

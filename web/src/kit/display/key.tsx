// Key: a keyboard shortcut shown on a button.
import type { ReactNode } from 'react';

/** Hidden from screen readers, since the button's text describes its action. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="ml-0.5 inline-block min-w-4.5 rounded-sm border border-current/45 px-1 text-center font-mono text-xs leading-4 touch:hidden"
    >
      {children}
    </span>
  );
}

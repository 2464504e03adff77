// HookText: the text of a hook. Untrusted input: isolated text direction, never markup.

import type { ReactNode } from 'react';

/** Clamped to three lines, unless `whole`. Only a hook that was taken down has no text. */
export function HookText({ children, whole }: { children: ReactNode; whole?: boolean }) {
  if (children === '') return <span className="text-hook text-faint">Taken down</span>;
  return (
    <span
      dir="auto"
      className={`text-hook whitespace-pre-line wrap-anywhere [unicode-bidi:isolate] ${whole ? '' : 'line-clamp-3'}`}
    >
      {children}
    </span>
  );
}

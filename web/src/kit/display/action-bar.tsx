// ActionBar: actions for the selected rows of a list. It stays in view while the list scrolls.
import type { ReactNode } from 'react';

type ActionBarProps = {
  label: string;
  /** Number of selected rows, which screen readers announce. */
  text: string;
  children: ReactNode;
};

export function ActionBar({ label, text, children }: ActionBarProps) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-4 z-1 flex flex-wrap items-center gap-2 rounded-md border border-strong bg-surface px-3 py-2 max-md:bottom-18"
    >
      <span className="mr-auto font-medium" aria-live="polite">
        {text}
      </span>
      {children}
    </section>
  );
}

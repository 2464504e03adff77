// Chip: a label that filters when clicked.
import type { ReactNode } from 'react';

type ChipProps = {
  children: ReactNode;
  onClick?: () => void;
  isActive?: boolean;
  title?: string;
  /** Name of the label, which has a mark and a colour of its own. */
  kind?: string;
};

export const chipShape = 'inline-flex h-5.5 max-w-48 items-center gap-1 rounded-full border px-2 text-xs';

export function Chip({ children, onClick, isActive, title, kind }: ChipProps) {
  const text = <span className="truncate">{children}</span>;
  if (!onClick)
    return (
      <span data-label={kind} className={`${chipShape} text-muted`}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      data-label={kind}
      title={title}
      aria-pressed={isActive}
      onClick={onClick}
      className={`${chipShape} transition-colors touch:h-8 touch:px-3 ${isActive ? 'border-accent bg-accent-soft text-accent' : 'text-muted hover:border-faint hover:text-ink'}`}
    >
      {text}
    </button>
  );
}

// FilterBar: the active filters as chips, each removable.
import type { ReactNode } from 'react';
import { chipShape } from './chip.tsx';
import { Icon } from './icons.tsx';

type FilterBarProps<Name extends string> = {
  /** Values by filter, from useFilters. */
  filters: Partial<Record<Name, string[]>>;
  /** Called with the values that remain. */
  onChange: (name: Name, values: string[]) => void;
  onClear: () => void;
  /** Text for a value, such as the name behind an id. */
  labelOf?: (name: Name, value: string) => string;
  /** What a click on a filter does. Without it, the click removes the filter. */
  onOpen?: (name: Name, value: string) => (() => void) | undefined;
  /** Shown after the filters. */
  children?: ReactNode;
};

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters: set, onChange, onClear, labelOf, onOpen, children } = props;
  const filters = (Object.entries(set) as [Name, string[]][]).flatMap(([name, values]) =>
    values.map((value) => ({
      name,
      value,
      label: labelOf?.(name, value) ?? value,
      open: onOpen?.(name, value),
      remove: () =>
        onChange(
          name,
          values.filter((other) => other !== value),
        ),
    })),
  );
  if (filters.length === 0 && !children) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {filters.map(({ name, value, label, open, remove }) => (
        <span key={`${name} ${value}`} className={`${chipShape} border-accent bg-accent-soft text-accent`}>
          {open && (
            <button type="button" title={label} onClick={open} className="truncate">
              {label}
            </button>
          )}
          <button
            type="button"
            onClick={remove}
            aria-label={`Remove filter: ${label}`}
            className="flex min-w-0 items-center gap-1"
          >
            {!open && <span className="truncate">{label}</span>}
            <Icon name="close" className="size-3" />
          </button>
        </span>
      ))}
      {filters.length > 0 && (
        <button type="button" onClick={onClear} className="rounded-sm px-1 text-xs text-muted hover:text-ink">
          Clear all
        </button>
      )}
      {children}
    </div>
  );
}

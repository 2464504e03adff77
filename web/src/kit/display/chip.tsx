// Chip: a label that filters when clicked. FilterBar: the active filters, each removable.
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type ChipProps = { children: ReactNode; onClick?: () => void; isActive?: boolean; title?: string };

const shape = 'inline-flex h-5.5 max-w-48 items-center gap-1 rounded-full border px-2 text-xs';

export function Chip({ children, onClick, isActive, title }: ChipProps) {
  const text = <span className="truncate">{children}</span>;
  if (!onClick) return <span className={`${shape} text-muted`}>{text}</span>;
  return (
    <button
      type="button"
      title={title}
      aria-pressed={isActive}
      onClick={onClick}
      className={`${shape} transition-colors ${isActive ? 'border-accent bg-accent-soft text-accent' : 'text-muted hover:border-faint hover:text-ink'}`}
    >
      {text}
    </button>
  );
}

type FilterBarProps<Name extends string> = {
  /** From useFilters. */
  filters: Partial<Record<Name, string[]>>;
  /** Called with the values that remain. */
  onChange: (name: Name, values: string[]) => void;
  onClear: () => void;
  /** Text for a value, such as the name behind an id. */
  labelOf?: (name: Name, value: string) => string;
};

export function FilterBar<Name extends string>({ filters: set, onChange, onClear, labelOf }: FilterBarProps<Name>) {
  const filters = (Object.entries(set) as [Name, string[]][]).flatMap(([name, values]) =>
    values.map((value) => ({
      name,
      value,
      label: labelOf?.(name, value) ?? value,
      others: values.filter((other) => other !== value),
    })),
  );
  if (filters.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {filters.map((filter) => (
        <button
          key={`${filter.name} ${filter.value}`}
          type="button"
          onClick={() => onChange(filter.name, filter.others)}
          aria-label={`Remove filter: ${filter.label}`}
          className={`${shape} border-accent bg-accent-soft text-accent`}
        >
          <span className="truncate">{filter.label}</span>
          <Icon name="close" className="size-3" />
        </button>
      ))}
      <button type="button" onClick={onClear} className="rounded-sm px-1 text-xs text-muted hover:text-ink">
        Clear all
      </button>
    </div>
  );
}

// SearchField: `/` focuses it, Escape clears it, and changes are debounced.
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../display/icons.tsx';

type SearchFieldProps = {
  label: string;
  /** The value in the URL. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Default 250; 0 reports every keystroke. */
  debounceMs?: number;
};

export function SearchField({ label, value, onChange, placeholder = label, debounceMs = 250 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  // Reported values are trimmed, so a trailing space before the next word must not be removed from the field.
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function write(next: string, waitMs = debounceMs): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(next.trim()), waitMs);
  }

  return (
    <div className="relative min-w-0 flex-1">
      <Icon name="search" className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
      <input
        ref={input}
        type="search"
        data-search
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className="field pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') write(text, 0);
          if (event.key === 'Escape') text ? write('', 0) : event.currentTarget.blur();
        }}
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
          onClick={() => {
            write('', 0);
            input.current?.focus();
          }}
        >
          <Icon name="close" className="size-3.5" />
        </button>
      ) : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1.5 right-2 hidden rounded-sm border px-1.5 font-mono text-xs text-faint sm:block"
        >
          /
        </span>
      )}
    </div>
  );
}

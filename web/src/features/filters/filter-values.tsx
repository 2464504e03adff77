// FilterValues: a multi-select of one label's values with their number of hooks. Arrow keys move.
import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { placeUnder } from '../../kit/overlay/menu.tsx';
import { formatCompact, formatNumber } from '../../kit/page/format.ts';
import { labelTitles, valueName } from './filter-text.ts';
import type { LabelField } from './hook-filters.ts';

type FilterValuesProps = {
  name: LabelField;
  /** Default: the name of the label. */
  title?: string;
  /** Hooks per value; undefined while loading. */
  counts: Readonly<Record<string, number>> | undefined;
  chosen: readonly string[];
  onToggle: (value: string) => void;
};

/** From this many values on, the list has a search field. */
const minValuesForSearch = 9;

export function FilterValues({ name, title = labelTitles[name], counts, chosen, onToggle }: FilterValuesProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function toggled({ newState }: ToggleEvent<HTMLDivElement>): void {
    setOpen(newState === 'open');
    if (newState !== 'open' || !trigger.current || !popover.current) return;
    placeUnder(trigger.current, popover.current);
    popover.current.querySelector('input')?.focus();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className={`flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md border px-2.5 transition-colors hover:bg-sunken ${chosen.length > 0 ? 'border-accent text-accent' : 'border-strong'}`}
      >
        <span className="min-w-0 truncate">{title}</span>
        {chosen.length > 0 && <span className="font-medium">{chosen.length}</span>}
        <Icon name="down" className="ml-auto size-3 text-faint" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={toggled}
        onKeyDown={moveFocus}
        className="fixed inset-auto m-0 w-64 rounded-md border border-strong bg-surface p-1 text-ink"
      >
        {isOpen && <Values {...{ name, counts, chosen, onToggle }} />}
      </div>
    </>
  );
}

function Values({ name, counts, chosen, onToggle }: FilterValuesProps) {
  const [text, setText] = useState('');
  if (!counts) return <Skeleton className="m-2 w-40" />;
  const values = [...new Set([...Object.keys(counts), ...chosen])]
    .map((value) => ({ value, title: valueName(name, value), hooks: counts[value] ?? 0 }))
    .sort((a, b) => b.hooks - a.hooks);
  const found = values.filter(({ value, title }) => `${value} ${title}`.toLowerCase().includes(text.toLowerCase()));
  return (
    <>
      {values.length >= minValuesForSearch && (
        <input
          aria-label={`Search ${labelTitles[name].toLowerCase()}`}
          placeholder="Search…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="field mb-1"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Otherwise Enter would submit the surrounding form.
            event.preventDefault();
            const [first] = found;
            if (text && first) onToggle(first.value);
            setText('');
          }}
        />
      )}
      <div className="max-h-60 overflow-y-auto overscroll-contain">
        {found.map(({ value, title, hooks }) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 hover:bg-sunken has-focus-visible:bg-sunken"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            <span className="text-xs text-muted" title={`${formatNumber(hooks)} ${hooks === 1 ? 'hook' : 'hooks'}`}>
              {formatCompact(hooks)}
            </span>
          </label>
        ))}
        {found.length === 0 && <p className="px-2 py-1.5 text-muted">No results.</p>}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const now = inputs.indexOf(document.activeElement as HTMLInputElement);
  inputs.at((now + step) % inputs.length)?.focus();
}

// List of a Combobox: a listbox whose active option follows the arrow keys, with a field that filters it when it is long.
import type { ReactNode } from 'react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../display/icons.tsx';
import { Skeleton } from '../display/skeleton.tsx';

export type ComboboxOption = {
  value: string;
  label: string;
  /** Text at the right edge, such as a count. */
  note?: ReactNode;
  /** Listed only once its label is typed. */
  isOnlySearched?: boolean | undefined;
};

type ComboboxListProps = {
  label: string;
  options: readonly ComboboxOption[] | undefined;
  chosen: readonly string[];
  isMultiple: boolean;
  onChoose: (value: string) => void;
  /** Called when the options are shown, which may have been loading when the list was opened. */
  onLoaded: () => void;
};

/** From this many options on, the list has a field. In shorter ones, typing moves to the option that begins with it. */
const minOptionsForField = 9;
const typeAheadMs = 700;

export function ComboboxList({ label, options, chosen, isMultiple, onChoose, onLoaded }: ComboboxListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [wanted, setActive] = useState(chosen[0]);
  const typed = useRef({ text: '', at: 0 });
  const isLoaded = options !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded]);
  if (!options) return <Skeleton className="m-2 w-40" />;
  const hasField = options.length >= minOptionsForField;
  const words = text.trim().toLowerCase();
  const startsAlike = ({ label }: ComboboxOption) => Number(label.toLowerCase().startsWith(words));
  // Enter selects the first option, so options that begin with the typed text come first.
  const found = options
    .filter(
      ({ value, label, isOnlySearched }) =>
        (words !== '' || !isOnlySearched) && `${value} ${label}`.toLowerCase().includes(words),
    )
    .sort((a, b) => startsAlike(b) - startsAlike(a));
  const active = Math.max(
    0,
    found.findIndex(({ value }) => value === wanted),
  );

  function typeAhead(key: string): void {
    const now = Date.now();
    typed.current = {
      text: (now - typed.current.at < typeAheadMs ? typed.current.text : '') + key.toLowerCase(),
      at: now,
    };
    const from = typed.current.text.length === 1 ? active + 1 : active;
    const matching = [...found.slice(from), ...found.slice(0, from)].find(({ label }) =>
      label.toLowerCase().startsWith(typed.current.text),
    );
    if (matching) setActive(matching.value);
  }

  function press(event: KeyboardEvent): void {
    const { key, target, nativeEvent } = event;
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isInField = target instanceof HTMLInputElement;
    const isCaretKey = isInField && text !== '';
    const last = found.length - 1;
    const next = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      ...(isCaretKey ? {} : { Home: 0, End: last }),
    }[key];
    if (next !== undefined) setActive(found[next]?.value);
    else if (key === 'Enter' || (key === ' ' && !isCaretKey)) {
      // Enter would submit the form around the list.
      event.preventDefault();
      choose(found[active]?.value);
      return;
    } else if (!isInField && key.length === 1) typeAhead(key);
    else return;
    event.preventDefault();
  }

  function choose(value: string | undefined): void {
    if (value === undefined) return;
    setActive(value);
    setText('');
    onChoose(value);
  }

  const optionId = (at: number) => (found.length > 0 ? `${id}-${at}` : undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and of the list in it
    <div onKeyDown={press}>
      {hasField && (
        <input
          type="text"
          role="combobox"
          aria-label={`Search ${label.toLowerCase()}`}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={optionId(active)}
          placeholder="Search…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="field mb-1"
          onChange={(event) => {
            setText(event.target.value);
            setActive(undefined);
          }}
        />
      )}
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        aria-activedescendant={hasField ? undefined : optionId(active)}
        tabIndex={hasField ? -1 : 0}
        className="max-h-60 overflow-y-auto overscroll-contain rounded-sm outline-none"
      >
        {found.map(({ value, label, note }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the option
          <div
            key={value}
            id={optionId(at)}
            ref={at === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={chosen.includes(value)}
            data-active={at === active || undefined}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 data-active:bg-sunken touch:min-h-11"
            // The focus stays where the keys are handled.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => at === active || setActive(value)}
            onClick={() => choose(value)}
          >
            <Mark isChosen={chosen.includes(value)} isBox={isMultiple} />
            <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
            {note !== undefined && <span className="text-xs text-muted">{note}</span>}
          </div>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'px-2 py-1.5 text-muted'}>
        {found.length === 0 ? 'No results.' : words && `${found.length} of ${options.length}`}
      </p>
    </div>
  );
}

/** Shows a box where several options can be chosen. */
function Mark({ isChosen, isBox }: { isChosen: boolean; isBox: boolean }) {
  const box = isChosen ? 'border-transparent bg-accent-fill text-on-accent' : 'border-strong bg-surface';
  return (
    <span
      className={`flex size-4 shrink-0 items-center justify-center rounded-sm ${isBox ? `border ${box}` : 'text-accent'}`}
    >
      {isChosen && <Icon name="check" className="size-3" />}
    </span>
  );
}

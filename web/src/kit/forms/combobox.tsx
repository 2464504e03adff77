// Combobox: chooses one or several values of a list by keyboard, typing, mouse or touch. Enter chooses and never submits a form.

import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import { Icon } from '../display/icons.tsx';
import { anchorStyles, followTrigger } from '../overlay/anchor.ts';
import { ComboboxList, type ComboboxOption } from './combobox-list.tsx';

type ComboboxProps = {
  /** Accessible name, and the text of the trigger when several values can be chosen or there is nothing else to show. */
  label: string;
  /** undefined while loading. */
  options: readonly ComboboxOption[] | undefined;
  chosen: readonly string[];
  /** Called when a value is chosen; with `isMultiple`, also when it is deselected. */
  onChoose: (value: string) => void;
  isMultiple?: boolean;
  /** Shown without a chosen value. */
  placeholder?: string;
  disabled?: boolean;
  /** Sends the chosen value with the form. */
  name?: string;
};

export function Combobox({ label, isMultiple = false, disabled, name, ...rest }: ComboboxProps) {
  const { options, chosen, placeholder, onChoose } = rest;
  const id = useId();
  const anchor = anchorStyles(id);
  const trigger = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const [first] = chosen;
  const title = options?.find(({ value }) => value === first)?.label ?? first;

  function opened({ newState }: ToggleEvent<HTMLDivElement>): void {
    setOpen(newState === 'open');
    if (newState !== 'open' || !trigger.current || !popover.current) return;
    followTrigger(trigger.current, popover.current);
    focusList();
  }

  function focusList(): void {
    // With the focus in the field, the keyboard of a phone would cover the list.
    const host = isTouched.current ? '[role=listbox]' : '[aria-activedescendant]';
    popover.current?.querySelector<HTMLElement>(host)?.focus();
  }

  function choose(value: string): void {
    onChoose(value);
    // The event notifies the form of the change, as an input field does.
    trigger.current?.dispatchEvent(new Event('input', { bubbles: true }));
    if (!isMultiple) popover.current?.hidePopover();
  }

  function openByArrow(event: KeyboardEvent): void {
    if (disabled || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    popover.current?.showPopover();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        // `disabled` would lose the focus while a choice is applied.
        aria-disabled={disabled}
        popoverTarget={disabled ? undefined : id}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        style={anchor.trigger}
        className={`flex h-8 touch:h-11 w-full min-w-0 items-center gap-1.5 rounded-md border bg-surface px-2.5 text-left transition-colors hover:bg-sunken aria-disabled:opacity-55 ${isMultiple && first !== undefined ? 'border-accent text-accent' : 'border-strong'}`}
        onPointerDown={({ pointerType }) => {
          isTouched.current = pointerType === 'touch';
        }}
        onKeyDown={openByArrow}
      >
        {isMultiple || (title ?? placeholder) === undefined ? (
          <>
            <span className="min-w-0 truncate">{label}</span>
            {chosen.length > 0 && <span className="font-medium">{chosen.length}</span>}
          </>
        ) : (
          <>
            <span className="sr-only">{label} </span>
            <span className={`min-w-0 truncate ${title ? '' : 'text-muted'}`}>{title ?? placeholder}</span>
          </>
        )}
        <Icon name="down" className="ml-auto size-3 text-faint" />
      </button>
      {name && <input type="hidden" name={name} value={chosen.join()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the list and its field, and what they must not do outside */}
      <div
        ref={popover}
        id={id}
        popover="auto"
        style={anchor.popover}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={opened}
        // Typing here only filters the list.
        onInput={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Tab') return;
          // A dialog around it stays open.
          if (event.key === 'Escape') event.preventDefault();
          event.stopPropagation();
          popover.current?.hidePopover();
        }}
        className="anchored w-64 rounded-md border border-strong bg-surface p-1 text-ink"
      >
        {isOpen && <ComboboxList {...{ label, options, chosen, isMultiple }} onChoose={choose} onLoaded={focusList} />}
      </div>
    </>
  );
}

// Menu: a popover of actions below a button. The browser closes it on Escape and on outside clicks.
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '../display/icons.tsx';
import { anchorStyles, followTrigger } from './anchor.ts';

export type MenuItem =
  | 'separator'
  | {
      label: string;
      icon?: IconName;
      danger?: boolean;
      disabled?: boolean;
      /** Whether the item of a single-choice menu is ticked. */
      isChosen?: boolean;
      /** Either a handler or a link. */
      onSelect?: () => void;
      href?: string;
    };

type MenuProps = {
  /** Content of the button. Default three dots. */
  children?: ReactNode;
  label: string;
  items: readonly MenuItem[];
  triggerClass?: string;
};

export function Menu({ children, label, items, triggerClass = 'icon-button' }: MenuProps) {
  const id = useId();
  const anchor = anchorStyles(id);
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  function opened({ newState }: ToggleEvent<HTMLDivElement>): void {
    if (newState !== 'open' || !trigger.current || !menu.current) return;
    followTrigger(trigger.current, menu.current);
    menu.current.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }

  function select(onSelect?: () => void): void {
    menu.current?.hidePopover();
    trigger.current?.focus();
    onSelect?.();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={triggerClass}
        style={anchor.trigger}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
      >
        {children ?? <Icon name="more" />}
        {children && <span className="sr-only">{label}</span>}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={opened}
        onKeyDown={moveFocus}
        style={anchor.popover}
        className="anchored min-w-44 rounded-md border border-strong bg-surface p-1 text-ink"
      >
        {items.map((item, index) =>
          item === 'separator' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: separators are identified by position
            <hr key={index} className="my-1" />
          ) : (
            <Item key={item.label} {...item} onChoose={() => select(item.onSelect)} />
          ),
        )}
      </div>
    </>
  );
}

function Item(item: Exclude<MenuItem, 'separator'> & { onChoose: () => void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} className={item.danger ? '' : 'text-faint'} />}
      <span className="flex-1">{item.label}</span>
      {item.isChosen && <Icon name="check" />}
    </>
  );
  const shared = {
    role: item.isChosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.isChosen,
    tabIndex: -1,
    onClick: item.onChoose,
    className: `flex h-8 touch:h-11 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-none disabled:opacity-55 ${item.danger ? 'text-bad' : ''}`,
  };
  if (item.href)
    return (
      <Link href={item.href} {...shared}>
        {content}
      </Link>
    );
  return (
    <button type="button" disabled={item.disabled} {...shared}>
      {content}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next % items.length)?.focus();
  } else if (event.key === 'Tab') event.currentTarget.hidePopover();
  else if (event.key.length === 1 && event.key !== ' ') {
    const typed = event.key.toLowerCase();
    items.find((item) => item.textContent?.toLowerCase().startsWith(typed))?.focus();
  }
}

// Command palette (⌘K): finds pages and the actions of the open page. A separate chunk.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Session } from '../api/account.ts';
import { Icon } from '../kit/display/icons.tsx';
import { showAbove } from '../kit/overlay/top-dialog.ts';
import { type Action, pageActions } from '../kit/page/actions.ts';
import { navGroups } from './navigation.tsx';
import { signOut, useSession } from './session.tsx';
import { setTheme } from './theme.ts';

type PaletteProps = { audience: 'holder' | 'operator'; onClose: () => void };

export function Palette({ audience, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const { permissions } = useSession();
  const found = findActions(audience, permissions, text);
  const active = Math.min(selected, found.length - 1);
  useEffect(() => {
    dialog.current?.showModal();
    return dialog.current ? showAbove(dialog.current) : undefined;
  }, []);

  const run = (action: Action | undefined) => {
    if (!action) return;
    dialog.current?.close();
    action.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setSelected((active + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') run(found[active]);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog too
    <dialog
      ref={dialog}
      aria-label="Command palette"
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-140 rounded-md border border-strong bg-surface p-0 text-ink"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-label="Search pages and actions"
        placeholder="Search pages and actions…"
        autoComplete="off"
        spellCheck={false}
        value={text}
        className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none"
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value);
          setSelected(0);
        }}
      />
      <div id={id} role="listbox" aria-label="Pages and actions" className="max-h-[50dvh] overflow-y-auto p-1.5">
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the option
          <div
            key={action.title}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            className="flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 aria-selected:bg-sunken"
            onPointerMove={() => setSelected(index)}
            onClick={() => run(action)}
          >
            <Icon name={action.icon ?? 'right'} className="text-faint" />
            {action.title}
          </div>
        ))}
        {found.length === 0 && <p className="px-2.5 py-2 text-muted">No results.</p>}
      </div>
    </dialog>
  );
}

function findActions(audience: PaletteProps['audience'], permissions: Session['permissions'], text: string): Action[] {
  const pages = navGroups(audience, permissions).flatMap(([, items]) =>
    items.map(({ path, title, icon }): Action => ({ title, icon, run: () => navigate(path) })),
  );
  const globalActions: Action[] = [
    { title: 'Docs', icon: 'book', run: () => location.assign('/docs') },
    { title: 'Light theme', icon: 'sun', run: () => setTheme('light') },
    { title: 'Dark theme', icon: 'sun', run: () => setTheme('dark') },
    { title: 'System theme', icon: 'sun', run: () => setTheme('system') },
    { title: 'Sign out', icon: 'user', run: signOut },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = [...pageActions(), ...pages, ...globalActions].filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  return text.trim() ? [...matching, searchFor(audience, text.trim())] : matching;
}

function searchFor(audience: PaletteProps['audience'], text: string): Action {
  const path = audience === 'holder' ? '/dashboard/hooks' : '/console/hooks';
  return {
    title: `Search hooks for “${text}”`,
    icon: 'search',
    run: () => navigate(`${path}?q=${encodeURIComponent(text)}`),
  };
}

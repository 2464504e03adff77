// ShortcutsHelp: `?` opens the list of keyboard shortcuts. showShortcuts opens it for a button or a command.
import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../../kit/page/shortcuts.ts';

const Shortcuts = lazy(() => import('./shortcuts.tsx'));

export const showShortcuts = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));

export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    '?': (event) => {
      event.preventDefault();
      setOpen(true);
    },
  });
  return (
    isOpen && (
      <Suspense>
        <Shortcuts onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}

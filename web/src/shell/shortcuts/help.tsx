// ShortcutsHelp: `?` opens the list of keyboard shortcuts. showShortcuts opens it for a button or a command.
import { useState } from 'react';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useShortcuts } from '../../kit/page/shortcuts.ts';

const Shortcuts = lazyPart(() => import('./shortcuts.tsx'), 'default');

export const showShortcuts = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));

export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    '?': (event) => {
      event.preventDefault();
      setOpen(true);
    },
  });
  return isOpen && <Shortcuts onClose={() => setOpen(false)} />;
}

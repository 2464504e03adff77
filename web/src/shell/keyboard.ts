// Keyboard shortcuts of every page: ⌘K opens the palette, `/` focuses search, j and k move through rows (Enter follows the link).
import { useEffect } from 'react';
import { useShortcuts } from '../kit/page/shortcuts.ts';

export function useKeyboard(openPalette?: () => void): void {
  useEffect(() => {
    if (!openPalette) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openPalette();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [openPalette]);
  useShortcuts({
    '/': (event) => {
      const field = document.querySelector<HTMLInputElement>('[data-search]');
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    },
    j: () => moveRow(1),
    k: () => moveRow(-1),
  });
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : now + step];
  const target = next?.querySelector<HTMLElement>('[data-opens]') ?? next;
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

// HookMenu: actions for a hook of a list: similar hooks, a check of a variation, copy.
import type { Hook } from '@hookline/sdk';
import { Menu } from '../../kit/overlay/menu.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { checkVariation } from '../check/check-link.ts';

type HookMenuProps = {
  hook: Hook;
  /** Selects the hook: phones have no room for a checkbox. */
  onSelect?: (() => void) | undefined;
};

export function HookMenu({ hook: { id, text }, onSelect }: HookMenuProps) {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast('Text copied.'),
      () => toast('Clipboard access was denied. Select the text and copy it manually.', 'bad'),
    );
  return (
    <Menu
      label={`Actions for ${id}`}
      items={[
        { label: 'Similar hooks', icon: 'search', href: `/dashboard/hooks/${id}?similar=all` },
        { label: 'Check a variation', icon: 'review', href: checkVariation(text) },
        { label: 'Copy text', icon: 'copy', onSelect: copy },
        ...(onSelect ? ([{ label: 'Select', icon: 'check', onSelect }] as const) : []),
      ]}
    />
  );
}

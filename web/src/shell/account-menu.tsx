// The menu of whoever is signed in: plan, theme, sign out.
import { Icon } from '../kit/display/icons.tsx';
import { Menu, type MenuItem } from '../kit/overlay/menu.tsx';
import { signOut, useSession } from './session.tsx';
import { setTheme, useTheme } from './theme.ts';

export function AccountMenu({ compact }: { compact?: boolean }) {
  const session = useSession();
  const { account } = session;
  // No mail reaches the operator's address; which service it is says more.
  const email = account ? session.email : location.host;
  const theme = useTheme();
  const name = account?.name ?? 'Operator';
  const items: MenuItem[] = [
    ...(account ? [{ label: 'Plan', icon: 'plan', href: '/dashboard/plan' } as const, 'separator' as const] : []),
    ...(['system', 'light', 'dark'] as const).map((one) => ({
      label: { system: 'System theme', light: 'Light', dark: 'Dark' }[one],
      isChosen: theme === one,
      onSelect: () => setTheme(one),
    })),
    'separator',
    { label: 'Sign out', onSelect: signOut },
  ];
  if (compact)
    return (
      <Menu
        label="Account menu"
        items={items}
        triggerClass="inline-flex size-10 items-center justify-center rounded-md text-muted"
      >
        <Icon name="user" />
      </Menu>
    );
  return (
    <Menu
      label="Account menu"
      items={items}
      triggerClass="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 font-medium">
          <span className="truncate">{name}</span>
          {account && <span className="rounded-sm bg-sunken px-1 text-xs font-normal text-muted">{account.plan}</span>}
        </span>
        <span className="block truncate text-xs text-muted">{email}</span>
      </span>
      <Icon name="updown" className="text-faint" />
    </Menu>
  );
}

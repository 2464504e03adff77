// Account menu: accounts of the person, settings, theme, sign out.
import { type Session, switchAccount } from '../api/account.ts';
import { Icon } from '../kit/display/icons.tsx';
import { Menu, type MenuItem } from '../kit/overlay/menu.tsx';
import { toastError } from '../kit/overlay/toast.tsx';
import { capitalized } from '../kit/page/format.ts';
import { leaveAccount, signOut, useSession } from './session.tsx';
import { setTheme, useTheme } from './theme.ts';

export function AccountMenu({ compact }: { compact?: boolean }) {
  const session = useSession();
  const { account } = session;
  // An operator who signed in by `hookline admin sign-in` has no mailbox, so the host name is shown instead.
  const isUnnamed = session.email.endsWith('.invalid');
  const email = isUnnamed ? location.host : session.email;
  const theme = useTheme();
  const name = account?.name ?? capitalized((!isUnnamed && session.operator_role) || 'operator');
  const items: MenuItem[] = [
    ...accountItems(session),
    ...(['system', 'light', 'dark'] as const).map((option) => ({
      label: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }[option],
      isChosen: theme === option,
      onSelect: () => setTheme(option),
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
          {account && (
            <span className="rounded-sm bg-sunken px-1 text-xs font-normal text-muted">
              {capitalized(account.plan)}
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-muted">{email}</span>
      </span>
      <Icon name="updown" className="text-faint" />
    </Menu>
  );
}

/** The other accounts of the person, invitations and settings. */
function accountItems({ account, accounts, invitations, viewing }: Session): MenuItem[] {
  if (!account) return [];
  const others = viewing || accounts.length < 2 ? [] : accounts;
  return [
    ...others.map(({ id, name }) => ({
      label: name,
      isChosen: id === account.id,
      onSelect: () => void switchAccount(id).then(() => leaveAccount('/dashboard'), toastError),
    })),
    ...(invitations > 0
      ? [{ label: `Invitations (${invitations})`, icon: 'inbox', href: '/invitations' } as const]
      : []),
    ...(others.length + invitations > 0 ? (['separator'] as const) : []),
    { label: 'Settings', icon: 'user', href: '/dashboard/settings' },
    { label: 'Plan', icon: 'plan', href: '/dashboard/plan' },
    { label: 'Team', icon: 'people', href: '/dashboard/team' },
    'separator',
  ];
}

// Frame of the dashboard and the console: sidebar navigation, on phones a bottom bar.
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { showAccount } from '../api/client.ts';
import { rememberedKey } from '../kit/code/remembered-key.ts';
import { Icon } from '../kit/display/icons.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { lazyPart } from '../kit/page/lazy-part.tsx';
import { usePlace } from '../kit/page/places.ts';
import { AccountMenu } from './account-menu.tsx';
import { homes } from './audience.ts';
import { useKeyboard } from './keyboard.ts';
import { Mark } from './mark.tsx';
import { NavLinks, navItems, PlaceTabs, useCurrent, Waiting } from './navigation.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { useSession } from './session.tsx';
import { ShortcutsHelp } from './shortcuts/help.tsx';

const ViewBanner = lazyPart(() => import('../features/accounts/view-banner.tsx'), 'default');
const NoticeBanner = lazyPart(() => import('../features/announcements/notice-banner.tsx'), 'default');
const SaveHooks = lazyPart(() => import('../features/collections/save/save-hooks.tsx'), 'default');
const AccountSwitched = lazyPart(() => import('./account-switched.tsx'), 'default');
const RememberedKeyCheck = lazyPart(() => import('../features/keys/remembered-key-check.tsx'), 'default');
const RoleNote = lazyPart(() => import('../features/team/role-note.tsx'), 'default');

type Audience = 'holder' | 'operator';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

export function Frame({ audience, children }: { audience: Audience; children: ReactNode }) {
  // A counter, because the previous palette may not have reported yet that it was closed.
  const [palette, setPalette] = useState(0);
  const openPalette = useCallback(() => setPalette((opened) => opened + 1), []);
  const main = usePlace();
  const { account, notices, viewing, member_role: role } = useSession();
  useKeyboard(openPalette);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[220px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar audience={audience} onSearch={openPalette} />
      <PhoneHeader audience={audience} onSearch={openPalette} />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-5 pb-24 outline-none md:px-8 md:pt-8 md:pb-16"
      >
        <div className="mx-auto max-w-[1120px]">
          {audience === 'holder' && viewing && <ViewBanner view={viewing} />}
          {(role === 'viewer' || role === 'billing') && <RoleNote role={role} />}
          {audience === 'holder' && notices.length > 0 && <NoticeBanner notices={notices} />}
          {account && account.id !== showAccount(account.id) && <AccountSwitched account={account} />}
          <PlaceTabs audience={audience} />
          {children}
        </div>
      </main>
      <PhoneBar audience={audience} />
      <ShortcutsHelp />
      {audience === 'holder' && <SaveHooks />}
      {account && rememberedKey() && <RememberedKeyCheck />}
      {palette > 0 && <PaletteDialog key={palette} audience={audience} onClose={() => setPalette(0)} />}
    </div>
  );
}

function Sidebar({ audience, onSearch }: { audience: Audience; onSearch: () => void }) {
  return (
    <aside className="sticky top-0 flex h-dvh flex-col gap-3 border-r bg-surface p-3 max-md:hidden">
      <Link href={homes[audience]} className="rounded-md px-2 py-1.5">
        <Mark />
      </Link>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 items-center gap-2 rounded-md border px-2 text-muted transition-colors hover:border-strong hover:text-ink"
      >
        <Icon name="search" className="text-faint" />
        <span className="flex-1 text-left">Go to…</span>
        <kbd className="font-mono text-xs text-faint">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Pages" className="-mx-1 grid flex-1 content-start gap-px overflow-y-auto px-1">
        <NavLinks audience={audience} />
      </nav>
      <div className="-mx-3 border-t px-3 pt-3">
        <AccountMenu />
      </div>
    </aside>
  );
}

function PhoneHeader({ audience, onSearch }: { audience: Audience; onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center gap-1 border-b bg-surface pr-2 pl-4 md:hidden">
      <Link href={homes[audience]} className="mr-auto flex">
        <Mark />
      </Link>
      <button
        type="button"
        aria-label="Search pages and actions"
        onClick={onSearch}
        className="inline-flex size-10 items-center justify-center text-muted"
      >
        <Icon name="search" />
      </button>
      <AccountMenu compact />
    </header>
  );
}

const barItem =
  'grid justify-items-center gap-1 pt-2 pb-1.5 text-xs text-muted aria-[current]:text-accent focus-visible:-outline-offset-2';

function PhoneBar({ audience }: { audience: Audience }) {
  const [isOpen, setOpen] = useState(false);
  const current = useCurrent();
  const { permissions } = useSession();
  const all = navItems(audience, permissions);
  const items = all.filter(({ onPhone }) => onPhone);
  const isUnderMore = all.some(({ onPhone, pages }) => !onPhone && current(pages));
  return (
    <nav
      aria-label="Main pages"
      className="fixed inset-x-0 bottom-0 z-10 grid grid-cols-5 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.map(({ path, title, icon, pages }) => (
        <Link key={title} href={path} aria-current={current(pages)} className={barItem}>
          <Icon name={icon} />
          <span className="max-w-full truncate">
            {title} <Waiting in={pages} />
          </span>
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isUnderMore ? 'page' : undefined}
        onClick={() => setOpen(true)}
        className={barItem}
      >
        <Icon name="menu" />
        More
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="All pages">
        <div className="grid gap-px">
          <NavLinks audience={audience} onFollow={() => setOpen(false)} />
        </div>
      </Dialog>
    </nav>
  );
}

// Frame of the public pages: header and footer.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LinkButton } from '../kit/forms/button.tsx';
import { homes } from './audience.ts';
import { useKeyboard } from './keyboard.ts';
import { Mark } from './mark.tsx';
import { useOptionalSession } from './session.tsx';
import { ShortcutsHelp, showShortcuts } from './shortcuts/help.tsx';

const link = 'rounded-sm text-muted hover:text-ink';

export function PublicFrame({ children }: { children: ReactNode }) {
  useKeyboard();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-[1120px] items-center gap-5 px-4">
          <Link href="/" className="mr-auto flex rounded-sm">
            <Mark />
          </Link>
          <a href="/docs" className={link}>
            Docs
          </a>
          <Link href="/status" className={`${link} max-sm:hidden`}>
            Status
          </Link>
          <SessionLink />
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-8">{children}</main>
      <ShortcutsHelp />
      <footer className="border-t">
        <div className="mx-auto flex max-w-[1120px] flex-wrap gap-x-5 gap-y-2 px-4 py-5 text-xs text-muted">
          <a href="/docs/api" className={link}>
            API reference
          </a>
          <a href="/openapi.json" className={link}>
            OpenAPI
          </a>
          <Link href="/status" className={link}>
            Status
          </Link>
          <Link href="/request-a-key" className={link}>
            Request a key
          </Link>
          <Link href="/report" className={link}>
            Report a hook
          </Link>
          <button type="button" onClick={showShortcuts} className={`${link} ml-auto pointer-coarse:hidden`}>
            Keyboard shortcuts
          </button>
        </div>
      </footer>
    </div>
  );
}

/** Links to the dashboard or console when signed in, else to the sign-in page. */
function SessionLink() {
  const { data: session } = useOptionalSession();
  if (!session) return <LinkButton href="/sign-in">Sign in</LinkButton>;
  return (
    <LinkButton href={homes[session.role]}>{{ holder: 'Dashboard', operator: 'Console' }[session.role]}</LinkButton>
  );
}

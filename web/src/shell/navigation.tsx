// Navigation links, derived from the routes.
import { Link, useLocation } from 'wouter';
import type { Permission } from '../../../src/auth/role.ts';
import { Icon, type IconName } from '../kit/display/icons.tsx';
import { lazyPart } from '../kit/page/lazy-part.tsx';
import { type Route, routes } from '../routes.tsx';
import { type Audience, homes } from './audience.ts';
import { preloadPage } from './page.tsx';
import { useSession } from './session.tsx';

const WaitingCount = lazyPart(() => import('./waiting-count.tsx'), 'default');

export function Waiting({ at }: { at: string }) {
  return at.startsWith(homes.operator) && <WaitingCount path={at} />;
}

export type NavItem = { path: string; title: string; icon: IconName; onPhone?: boolean };

export function navGroups(audience: Audience, permissions: readonly Permission[]): [group: string, items: NavItem[]][] {
  const groups = new Map<string, NavItem[]>();
  for (const { path, title, nav } of navRoutes(audience, permissions))
    groups.set(nav.group, [...(groups.get(nav.group) ?? []), { path, title, icon: nav.icon, onPhone: nav.onPhone }]);
  return [...groups];
}

export function NavLinks({ audience, onFollow }: { audience: Audience; onFollow?: () => void }) {
  const { permissions } = useSession();
  return (
    <>
      {navGroups(audience, permissions).map(([group, items]) => (
        <div key={group} className="grid gap-px">
          {group && <p className="px-2 pt-1 pb-1 text-xs text-faint">{group}</p>}
          {items.map((item) => (
            <NavLink key={item.path} item={item} onFollow={onFollow} />
          ))}
        </div>
      ))}
      <a href="/docs" className={linkClass}>
        <Icon name="book" className="text-faint" />
        Docs
      </a>
    </>
  );
}

const linkClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink max-md:h-11 max-md:text-lg';

function NavLink({ item: { path, title, icon }, onFollow }: { item: NavItem; onFollow?: () => void }) {
  const isHere = useIsHere();
  return (
    <Link
      href={path}
      onClick={onFollow}
      onPointerEnter={() => preloadPage(path)}
      aria-current={isHere(path)}
      className={`${linkClass} group`}
    >
      <Icon name={icon} className="text-faint group-aria-[current]:text-accent" />
      {title}
      <Waiting at={path} />
    </Link>
  );
}

/** A link is current on its page and on the pages below it; the two home pages have none below them. */
export function useIsHere(): (path: string) => 'page' | undefined {
  const [here] = useLocation();
  const isHome = (path: string) => path === homes.holder || path === homes.operator;
  return (path) => (here === path || (!isHome(path) && here.startsWith(`${path}/`)) ? 'page' : undefined);
}

/** Only the pages that the operator's role may use. */
function navRoutes(
  audience: Audience,
  permissions: readonly Permission[],
): (Route & { nav: NonNullable<Route['nav']> })[] {
  return routes.flatMap((route) => {
    const { permission, nav } = route;
    const isShown = route.audience === audience && (permission === undefined || permissions.includes(permission));
    return isShown && nav ? [{ ...route, nav }] : [];
  });
}

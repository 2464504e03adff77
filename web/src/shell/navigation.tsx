// Navigation: its links, and the tabs of a place with several pages. Both are derived from the routes.
import { Link, useLocation } from 'wouter';
import type { Permission } from '../../../src/auth/role.ts';
import { Icon } from '../kit/display/icons.tsx';
import { lazyPart } from '../kit/page/lazy-part.tsx';
import { type Place, type Route, routes } from '../routes.tsx';
import type { Audience } from './audience.ts';
import { preloadPage } from './page.tsx';
import { useSession } from './session.tsx';

const WaitingCount = lazyPart(() => import('./waiting-count.tsx'), 'default');

type PlacedRoute = Route & { place: Place };
/** `path` is the path of the first page. */
type NavItem = Place & { path: string; pages: PlacedRoute[] };

/** Pages of the navigation and the account menu that the reader's role may use. */
export const placedRoutes = (audience: Audience, permissions: readonly Permission[]): PlacedRoute[] =>
  routes.filter(
    (route): route is PlacedRoute =>
      !!route.place &&
      route.audience === audience &&
      (route.permission === undefined || permissions.includes(route.permission)),
  );

export function navItems(audience: Audience, permissions: readonly Permission[]): NavItem[] {
  return [...Map.groupBy(placedRoutes(audience, permissions), ({ place }) => place)].map(([place, pages]) => ({
    ...place,
    path: pages[0]?.path ?? '',
    pages,
  }));
}

export function NavLinks({ audience, onFollow }: { audience: Audience; onFollow?: () => void }) {
  const { permissions } = useSession();
  return (
    <>
      {navItems(audience, permissions).map(
        (item) => item.isInMenu || <NavLink key={item.title} item={item} onFollow={onFollow} />,
      )}
      <a href="/docs" className="nav-link">
        <Icon name="book" className="text-faint" />
        Docs
      </a>
    </>
  );
}

function NavLink({ item: { path, title, icon, pages }, onFollow }: { item: NavItem; onFollow?: () => void }) {
  return (
    <Link
      href={path}
      onClick={onFollow}
      onPointerEnter={() => preloadPage(path)}
      aria-current={useCurrent()(pages)}
      className="nav-link group"
    >
      <Icon name={icon} className="text-faint group-aria-[current]:text-accent" />
      {title}
      <Waiting in={pages} />
    </Link>
  );
}

/** Links to the pages of a place, shown on each of them. */
export function PlaceTabs({ audience }: { audience: Audience }) {
  const [here] = useLocation();
  const { permissions } = useSession();
  const place = navItems(audience, permissions).find(({ pages }) => pages.some(({ path }) => path === here));
  if (!place || place.pages.length < 2) return null;
  return (
    <nav aria-label={place.title} className="tabs mb-6 md:-mt-3">
      {place.pages.map((page) => (
        <Link key={page.path} href={page.path} aria-current={page.path === here ? 'page' : undefined}>
          {page.title}
          <Waiting in={[page]} />
        </Link>
      ))}
    </nav>
  );
}

export function Waiting({ in: pages }: { in: readonly Route[] }) {
  return pages[0]?.audience === 'operator' && <WaitingCount paths={pages.map(({ path }) => path)} />;
}

/** A link is current on its pages and on those below them; the home pages, of one segment, have none below them. */
export function useCurrent(): (pages: readonly Route[]) => 'page' | undefined {
  const [here] = useLocation();
  return (pages) =>
    pages.some(({ path }) => here === path || (path.includes('/', 1) && here.startsWith(`${path}/`)))
      ? 'page'
      : undefined;
}

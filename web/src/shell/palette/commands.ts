// Commands of the palette that need no request: actions of the open page, pages, and verbs that work from every page.
import { navigate } from 'wouter/use-browser-location';
import type { Permission } from '../../../../src/auth/role.ts';
import type { IconName } from '../../kit/display/icons.tsx';
import { type Action, pageActions } from '../../kit/page/actions.ts';
import { placedRoutes } from '../navigation.tsx';
import { signOut } from '../session.tsx';
import { showShortcuts } from '../shortcuts/help.tsx';
import { setTheme } from '../theme.ts';
import { openRow } from './open-row.ts';
import { otherWords } from './words.ts';

export type PaletteAudience = 'holder' | 'operator';
/** `note` distinguishes results with the same title; `excerpt` has parts that match or do not. */
export type Result = Action & { id: string; note?: string; excerpt?: [text: string, isMatch: boolean][] };
export type ResultGroup = { name: string; results: Result[] };

const to = (path: string) => () => navigate(path);

type Verb = [title: string, icon: IconName, run: () => void, permission?: Permission];

const verbs: Readonly<Record<PaletteAudience | 'all', readonly Verb[]>> = {
  holder: [
    ['Create key', 'plus', to('/dashboard/keys?new=1')],
    ['Create webhook', 'plus', to('/dashboard/webhooks?new=1')],
    ['Create export', 'plus', to('/dashboard/exports?new=1')],
    ['Create collection', 'plus', to('/dashboard/collections?new=1')],
    ['Save search', 'plus', to('/dashboard/hooks?save=1')],
    ['Request a creator or topic', 'plus', to('/dashboard/check?ask=1')],
    ['Change plan', 'plan', to('/dashboard/plan')],
    ['Invite member', 'plus', to('/dashboard/team?new=1')],
    ['Delete account', 'trash', to('/dashboard/settings?delete=1')],
    ['Rename account', 'user', () => openRow('/dashboard/settings', 'name')],
    ['Show random hooks', 'shuffle', to('/dashboard/hooks?seed=1')],
  ],
  operator: [
    ['Create account', 'plus', to('/console/accounts?new=1'), 'accounts'],
    ['Import files', 'import', to('/console/imports'), 'catalog'],
    ['Add source', 'plus', to('/console/sources?new=1'), 'catalog'],
    ['Review one at a time', 'review', to('/console/review?view=single'), 'catalog'],
  ],
  all: [
    ['Keyboard shortcuts', 'info', showShortcuts],
    ['Docs', 'book', () => location.assign('/docs')],
    ['Light theme', 'sun', () => setTheme('light')],
    ['Dark theme', 'sun', () => setTheme('dark')],
    ['System theme', 'sun', () => setTheme('system')],
    ['Sign out', 'user', signOut],
  ],
};

/** Groups of commands that have every word of the text in their title or in one of their synonyms. */
export function findCommands(
  audience: PaletteAudience,
  permissions: readonly Permission[],
  text: string,
): ResultGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const own = pageActions();
  const pages = placedRoutes(audience, permissions).map(
    ({ path, title, place }): Result => ({ id: path, title, icon: place.icon, run: to(path) }),
  );
  const actions = [...verbs[audience], ...verbs.all]
    // An action of the page with the same title replaces it.
    .filter(([title, , , permission]) => !own.some((action) => action.title === title) && isAllowed(permission))
    .map(([title, icon, run]): Result => ({ id: title, title, icon, run }));
  return [
    { name: 'This page', results: matching(own.map((action) => ({ ...action, id: `page ${action.title}` }))) },
    { name: 'Pages', results: matching(pages) },
    { name: 'Actions', results: matching(actions) },
  ];

  /** Results whose title has all words come first; the others show the synonym that matched. */
  function matching(results: readonly Result[]): Result[] {
    const found = results.flatMap((result) => {
      const others = (otherWords[result.id] ?? otherWords[result.title] ?? '').split(' ');
      const fits = words.map((word) =>
        result.title.toLowerCase().includes(word) ? '' : others.find((other) => other.startsWith(word)),
      );
      if (fits.includes(undefined)) return [];
      const note = fits.filter(Boolean).join(' ');
      return [note ? { ...result, note } : result];
    });
    return found.sort((a, b) => Number(a.note !== undefined) - Number(b.note !== undefined));
  }

  function isAllowed(permission: Permission | undefined): boolean {
    return permission === undefined || permissions.includes(permission);
  }
}

const ranks = ['This page', 'Pages', 'Keys', 'Collections', 'Accounts', 'Webhooks', 'Sources', 'Actions'];

/** Groups with a result whose title has every word come first, in the order of `ranks`; the others stay in their order. */
export function byName(groups: ResultGroup[], text: string): ResultGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  const rank = ({ name, results }: ResultGroup) => {
    const isNamed = results.some(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
    return (isNamed && ranks.indexOf(name) + 1) || ranks.length + 1;
  };
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** Hooks by words, as the last result for any text. */
export function searchHooks(audience: PaletteAudience, text: string): Result {
  const path = audience === 'holder' ? '/dashboard/hooks?q=' : '/console/hooks?q=';
  return {
    id: 'search',
    title: `Search hooks for “${text}”`,
    icon: 'search',
    run: to(path + encodeURIComponent(text)),
  };
}

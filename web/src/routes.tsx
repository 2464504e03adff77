// Routes: path, title, page module, audience and place in the navigation.
import type { ComponentType } from 'react';
import type { Permission } from '../../src/auth/role.ts';
import type { IconName } from './kit/display/icons.tsx';
import type { Audience } from './shell/audience.ts';

/** One link of the navigation. Pages that share a place are its tabs, and the link leads to the first that the reader may use. */
export type Place = {
  title: string;
  icon: IconName;
  onPhone?: boolean;
  /** Linked from the account menu in place of the navigation. */
  isInMenu?: boolean;
};

export type Route = {
  path: string;
  /** The module's only export is the page component. */
  load: () => Promise<Record<string, ComponentType>>;
  title: string;
  audience: Audience;
  /** Absent: the page is linked from other pages only. */
  place?: Place;
  /** What an operator needs to use the page. Default: nothing beyond being signed in. */
  permission?: Permission;
};

type Entry = [path: string, title: string, load: Route['load'], place?: Place, permission?: Permission];

const publicEntries: Entry[] = [
  ['/', 'Hookline', () => import('./features/public/home-page.tsx')],
  ['/request-a-key', 'Request a key', () => import('./features/requests/request-a-key-page.tsx')],
  ['/sign-up', 'Get a key', () => import('./features/sign-up/sign-up-page.tsx')],
  ['/report', 'Report a hook', () => import('./features/reports/report-page.tsx')],
  ['/invitations', 'Invitations', () => import('./features/team/invitations-page.tsx')],
  ['/sign-in', 'Sign in', () => import('./features/sign-in/sign-in-page.tsx')],
  ['/status', 'Status', () => import('./features/status/status-page.tsx')],
  ['/status/confirm', 'Status emails', () => import('./features/status/status-mail-page.tsx')],
  ['/status/unsubscribe', 'Status emails', () => import('./features/status/status-mail-page.tsx')],
  ['/digests/unsubscribe', 'Unsubscribe', () => import('./features/digests/unsubscribe-page.tsx')],
];

const saved: Place = { title: 'Saved', icon: 'bookmark' };
const check: Place = { title: 'Check', icon: 'review' };
const logs: Place = { title: 'Logs', icon: 'audit', onPhone: true };
const settings: Place = { title: 'Settings', icon: 'user', isInMenu: true };

const holderEntries: Entry[] = [
  [
    '/dashboard',
    'Overview',
    () => import('./features/home/overview-page.tsx'),
    { title: 'Overview', icon: 'overview', onPhone: true },
  ],
  [
    '/dashboard/hooks',
    'Hooks',
    () => import('./features/hooks/hooks-page.tsx'),
    { title: 'Hooks', icon: 'hook', onPhone: true },
  ],
  ['/dashboard/hooks/:id', 'Hook', () => import('./features/hooks/hook-page.tsx')],
  ['/dashboard/searches', 'Saved searches', () => import('./features/searches/searches-page.tsx'), saved],
  ['/dashboard/collections', 'Collections', () => import('./features/collections/collections-page.tsx'), saved],
  ['/dashboard/collections/:id', 'Collection', () => import('./features/collections/collection-page.tsx')],
  // Earlier emails link to it.
  ['/dashboard/digests', 'Saved searches', () => import('./features/searches/searches-page.tsx')],
  ['/dashboard/check', 'Check a line', () => import('./features/check/check-page.tsx'), check],
  ['/dashboard/templates', 'Templates', () => import('./features/templates/templates-page.tsx'), check],
  [
    '/dashboard/trends',
    'Trends',
    () => import('./features/trends/trends-page.tsx'),
    { title: 'Trends', icon: 'trend' },
  ],
  [
    '/dashboard/exports',
    'Exports',
    () => import('./features/exports/exports-page.tsx'),
    { title: 'Exports', icon: 'export' },
  ],
  [
    '/dashboard/webhooks',
    'Webhooks',
    () => import('./features/webhooks/webhooks-page.tsx'),
    { title: 'Webhooks', icon: 'webhook' },
  ],
  ['/dashboard/webhooks/:id', 'Webhook', () => import('./features/webhooks/webhook-page.tsx')],
  [
    '/dashboard/keys',
    'Keys & apps',
    () => import('./features/keys/keys-page.tsx'),
    { title: 'Keys & apps', icon: 'key', onPhone: true },
  ],
  ['/dashboard/requests', 'Requests', () => import('./features/request-log/request-log-page.tsx'), logs],
  ['/dashboard/usage', 'Usage', () => import('./features/usage/usage-page.tsx'), logs],
  ['/dashboard/settings', 'Settings', () => import('./features/account/settings-page.tsx'), settings],
  ['/dashboard/plan', 'Plan', () => import('./features/plan/plan-page.tsx'), settings],
  ['/dashboard/team', 'Team', () => import('./features/team/team-page.tsx'), settings],
  ['/dashboard/activity', 'Activity', () => import('./features/audit/activity-page.tsx'), settings],
  ['/dashboard/sessions', 'Sessions', () => import('./features/sessions/sessions-page.tsx'), settings],
];

const inbox: Place = { title: 'Inbox', icon: 'inbox', onPhone: true };
const review: Place = { title: 'Review', icon: 'review', onPhone: true };
const imports: Place = { title: 'Imports', icon: 'import' };
const activity: Place = { title: 'Activity', icon: 'audit' };
const consoleSettings: Place = { title: 'Settings', icon: 'user' };

const operatorEntries: Entry[] = [
  [
    '/console',
    'Health',
    () => import('./features/health/health-page.tsx'),
    { title: 'Health', icon: 'activity', onPhone: true },
  ],
  ['/console/requests', 'Requests', () => import('./features/requests/requests-page.tsx'), inbox, 'accounts'],
  [
    '/console/source-requests',
    'Source requests',
    () => import('./features/source-requests/source-requests-page.tsx'),
    inbox,
    'catalog',
  ],
  ['/console/reports', 'Reports', () => import('./features/reports/reports-page.tsx'), inbox, 'catalog'],
  [
    '/console/accounts',
    'Accounts',
    () => import('./features/accounts/accounts-page.tsx'),
    { title: 'Accounts', icon: 'people', onPhone: true },
    'accounts',
  ],
  ['/console/accounts/:id', 'Account', () => import('./features/accounts/account-page.tsx'), undefined, 'accounts'],
  ['/console/review', 'Review', () => import('./features/review/review-page.tsx'), review, 'catalog'],
  ['/console/labels', 'Labels', () => import('./features/labels/labels-page.tsx'), review, 'catalog'],
  [
    '/console/hooks',
    'Hooks',
    () => import('./features/curation/hooks-page.tsx'),
    { title: 'Hooks', icon: 'hook' },
    'catalog',
  ],
  ['/console/imports', 'Imports', () => import('./features/imports/imports-page.tsx'), imports, 'catalog'],
  ['/console/sources', 'Sources', () => import('./features/sources/sources-page.tsx'), imports, 'catalog'],
  ['/console/audit', 'Audit log', () => import('./features/audit/audit-page.tsx'), activity],
  [
    '/console/deliveries',
    'Deliveries',
    () => import('./features/deliveries/deliveries-page.tsx'),
    activity,
    'accounts',
  ],
  ['/console/exports', 'Exports', () => import('./features/exports/operator-exports-page.tsx'), activity, 'accounts'],
  ['/console/operators', 'Operators', () => import('./features/sessions/operators-page.tsx'), consoleSettings],
  [
    '/console/announcements',
    'Announcements',
    () => import('./features/announcements/announcements-page.tsx'),
    consoleSettings,
    'accounts',
  ],
];

const toRoutes = (entries: Entry[], audience: Audience): Route[] =>
  entries.map(([path, title, load, place, permission]) => ({ path, title, audience, place, load, permission }));

export const routes: readonly Route[] = [
  ...toRoutes(publicEntries, 'public'),
  ...toRoutes(holderEntries, 'holder'),
  ...toRoutes(operatorEntries, 'operator'),
];

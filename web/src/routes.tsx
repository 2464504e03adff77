// Routes: path, title, page module, audience and place in the navigation.
import type { ComponentType } from 'react';
import type { Permission } from '../../src/auth/role.ts';
import type { IconName } from './kit/display/icons.tsx';
import type { Audience } from './shell/audience.ts';

export type Route = {
  path: string;
  /** The module's only export is the page component. */
  load: () => Promise<Record<string, ComponentType>>;
  title: string;
  audience: Audience;
  /** Absent: the page is linked from other pages only. */
  nav?: { group: string; icon: IconName; onPhone?: boolean };
  /** What an operator needs to use the page. Default: nothing beyond being signed in. */
  permission?: Permission;
};

type Entry = [path: string, title: string, load: Route['load'], nav?: Route['nav'], permission?: Permission];

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

const catalog = 'Catalog';
const api = 'API';
const account = 'Account';

const holderEntries: Entry[] = [
  [
    '/dashboard',
    'Overview',
    () => import('./features/home/overview-page.tsx'),
    { group: '', icon: 'overview', onPhone: true },
  ],
  [
    '/dashboard/hooks',
    'Hooks',
    () => import('./features/hooks/hooks-page.tsx'),
    { group: catalog, icon: 'hook', onPhone: true },
  ],
  ['/dashboard/hooks/:id', 'Hook', () => import('./features/hooks/hook-page.tsx')],
  [
    '/dashboard/searches',
    'Saved searches',
    () => import('./features/searches/searches-page.tsx'),
    { group: catalog, icon: 'search' },
  ],
  [
    '/dashboard/collections',
    'Collections',
    () => import('./features/collections/collections-page.tsx'),
    { group: catalog, icon: 'bookmark' },
  ],
  ['/dashboard/collections/:id', 'Collection', () => import('./features/collections/collection-page.tsx')],
  [
    '/dashboard/check',
    'Check a line',
    () => import('./features/check/check-page.tsx'),
    { group: catalog, icon: 'review' },
  ],
  [
    '/dashboard/templates',
    'Templates',
    () => import('./features/templates/templates-page.tsx'),
    { group: catalog, icon: 'code' },
  ],
  ['/dashboard/trends', 'Trends', () => import('./features/trends/trends-page.tsx'), { group: catalog, icon: 'trend' }],
  ['/dashboard/digests', 'Digests', () => import('./features/digests/digests-page.tsx')],
  [
    '/dashboard/exports',
    'Exports',
    () => import('./features/exports/exports-page.tsx'),
    { group: catalog, icon: 'export' },
  ],
  [
    '/dashboard/keys',
    'Keys',
    () => import('./features/keys/keys-page.tsx'),
    { group: api, icon: 'key', onPhone: true },
  ],
  [
    '/dashboard/usage',
    'Usage',
    () => import('./features/usage/usage-page.tsx'),
    { group: api, icon: 'usage', onPhone: true },
  ],
  [
    '/dashboard/requests',
    'Requests',
    () => import('./features/request-log/request-log-page.tsx'),
    { group: api, icon: 'audit' },
  ],
  [
    '/dashboard/webhooks',
    'Webhooks',
    () => import('./features/webhooks/webhooks-page.tsx'),
    { group: api, icon: 'webhook' },
  ],
  ['/dashboard/webhooks/:id', 'Webhook', () => import('./features/webhooks/webhook-page.tsx')],
  ['/dashboard/plan', 'Plan', () => import('./features/plan/plan-page.tsx'), { group: account, icon: 'plan' }],
  ['/dashboard/team', 'Team', () => import('./features/team/team-page.tsx'), { group: account, icon: 'people' }],
  [
    '/dashboard/activity',
    'Activity',
    () => import('./features/audit/activity-page.tsx'),
    { group: account, icon: 'activity' },
  ],
  [
    '/dashboard/sessions',
    'Sessions',
    () => import('./features/sessions/sessions-page.tsx'),
    { group: account, icon: 'user' },
  ],
];

const customers = 'Customers';
const data = 'Data';

const operatorEntries: Entry[] = [
  [
    '/console',
    'Health',
    () => import('./features/health/health-page.tsx'),
    { group: '', icon: 'activity', onPhone: true },
  ],
  [
    '/console/requests',
    'Requests',
    () => import('./features/requests/requests-page.tsx'),
    { group: customers, icon: 'inbox', onPhone: true },
    'accounts',
  ],
  [
    '/console/accounts',
    'Accounts',
    () => import('./features/accounts/accounts-page.tsx'),
    { group: customers, icon: 'people', onPhone: true },
    'accounts',
  ],
  ['/console/accounts/:id', 'Account', () => import('./features/accounts/account-page.tsx'), undefined, 'accounts'],
  [
    '/console/announcements',
    'Announcements',
    () => import('./features/announcements/announcements-page.tsx'),
    { group: customers, icon: 'mail' },
    'accounts',
  ],
  [
    '/console/review',
    'Review',
    () => import('./features/review/review-page.tsx'),
    { group: catalog, icon: 'review', onPhone: true },
    'catalog',
  ],
  [
    '/console/hooks',
    'Hooks',
    () => import('./features/curation/hooks-page.tsx'),
    { group: catalog, icon: 'hook' },
    'catalog',
  ],
  [
    '/console/labels',
    'Labels',
    () => import('./features/labels/labels-page.tsx'),
    { group: catalog, icon: 'label' },
    'catalog',
  ],
  [
    '/console/reports',
    'Reports',
    () => import('./features/reports/reports-page.tsx'),
    { group: catalog, icon: 'flag' },
    'catalog',
  ],
  [
    '/console/imports',
    'Imports',
    () => import('./features/imports/imports-page.tsx'),
    { group: data, icon: 'import' },
    'catalog',
  ],
  [
    '/console/sources',
    'Sources',
    () => import('./features/sources/sources-page.tsx'),
    { group: data, icon: 'source' },
    'catalog',
  ],
  [
    '/console/deliveries',
    'Deliveries',
    () => import('./features/deliveries/deliveries-page.tsx'),
    { group: data, icon: 'send' },
    'accounts',
  ],
  [
    '/console/exports',
    'Exports',
    () => import('./features/exports/operator-exports-page.tsx'),
    { group: data, icon: 'export' },
    'accounts',
  ],
  ['/console/audit', 'Audit log', () => import('./features/audit/audit-page.tsx'), { group: data, icon: 'audit' }],
  [
    '/console/operators',
    'Operators',
    () => import('./features/sessions/operators-page.tsx'),
    { group: data, icon: 'user' },
  ],
];

const toRoutes = (entries: Entry[], audience: Audience): Route[] =>
  entries.map(([path, title, load, nav, permission]) => ({ path, title, audience, nav, load, permission }));

export const routes: readonly Route[] = [
  ...toRoutes(publicEntries, 'public'),
  ...toRoutes(holderEntries, 'holder'),
  ...toRoutes(operatorEntries, 'operator'),
];

// npm run screenshots [WORD…]: PNG files of every page whose path contains one of the words, light and dark, on desktop, phone and at 200 % zoom,
// in screenshots/. Prints serious findings of axe, console errors, and pages wider than the screen.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../test/setup/browser.ts';
import { readOutbox } from '../test/setup/outbox.ts';
import { signIn, signInAsOperator } from '../test/setup/session.ts';
import { until } from '../test/setup/until.ts';
import { customerShellStates, operatorShellStates } from './screenshot-shell-states.ts';
import { customerStates, operatorStates, publicStates, type State } from './screenshot-states.ts';
import { stageService } from './staged-service.ts';

const directory = join(import.meta.dirname, '../screenshots');
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  zoom: { width: 640, height: 400 },
};
const themes = ['light', 'dark'] as const;

// Closed even if a step fails; otherwise PostgreSQL would keep running.
await using closing = new AsyncDisposableStack();
const { service, email, webhookId, accountId, close } = await stageService();
closing.defer(close);
const { body: found } = await service.operator('GET', '/operator/hooks?state=published&sort=views&limit=1');
const hookId = found.hooks[0].id;
const { body: failed } = await service.operator('GET', '/operator/deliveries?status=failed&limit=1');
const deliveryId = failed.deliveries[0].delivery_id;
const { body: refused } = await service.operator('GET', `/operator/accounts/${accountId}/requests?status=400`);
const requestId = refused.requests[0].request_id;
const customer = await signIn(service, email);
await customer.send('POST', '/exports/schedules', {
  format: 'csv',
  filters: { niche: ['finance'], archetype: ['how_to'] },
  fields: ['id', 'text', 'views'],
  day: 'monday',
  hour: 6,
  timezone: 'Europe/Berlin',
});
await customer.send('POST', '/searches', {
  name: 'Finance hooks over 10M, weekly meeting',
  filters: { niche: ['finance', 'business'], min_views: 10_000_000, q: 'money' },
  digest: 'weekly',
});
const everything = { name: 'Everything new', sort: '-added_at', digest: 'daily' };
const { body: search } = await customer.send('POST', '/searches', everything);
await customer.send('POST', `/searches/${search.search_id}/digest/test`);
const [digest = ''] = await until(
  async () => readOutbox(service.dataDir, 'Test digest'),
  ({ length }) => length > 0,
);
const [, unsubscribePath = ''] = /^Unsubscribe: http:..[^/]+(\S+)/m.exec(digest) ?? [];
const client = new pg.Client(service.databaseUrl);
await client.connect();
await client.query(
  `update digests set next_run_at = null, stopped_at = now() - interval '2 hours', stopped_by = 'bounce',
     error = '550 5.1.1 The email account that you tried to reach does not exist' where search_id = $1`,
  [search.search_id],
);
await client.end();
for (const [member, role] of [
  ['dana.developer@example.com', 'developer'],
  ['billing@example.com', 'billing'],
])
  await customer.send('POST', '/members', { email: member, role });
const inviter = await signIn(service, (await service.account('scale')).email);
await inviter.send('POST', '/members', { email, role: 'viewer' });
const pages = {
  visitor: [
    '/',
    '/?q=landlord',
    '/?q=zebra+xylophone',
    '/?check=Nobody+tells+you+this+about+money',
    '/request-a-key',
    '/request-a-key?plan=scale',
    '/sign-in',
    '/sign-up',
    '/status',
    '/status/confirm',
    '/status/unsubscribe',
    unsubscribePath,
    '/docs',
    '/docs/quick-start',
    '/docs/filtering',
    '/docs/api',
    '/docs/api/exports',
  ],
  customer: [
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/usage',
    '/dashboard/requests',
    '/dashboard/requests?status=3xx',
    `/dashboard/requests?request=${requestId}`,
    '/dashboard/hooks',
    '/dashboard/hooks?q=money&niche=finance',
    '/dashboard/hooks?q=money+xylophone',
    '/dashboard/hooks?niche=-finance&min_likes=1000&has=duration&labels_method=curator&sort=-likes',
    `/dashboard/hooks/${hookId}`,
    '/dashboard/hooks?niche=finance&min_views=1000000&save=1',
    '/dashboard/searches',
    '/dashboard/searches?for=slack',
    '/dashboard/digests',
    '/dashboard/check',
    '/dashboard/check?text=Nobody+tells+you+this+about+money',
    '/dashboard/exports',
    '/dashboard/exports?new=1&niche=finance&min_views=100000',
    '/dashboard/webhooks',
    '/dashboard/webhooks?new=1&niche=finance&emotion=fear',
    `/dashboard/webhooks/${webhookId}`,
    '/dashboard/trends',
    '/dashboard/trends?value=hypothetical',
    '/dashboard/plan',
    '/dashboard/team',
    '/dashboard/team?new=1',
    '/invitations',
    '/dashboard/activity',
  ],
  operator: [
    '/console',
    '/console/requests',
    '/console/requests?state=declined',
    '/console/review',
    '/console/review?view=single',
    '/console/hooks',
    '/console/labels',
    '/console/accounts',
    '/console/accounts?status=deleted',
    `/console/accounts/${accountId}`,
    `/console/accounts/${accountId}?tab=usage`,
    `/console/accounts/${accountId}?tab=requests`,
    `/console/accounts/${accountId}?tab=keys`,
    `/console/accounts/${accountId}?tab=webhooks`,
    `/console/accounts/${accountId}?tab=audit`,
    '/console/imports',
    '/console/sources',
    '/console/deliveries',
    '/console/announcements',
    '/console/announcements?new=1',
    '/console/deliveries?status=pending',
    '/console/deliveries?replay=failed',
    `/console/deliveries?delivery=${deliveryId}`,
    '/console/exports',
    '/console/exports?status=failed',
    '/console/audit',
  ],
};
const states = {
  visitor: publicStates,
  customer: [...customerStates, ...customerShellStates],
  operator: [...operatorStates, ...operatorShellStates],
};
const cookies = {
  visitor: undefined,
  customer: customer.cookie,
  operator: (await signInAsOperator(service)).cookie,
};
const words = process.argv.slice(2);
// `/` alone is the home page; as a substring it would match every path.
const isSelected = (path: string) =>
  words.length === 0 || words.some((word) => (word === '/' ? /^\/(\?|$)/.test(path) : path.includes(word)));

mkdirSync(directory, { recursive: true });
const { browser, close: closeBrowser } = await openBrowser();
closing.defer(closeBrowser);
for (const role of ['visitor', 'customer', 'operator'] as const)
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      const shots = [...pages[role].map((path) => ({ path, name: nameOf(path) })), ...states[role]];
      const selected = shots.filter(({ path, name }) => isSelected(path) || isSelected(name));
      if (selected.length > 0) await shoot(role, selected, `${size}-${colorScheme}`, { viewport, colorScheme });
    }

function nameOf(path: string): string {
  const withoutIds = path.replace(hookId, 'hook').replace(/(wh|acc|dlv|req)_\w+|\?token=.*/, '$1');
  return withoutIds.replace(/^\W+/, '').replace(/\W+/g, '-') || 'home';
}

type Shot = Pick<State, 'path' | 'name'> & Partial<Pick<State, 'act'>>;

async function shoot(role: keyof typeof cookies, shots: Shot[], suffix: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...options, bypassCSP: true, reducedMotion: 'reduce' });
  const [name, value] = cookies[role]?.split('=') ?? [];
  if (name && value) await context.addCookies([{ name, value, url: service.url }]);
  for (const { path, name, act } of shots) {
    const page = await context.newPage();
    const file = `${name}-${suffix}.png`;
    page.on('console', (message) => {
      // States provoke error responses, which the console reports.
      if (message.type() === 'error' && !act) console.log(`${file}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => console.log(`${file}: ${error}`));
    if (act) await page.clock.install();
    await page.goto(service.url + path, { waitUntil: 'networkidle' });
    await act?.(page);
    await page.screenshot({ path: join(directory, file), fullPage: true });
    await report(page, file);
    await page.close();
  }
  await context.close();
}

type Finding = { id: string; impact: string; nodes: { html: string }[] };

async function report(page: Page, file: string): Promise<void> {
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  if (isTooWide) console.log(`${file}: wider than the screen`);
  await page.evaluate(axe);
  const findings = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Finding[];
  for (const { id, impact, nodes } of findings)
    if (impact === 'serious' || impact === 'critical')
      console.log(`${file}: ${id} (${impact}): ${nodes[0]?.html.slice(0, 160)}`);
}

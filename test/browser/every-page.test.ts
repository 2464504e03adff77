// Every page of the app and the docs, loaded once: title, axe in both themes, no sideways scrolling on a phone and at 200 % zoom, no errors.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { keepPage } from './keep-page.ts';
import { type StagedPages, stagePages } from './stage-pages.ts';

const root = join(import.meta.dirname, '../..');
const routesSource = readFileSync(join(root, 'web/src/routes.tsx'), 'utf8');
const routes = [...routesSource.matchAll(/\[\s*'(\/[^']*)',\s*'/g)].map(([, path = '']) => path);
const docs = globSync('**/*.html', { cwd: join(root, 'web/dist/docs') }).map((file) =>
  `/docs/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`.replace(/\/$/, ''),
);
/** The docs are made from two templates; these have every kind of content, and axe takes a second for each. */
const distinctDocs = [
  '/docs',
  '/docs/quick-start',
  '/docs/filtering',
  '/docs/errors',
  '/docs/api',
  '/docs/api/exports',
];

/** Dialogs, tabs and other states that have a URL, by their route. A route without any is opened as it is. */
const views: Readonly<Record<string, readonly string[]>> = {
  '/': ['', '?q=line', '?q=zebra+xylophone', '?check=Nobody+tells+you+this'],
  '/request-a-key': ['?plan=scale'],
  '/dashboard/hooks': ['', '?q=zebra+xylophone', '?niche=-food&min_views=1000&save=1'],
  '/dashboard/searches': ['', '?for=slack'],
  '/dashboard/collections': ['', '?new=1'],
  '/dashboard/check': ['', '?text=A+line+that+says+very+much'],
  '/dashboard/trends': ['', '?alerts=all', '?niche=finance&alerts=new'],
  '/dashboard/exports': ['', '?new=1'],
  '/dashboard/webhooks': ['', '?new=1&niche=finance'],
  '/dashboard/plan': ['', '?ask=scale'],
  '/dashboard/team': ['', '?new=1'],
  '/console/requests': ['', '?state=declined'],
  '/console/accounts/:id': ['', '?tab=usage', '?tab=requests', '?tab=keys', '?tab=webhooks', '?tab=audit'],
  '/console/announcements': ['', '?new=1'],
  '/console/review': ['', '?view=single'],
  '/console/deliveries': ['', '?replay=failed'],
  '/console/reports': ['', '?tab=takedowns'],
};

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const narrow = { 'on a phone': { width: 390, height: 844 }, 'at 200 % zoom': { width: 640, height: 400 } };
const options = { skip: noBrowser };

let staged: StagedPages;
const open = keepPage(
  () => staged.service,
  (page) => page.addInitScript(axe),
);

before(async () => {
  if (!noBrowser) staged = await stagePages();
});

after(() => staged?.close());

/** Findings of axe that matter. Only contrast depends on the theme. */
const findings = (theme: 'light' | 'dark') => `axe
  .run({ resultTypes: ['violations'], preload: false${theme === 'dark' ? ", runOnly: ['color-contrast']" : ''} })
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => '${theme}: ' + id + ': ' + nodes[0].html.slice(0, 200)))`;

/** What is wider than the screen. Tables of the docs have many columns and scroll on their own; others become cards. */
const widest = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const isWide = (one) => one.scrollWidth > one.clientWidth + 1;
  const tables = location.pathname.startsWith('/docs') ? [] : [...document.querySelectorAll('table:not(.sr-only *)')];
  const table = tables.find((one) => isWide(one.parentElement));
  if (table) return table.outerHTML.slice(0, 200);
  if (!isWide(document.documentElement)) return '';
  const beyond = [...document.querySelectorAll('body *')].find((one) => one.getBoundingClientRect().right > innerWidth);
  return document.documentElement.scrollWidth + ' px: ' + beyond?.outerHTML.slice(0, 200);
})()`;

/** Pages are named by their heading; only the home page has a title of its own. */
async function checkTitle(page: Page): Promise<void> {
  await page.waitForFunction(`(() => {
    const heading = document.querySelector('h1')?.textContent.trim();
    const isNamed = heading && document.title.startsWith(heading) && document.title.includes('Hookline');
    return isNamed || document.title.startsWith('Hookline: ');
  })()`);
}

type Visitor = 'visitor' | 'customer' | 'operator';
type Checks = { expected?: RegExp; hasAxe?: boolean };

/** Defines the test of a page, which is loaded once. */
function testPage(
  name: string,
  visitor: Visitor,
  toPath: () => string,
  { expected, hasAxe = true }: Checks = {},
): void {
  test(
    `${name} has a title, is accessible in both themes, fits a phone and 200 % zoom, without errors`,
    options,
    async () => {
      const session = visitor === 'visitor' ? undefined : staged[visitor];
      const page = await open(toPath(), { session, expected });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await checkTitle(page);
      const found: string[] = [];
      if (hasAxe)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          found.push(...(await page.evaluate<string[]>(findings(colorScheme))));
        }
      for (const [where, viewport] of Object.entries(narrow)) {
        await page.setViewportSize(viewport);
        const wide = await page.evaluate<string>(widest);
        if (wide) found.push(`wider than the screen ${where}: ${wide}`);
      }
      assert.deepEqual(found, []);
    },
  );
}

function visitorOf(route: string): Visitor {
  if (route.startsWith('/dashboard') || route === '/invitations') return 'customer';
  return route.startsWith('/console') ? 'operator' : 'visitor';
}

function pathOf(route: string): string {
  const path = staged.paths[route] ?? route;
  assert.doesNotMatch(path, /:/, `stage-pages.ts has no record for ${route}`);
  return path;
}

test('every route of the app is in this pass', () => {
  assert.equal(routes.length, routesSource.match(/\(\) => import\(/g)?.length);
  for (const route of Object.keys(views)) assert.ok(routes.includes(route), `${route} is no route`);
  assert.ok(docs.length > 10, `${docs.length} pages of the docs`);
});

for (const route of routes)
  for (const view of views[route] ?? ['']) testPage(route + view, visitorOf(route), () => pathOf(route) + view);
testPage('a shared collection', 'visitor', () => staged.sharePath);
testPage('a page that does not exist', 'visitor', () => '/nothing', { expected: /status of 404/ });
testPage('the details of a request', 'customer', () => staged.requestPath);
testPage('the details of a delivery', 'operator', () => staged.deliveryPath);
for (const path of docs) testPage(path, 'visitor', () => path, { hasAxe: distinctDocs.includes(path) });

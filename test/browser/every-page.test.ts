// Loads every page of the app and the docs once: title, axe in both themes, no sideways scrolling on a phone and at 200 % zoom, no errors.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { until } from '../setup/until.ts';
import { type StagedPages, stagePages } from './stage-pages.ts';

const root = join(import.meta.dirname, '../..');
const routesSource = readFileSync(join(root, 'web/src/routes.tsx'), 'utf8');
const routes = [...routesSource.matchAll(/\[\s*'(\/[^']*)',\s*'/g)].map(([, path = '']) => path);
/** The docs have two templates; these pages have every kind of content. */
const distinctDocs = [
  '/docs',
  '/docs/quick-start',
  '/docs/filtering',
  '/docs/errors',
  '/docs/api',
  '/docs/api/trend-alerts',
];

/** Dialogs, tabs and other states with a URL, by route. A route without any is opened unchanged. */
const views: Readonly<Record<string, readonly string[]>> = {
  '/': ['', '?q=line', '?q=zebra+xylophone', '?check=Nobody+tells+you+this'],
  '/request-a-key': ['?plan=scale'],
  '/dashboard/hooks': ['', '?q=zebra+xylophone', '?niche=-food&min_views=1000&save=1'],
  '/dashboard/hooks/:id': ['', '?adapt=1'],
  '/dashboard/searches': ['', '?for=slack'],
  '/dashboard/collections': ['', '?new=1'],
  '/dashboard/check': ['', '?text=A+line+that+says+very+much', '?ask=1'],
  '/dashboard/templates': ['', '?fill=[number]+mistakes+with+a+[topic]'],
  '/dashboard/trends': ['', '?alerts=all', '?niche=finance&alerts=new'],
  '/dashboard/exports': ['', '?new=1'],
  '/dashboard/webhooks': ['', '?new=1&niche=finance'],
  '/dashboard/plan': ['', '?ask=scale'],
  '/dashboard/team': ['', '?new=1'],
  '/console/requests': ['', '?state=declined'],
  '/console/source-requests': ['', '?state=approved'],
  '/console/sources': ['', '?new=1&location=youtube:search:%22bread%22'],
  '/console/accounts/:id': ['', '?tab=usage', '?tab=requests', '?tab=keys', '?tab=webhooks', '?tab=audit'],
  '/console/announcements': ['', '?new=1'],
  '/console': ['', '?advanced=1'],
  '/console/labels': ['', '?advanced=1'],
  '/console/review': ['', '?view=single'],
  '/console/deliveries': ['', '?replay=failed'],
  '/console/reports': ['', '?tab=takedowns'],
};

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const narrow = { 'on a phone': { width: 390, height: 844 }, 'at 200 % zoom': { width: 640, height: 400 } };
const options = { skip: noBrowser };

let staged: StagedPages;
let opened: OpenPage | undefined;
let shown: { visitor: Visitor; route: string } | undefined;

before(async () => {
  if (!noBrowser) staged = await stagePages();
});

after(async () => {
  await opened?.page.context().close();
  await staged?.close();
});

/** The docs and shared collections are separate documents. */
const isOfApp = (path: string) => !/^\/(docs|c)(\/|$)/.test(path);

/** Navigates with the app's router, as a visitor does, which takes a third of the CPU of a load. */
async function goTo(visitor: Visitor, path: string): Promise<OpenPage> {
  const route = path.split('?')[0] ?? path;
  opened ??= await openPage(staged.service, '/icon.svg', {
    context: { deviceScaleFactor: 0.2 },
    prepare: (page) => page.addInitScript(axe),
  });
  const { page } = opened;
  const mayStay = shown?.visitor === visitor && shown.route !== route && isOfApp(route) && isOfApp(shown.route);
  if (mayStay) await page.evaluate(`document.title = ''; history.pushState(null, '', ${JSON.stringify(path)})`);
  else {
    // Requests of the previous page must not end up signed out.
    await page.goto('about:blank');
    await page.context().clearCookies();
    if (visitor !== 'visitor') {
      const [name = '', value = ''] = staged[visitor].cookie.split('=');
      await page.context().addCookies([{ name, value, url: staged.service.url, httpOnly: true, sameSite: 'Lax' }]);
    }
    await page.goto(staged.service.url + path);
  }
  shown = { visitor, route };
  return opened;
}

/** Serious and critical axe findings. Only contrast depends on the theme. The frame around a page is checked once per visitor. */
function findings(theme: 'light' | 'dark', hasFrame: boolean): string {
  const parts = `{ include: ['main', 'dialog', '[role=dialog]'].filter((one) => document.querySelector(one)).map((one) => [one]) }`;
  const rules = theme === 'dark' ? `, runOnly: ['color-contrast']` : '';
  return `axe.run(${hasFrame ? 'document' : parts}, { resultTypes: ['violations'], preload: false${rules} })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => '${theme}: ' + id + ': ' + nodes[0].html.slice(0, 200)))`;
}

/** Finds elements that are wider than the screen. Tables of the docs have many columns and scroll separately; others become cards. */
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

/** The page has loaded and its title begins with its heading; only the home page has a different title. */
const isShown = `(() => {
  const heading = document.querySelector('h1')?.textContent.trim();
  const isNamed = heading && document.title.startsWith(heading) && document.title.includes('Hookline');
  return (isNamed || document.title.startsWith('Hookline: ')) && !document.querySelector('[aria-busy=true]');
})()`;

type Visitor = 'visitor' | 'customer' | 'operator';
type Checks = {
  /** Faults that the page causes: browsers log each response with a status of 400 or above. */
  expected?: RegExp;
};

const framed = new Set<string>();

function testPage(name: string, visitor: Visitor, toPath: () => string, { expected }: Checks = {}): void {
  test(
    `${name} has a title, is accessible in both themes, fits a phone and 200 % zoom, without errors`,
    options,
    async () => {
      const { page, faults } = await goTo(visitor, toPath());
      await until(() => page.evaluate<boolean>(isShown), Boolean);
      const frame = name.startsWith('/docs') ? 'docs' : visitor;
      const found: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await page.evaluate<string[]>(findings(colorScheme, !framed.has(frame)))));
      }
      framed.add(frame);
      for (const [where, viewport] of Object.entries(narrow)) {
        await page.setViewportSize(viewport);
        const wide = await page.evaluate<string>(widest);
        if (wide) found.push(`wider than the screen ${where}: ${wide}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      assert.deepEqual(found, []);
      assert.deepEqual(
        faults.splice(0).filter((fault) => !expected?.test(fault)),
        [],
      );
    },
  );
}

function everyDoc(): string[] {
  const files = globSync('**/*.html', { cwd: join(root, 'web/dist/docs') });
  return files.map((file) => `/docs/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`.replace(/\/$/, ''));
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

test('every route of the app is covered', () => {
  assert.equal(routes.length, routesSource.match(/\(\) => import\(/g)?.length);
  for (const route of Object.keys(views)) assert.ok(routes.includes(route), `${route} is no route`);
});

/** The second view of a route comes after the first views of all routes, since the router keeps what a page has read from its URL. */
for (const n of [0, 1, 2, 3, 4, 5])
  for (const route of routes) {
    const view = (views[route] ?? [''])[n];
    if (view !== undefined) testPage(route + view, visitorOf(route), () => pathOf(route) + view);
  }
testPage('a shared collection', 'visitor', () => staged.sharePath);
testPage('a page that does not exist', 'visitor', () => '/nothing', { expected: /status of 404/ });
testPage('the details of a request', 'customer', () => staged.requestPath);
testPage('the details of a delivery', 'operator', () => staged.deliveryPath);
for (const path of isEndurance ? everyDoc() : distinctDocs) testPage(path, 'visitor', () => path);

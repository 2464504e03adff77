// npm run screenshots [WORD…]: PNG files of every page whose path contains one of the words, light and dark, on desktop, phone and at 200 %
// zoom, in screenshots/. Prints serious findings of axe, console errors, and pages wider than the screen.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../test/setup/browser.ts';
import { endLane } from '../../test/setup/lane-state.ts';
import { signIn, signInAsOperator } from '../../test/setup/session.ts';
import { pagesOf, type Shot, states } from './pages.ts';
import { stageService } from './service.ts';

const directory = join(import.meta.dirname, '../../screenshots');
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  zoom: { width: 640, height: 400 },
};

// Closed even if a step fails; otherwise PostgreSQL would keep running.
await using closing = new AsyncDisposableStack();
const { service, email, webhookId, accountId, close } = await stageService();
closing.defer(close);
const customer = await signIn(service, email);
const pages = await pagesOf(service, { customer, email, webhookId, accountId });
const cookies = { visitor: '', customer: customer.cookie, operator: (await signInAsOperator(service)).cookie };
const words = process.argv.slice(2);
// `/` alone is the home page; as a substring it would match every path.
const isSelected = (path: string) =>
  words.length === 0 || words.some((word) => (word === '/' ? /^\/(\?|$)/.test(path) : path.includes(word)));

mkdirSync(directory, { recursive: true });
const browser = await sharedBrowser();
closing.defer(endLane);
for (const role of ['visitor', 'customer', 'operator'] as const) {
  const ofPages = pages[role].split(/\s+/).map((path): Shot => ({ path, name: nameOf(path), steps: [] }));
  const selected = [...ofPages, ...states[role]].filter(({ path, name }) => isSelected(path) || isSelected(name));
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const)
      if (selected.length > 0)
        await shoot(cookies[role], selected, `${size}-${colorScheme}`, { viewport, colorScheme });
}

function nameOf(path: string): string {
  const withoutIds = path.replace(/(hook|wh|acc|dlv|req|col|alr)_\w+|(?<=^\/c\/)[\w-]+|\?token=.*/, '$1');
  return withoutIds.replace(/^\W+/, '').replace(/\W+/g, '-') || 'home';
}

async function shoot(cookie: string, shots: readonly Shot[], suffix: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...options, bypassCSP: true, reducedMotion: 'reduce' });
  const [name, value] = cookie.split('=');
  if (name && value) await context.addCookies([{ name, value, url: service.url }]);
  for (const { path, name, steps } of shots) {
    const page = await context.newPage();
    const file = `${name}-${suffix}.png`;
    page.on('console', (message) => {
      if (message.type() === 'error') console.log(`${file}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => console.log(`${file}: ${error}`));
    await page.goto(service.url + path, { waitUntil: 'networkidle' });
    for (const step of steps) await step(page);
    await page.screenshot({ path: join(directory, file), fullPage: true });
    await report(page, file);
    await page.close();
  }
  await context.close();
}

async function report(page: Page, file: string): Promise<void> {
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  if (isTooWide) console.log(`${file}: wider than the screen`);
  await page.evaluate(axe);
  type Finding = { id: string; impact: string; nodes: { html: string }[] };
  const findings = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Finding[];
  for (const { id, impact, nodes } of findings)
    if (impact === 'serious' || impact === 'critical')
      console.log(`${file}: ${id} (${impact}): ${nodes[0]?.html.slice(0, 160)}`);
}

// npm run screenshots [WORD…]: PNG files of every page whose path contains one of the words, light and dark, on desktop, phone and at 200 % zoom,
// in screenshots/. Prints serious findings of axe, console errors, and pages wider than the screen.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../test/setup/browser.ts';
import { endLane } from '../../test/setup/lane-state.ts';
import { signIn, signInAsOperator } from '../../test/setup/session.ts';
import { pagesOf } from './pages.ts';
import { stageService } from './service.ts';
import { customerShellStates, operatorShellStates } from './shell-states.ts';
import { customerStates, operatorStates, publicStates, type State } from './states.ts';

const directory = join(import.meta.dirname, '../../screenshots');
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
const customer = await signIn(service, email);
const pages = await pagesOf(service, { customer, email, webhookId, accountId });
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
const browser = await sharedBrowser();
closing.defer(endLane);
for (const role of ['visitor', 'customer', 'operator'] as const)
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      const shots = [...pages[role].map((path) => ({ path, name: nameOf(path) })), ...states[role]];
      const selected = shots.filter(({ path, name }) => isSelected(path) || isSelected(name));
      if (selected.length > 0) await shoot(role, selected, `${size}-${colorScheme}`, { viewport, colorScheme });
    }

function nameOf(path: string): string {
  const withoutIds = path.replace(/(hook|wh|acc|dlv|req|col|alr)_\w+|(?<=^.c.)[\w-]+|\?token=.*/, '$1');
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

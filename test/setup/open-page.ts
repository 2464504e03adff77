// A page of the service in the real browser, and that nothing goes wrong in it beside what a test brings about.
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestService } from './service.ts';
import type { SignedIn } from './session.ts';

export type OpenPage = {
  page: Page;
  /** Errors of scripts and of the console, requests that failed, and what the policy of the page forbade. */
  faults: string[];
  /** Fails where there were faults. */
  close: () => Promise<void>;
};

export type How = {
  /** Whose page it is; nobody's without. */
  session?: Pick<SignedIn, 'cookie'>;
  /** Faults that the test brings about: browsers log each answer from 400 on. */
  expected?: RegExp;
  context?: BrowserContextOptions;
  /** Before anything is loaded. */
  prepare?: (page: Page) => unknown;
};

/** A loaded machine is slow, and whoever waits for what never comes may as well wait long. */
const timeout = 30_000;

/** The page has the whole context to itself. */
export async function openPage(
  browser: Browser,
  service: TestService,
  path: string,
  { session, expected, context: options, prepare }: How = {},
): Promise<OpenPage> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(timeout);
  if (session) {
    const [name, value] = session.cookie.split('=');
    await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const page = await context.newPage();
  const faults: string[] = [];
  collectFaults(page, (fault) => expected?.test(fault) || faults.push(fault));
  await prepare?.(page);
  await page.goto(service.url + path);
  return {
    page,
    faults,
    close: async () => {
      await context.close();
      assert.deepEqual(faults, [], path);
    },
  };
}

function collectFaults(page: Page, tell: (fault: string) => void): void {
  page.on('console', (message) => {
    // Violations of the policy that block nothing are warnings.
    const isFault = message.type() === 'error' || message.text().includes('Content Security Policy');
    if (isFault) tell(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => tell(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    // What a page that is left no longer waits for.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') tell(`request: ${request.url()} ${reason}`);
  });
}

// Opens a page of the service in a real browser and fails the test on any unexpected fault.
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from './browser.ts';
import type { TestService } from './service.ts';
import type { SignedIn } from './session.ts';

export type OpenPage = {
  page: Page;
  /** Script and console errors, failed requests and violations of the content security policy. */
  faults: string[];
  /** Fails if there were faults. */
  close: () => Promise<void>;
};

export type PageOptions = {
  /** Signed out by default. */
  session?: Pick<SignedIn, 'cookie'>;
  /** Faults that the test causes: browsers log each response with a status of 400 or above. */
  expected?: RegExp;
  context?: BrowserContextOptions;
  /** Runs before the page loads. */
  prepare?: (page: Page) => unknown;
};

/** The timeout is long, since a busy machine is slow. */
const timeoutMs = 90_000;

/** Opens the page in a new browser context. */
export async function openPage(
  service: Pick<TestService, 'url'> & Partial<Pick<TestService, 'address'>>,
  path: string,
  { session, expected, context: options, prepare }: PageOptions = {},
): Promise<OpenPage> {
  const viewport = { width: 1280, height: 800 };
  const browser = await sharedBrowser();
  const address = service.address?.();
  const extraHTTPHeaders = address ? { 'x-forwarded-for': address } : undefined;
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', extraHTTPHeaders, ...options });
  context.setDefaultTimeout(timeoutMs);
  if (session) {
    const [name = '', value = ''] = session.cookie.split('=');
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

function collectFaults(page: Page, report: (fault: string) => void): void {
  page.on('console', (message) => {
    // Policy violations that block nothing are logged as warnings.
    const isFault = message.type() === 'error' || message.text().includes('Content Security Policy');
    if (isFault) report(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Requests in flight are aborted when a page is left.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') report(`request: ${request.url()} ${reason}`);
  });
}

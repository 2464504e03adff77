// A page of the service in the real browser, with everything that went wrong in it.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestService } from './service.ts';
import type { SignedIn } from './session.ts';

export type OpenPage = {
  page: Page;
  /** Errors of scripts and of the console, requests that failed, and what the policy of the page forbade. */
  faults: string[];
  close: () => Promise<void>;
};

type Who = { session?: SignedIn; context?: BrowserContextOptions };

/** Signed in where there is a session. The page has the whole context to itself. */
export async function openPage(
  browser: Browser,
  service: TestService,
  path: string,
  { session, context: options }: Who = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (session) {
    const [name, value] = session.cookie.split('=');
    await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    // Violations of the policy that block nothing are warnings.
    const isFault = message.type() === 'error' || message.text().includes('Content Security Policy');
    if (isFault) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    // What a page that is left no longer waits for.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`);
  });
  await page.goto(service.url + path);
  return { page, faults, close: () => context.close() };
}

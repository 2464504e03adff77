// One page that stays open over a test file, and over all files of a lane that share the service. A new context loads the whole app, 1.7 s
// of CPU; a page that is kept has it in its cache, 0.45 s.
import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import type { Page } from 'playwright-core';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';

type Visit = {
  /** Signed out by default. */
  session?: Pick<SignedIn, 'cookie'>;
  /** Faults that the test causes: browsers log each response with a status of 400 or above. */
  expected?: RegExp;
  viewport?: { width: number; height: number };
};

/** Pages of shared services, by URL. They are closed with the browser. */
const shared = new Map<string, OpenPage>();

/** Clears all state of a file before the next one. */
async function forget({ page }: OpenPage, url: string): Promise<void> {
  await page.goto(`${url}/icon.svg`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.context().clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null });
}

const desktop = { width: 1280, height: 800 };

/**
 * Call it at the top of a file. It returns a function that opens a path with the session, in the file's only page, whose cache and storage
 * persist. A fault fails the test that causes it.
 */
export function keepPage(
  service: () => TestService,
  prepare?: (page: Page) => unknown,
): (path: string, visit?: Visit) => Promise<Page> {
  let kept: OpenPage | undefined;
  const expected: RegExp[] = [];

  afterEach(async () => {
    if (!kept) return;
    const { page, faults } = kept;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Requests of the previous page must not count as faults of the next test.
    await page.goto('about:blank');
    const unexpected = faults.splice(0).filter((fault) => !expected.some((one) => one.test(fault)));
    expected.length = 0;
    assert.deepEqual(unexpected, []);
  });
  after(async () => {
    if (!kept) return;
    const { url } = service();
    if (shared.get(url) !== kept) return kept.close();
    await forget(kept, url).catch(() => shared.delete(url));
  });

  return async (path, { session, expected: caused, viewport = desktop } = {}) => {
    const { url, address } = service();
    const from = prepare ? undefined : address();
    kept ??= (from && shared.get(url)) || (await openPage(service(), '/icon.svg', { prepare }));
    if (from) {
      shared.set(url, kept);
      await kept.page.context().setExtraHTTPHeaders({ 'x-forwarded-for': from });
    }
    const { page } = kept;
    if (caused) expected.push(caused);
    if (page.url() !== 'about:blank') await page.goto('about:blank');
    await page.context().clearCookies();
    if (session) {
      const [name = '', value = ''] = session.cookie.split('=');
      await page.context().addCookies([{ name, value, url: service().url, httpOnly: true, sameSite: 'Lax' }]);
    }
    await page.setViewportSize(viewport);
    await page.goto(service().url + path);
    return page;
  };
}

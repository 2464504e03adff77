// The interactive reference in a real browser, on a real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { toBody } from '../../src/webhooks/announce.ts';
import { noBrowser, openBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';

const endpoints = [
  'GET /hooks',
  'GET /hooks/random',
  'GET /hooks/full',
  'GET /hooks/{id}',
  'GET /archetypes',
  'GET /taxonomy',
  'GET /meta',
  'GET /usage',
  'GET /usage/history',
  'POST /export',
  'GET /export/{id}',
  'DELETE /export/{id}',
  'GET /exports',
  'GET /export/{id}/download',
  'POST /webhooks',
  'GET /webhooks',
  'PATCH /webhooks/{id}',
  'POST /webhooks/{id}/resume',
  'GET /webhooks/{id}/deliveries/{delivery_id}',
  'POST /key-requests',
  'GET /plans',
  'GET /operator/accounts',
  'POST /operator/import',
];

let service: TestService;
let opened: Awaited<ReturnType<typeof openBrowser>>;

before(async () => {
  if (noBrowser) return;
  [opened, service] = await Promise.all([openBrowser(), testService()]);
});

after(async () => {
  await opened?.close();
  await service?.close();
});

async function openReference(
  { key, ...viewport }: { width: number; height: number; key?: string },
  path = '/docs',
): Promise<OpenPage & { requests: string[] }> {
  const requests: string[] = [];
  const prepare = async (page: Page) => {
    if (key) await page.addInitScript(`sessionStorage.setItem('hookline.key', '${key}')`);
    page.on('request', (request) => requests.push(request.url()));
  };
  const shown = await openPage(opened.browser, service, path, { context: { viewport }, prepare });
  await shown.page.getByRole('heading', { name: /^(Hookline|Errors)$/ }).waitFor();
  return { ...shown, requests };
}

test('the reference shows every endpoint, without errors and requests to other origins', {
  skip: noBrowser,
}, async () => {
  const { page, close, requests } = await openReference({ width: 1280, height: 900 });
  assert.equal(await page.title(), 'Hookline API');
  await page.getByText('Your API key, hkl_…').first().waitFor();
  const { body: document } = await service.get('/openapi.json');
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, `${endpoint} is not in the document`);
    const { summary, security } = operation;
    // The page renders an endpoint when it comes into view.
    // Links end with the method; without it one summary may be part of another.
    await page
      .getByRole('complementary')
      .getByRole('link', { name: `${summary} HTTP` })
      .click();
    const section = page.getByRole('region', { name: summary, exact: true });
    await section.getByText(path, { exact: true }).first().waitFor();
    await section.getByText(/curl/).first().waitFor();
    if (security)
      await section
        .getByText(/Authorization: Bearer/)
        .first()
        .waitFor();
  }
  await close();
  assert.ok(requests.includes(`${service.url}/openapi.json`));
  for (const url of requests) if (!url.startsWith('data:')) assert.equal(new URL(url).origin, service.url, url);
});

test('the reference opens on a phone without horizontal scroll', { skip: noBrowser }, async () => {
  const { page, close } = await openReference({ width: 390, height: 844 });
  await page.getByText('/key-requests', { exact: true }).first().waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await close();
});

test('the pages allow no inline script, no eval, no other origin and no frame around them', async () => {
  const running = service ?? (await testService());
  try {
    for (const path of ['/docs/', '/docs/errors']) {
      const { headers, body } = await running.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      const directives = Object.fromEntries(policy.split('; ').map((one) => one.split(/ (.*)/)));
      assert.deepEqual(directives, {
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': path === '/docs/' ? "'self' 'unsafe-inline'" : "'self'",
        'img-src': "'self' data:",
        'font-src': "'self' data:",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      });
      assert.doesNotMatch(body, /<script(?! src=)|<style|\son\w+=/, path);
    }
  } finally {
    if (running !== service) await running.close();
  }
});

test('the errors page is styled under its policy', { skip: noBrowser }, async () => {
  const { page, close } = await openReference({ width: 800, height: 600 }, '/docs/errors#plan_required');
  assert.equal(await page.evaluate('getComputedStyle(document.body).maxWidth'), '736px');
  await close();
});

test('a key from the dashboard is in the examples, and “try it” sends it', { skip: noBrowser }, async () => {
  const { key } = await service.account('free');
  const { page, close, requests } = await openReference({ width: 1280, height: 900, key });
  const summary = 'The catalog in figures, its freshness, and the plan of this key';
  await page.getByRole('complementary').getByRole('link', { name: summary }).click();
  const section = page.getByRole('region', { name: summary, exact: true });
  await section.getByText(`Authorization: Bearer ${key}`).first().waitFor();
  const shown = await page.getByLabel(/token/i).first().inputValue();
  assert.equal(shown, key);
  await section
    .getByRole('button', { name: /test request/i })
    .first()
    .click();
  const answered = page.waitForResponse((response) => response.url() === `${service.url}/meta`);
  await page.getByRole('button', { name: /send/i }).first().click();
  assert.equal((await answered).status(), 200);
  await close();
  for (const url of requests) if (!/^(data|blob):/.test(url)) assert.equal(new URL(url).origin, service.url, url);
});

test('the document describes hooks.new as it is sent', async () => {
  const { body: document } = await service.get('/openapi.json');
  const { schema } = document.webhooks['hooks.new'].post.requestBody.content['application/json'];
  const sent = JSON.parse(toBody([], { index: 1, of: 1 }, new Date(), 'evt_x'));
  assert.deepEqual(Object.keys(schema.properties), Object.keys(sent));
  assert.deepEqual(Object.keys(schema.properties.data.properties), Object.keys(sent.data));
  assert.ok(document.components.schemas.Hook);
  const groups = new Set(document.tags.map(({ name }: { name: string }) => name));
  for (const [path, operations] of Object.entries<Record<string, { tags: string[] }>>(document.paths))
    for (const { tags } of Object.values(operations)) assert.ok(groups.has(tags?.[0]), `${path} is in no group`);
});

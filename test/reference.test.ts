// The interactive reference as a reader sees it: opened in a real browser, on a real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowser } from './browser.ts';
import { type TestService, testService } from './service.ts';

const endpoints = [
  'GET /hooks',
  'GET /hooks/random',
  'GET /hooks/full',
  'GET /hooks/{id}',
  'GET /archetypes',
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
];

let service: TestService;
let opened: Awaited<ReturnType<typeof openBrowser>>;

before(async () => {
  if (noBrowser) return;
  opened = await openBrowser();
  service = await testService();
});

after(async () => {
  await opened?.close();
  await service?.close();
});

type OpenPage = { page: Page; faults: string[]; requests: string[] };

async function openReference(width: number, height: number): Promise<OpenPage> {
  const page = await opened.browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => faults.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${service.url}/docs`);
  await page.getByRole('heading', { name: 'Hookline', exact: true }).waitFor();
  return { page, faults, requests };
}

test('the reference shows every endpoint, without an error and without a request to any other origin', {
  skip: noBrowser,
}, async () => {
  const { page, faults, requests } = await openReference(1280, 900);
  assert.equal(await page.title(), 'Hookline API');
  await page.getByText('Your API key, hkl_…').first().waitFor();
  const { body: document } = await service.get('/openapi.json');
  for (const endpoint of endpoints) {
    const [method, path] = endpoint.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, `${endpoint} is not in the document`);
    const { summary, security } = operation;
    // The page renders an endpoint when it comes into view.
    await page.getByRole('complementary').getByRole('link', { name: summary }).click();
    const section = page.getByRole('region', { name: summary, exact: true });
    await section.getByText(path, { exact: true }).first().waitFor();
    await section.getByText(/curl/).first().waitFor();
    if (security)
      await section
        .getByText(/Authorization: Bearer/)
        .first()
        .waitFor();
  }
  assert.deepEqual(faults, []);
  assert.ok(requests.includes(`${service.url}/openapi.json`));
  for (const url of requests) if (!url.startsWith('data:')) assert.equal(new URL(url).origin, service.url, url);
});

test('the reference opens on a phone without horizontal scroll', { skip: noBrowser }, async () => {
  const { page, faults } = await openReference(390, 844);
  await page.getByText('/key-requests', { exact: true }).first().waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  assert.deepEqual(faults, []);
});

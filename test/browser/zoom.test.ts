// At 200 % zoom of a 1280 px wide screen, no page scrolls sideways, and no table of the dashboard or the console: each route, each docs page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

const source = readFileSync(join(import.meta.dirname, '../../web/src/routes.tsx'), 'utf8');
const routes = [...source.matchAll(/\[\s*'(\/[^']*)',\s*'/g)].map(([, path = '']) => path);
const audienceOf = (path: string) =>
  path.startsWith('/dashboard') ? 'holder' : path.startsWith('/console') ? 'operator' : 'public';
const viewport = { width: 640, height: 400 };

let service: TestService;
let key: string;
let accountId: string;
/** By the audience of a route. */
const sessions: Record<string, SignedIn> = {};

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  const long = `${'w'.repeat(120)} and a line that says very much about ${'nothing '.repeat(20)}`;
  const lines = Array.from({ length: 25 }, (_, n) => hookLine(`${n} ${long}`, { views: 8_000_000_000 - n }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const account = await service.account('enterprise');
  ({ key, id: accountId } = account);
  await service.send('POST', '/export', key, { body: { format: 'jsonl', filters: { q: 'line' } } });
  const body = { name: `A ${'long '.repeat(15)}name`, email: `${'long'.repeat(10)}@example.com`, use_case: long };
  await service.send('POST', '/key-requests', undefined, { body: { ...body, expected_calls_per_month: 1000 } });
  await service.operator('POST', '/operator/accounts', { ...body, use_case: undefined, plan: 'pro' });
  const { name, location } = { name: 'daily', location: 'https://127.0.0.1:9/a/long/path/of/a/file.jsonl' };
  await service.operator('POST', '/operator/sources', { name, location, every: '1d' });
  sessions.holder = await signIn(service, account.email);
  sessions.operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

/** Paths to try for a route: with the id of a record of its kind, its tabs and its dialogs. */
async function pathsOf(path: string): Promise<string[]> {
  if (path.startsWith('/dashboard/hooks/'))
    return [path.replace(':id', (await service.get('/hooks', key)).body.data[0].id)];
  if (path.startsWith('/dashboard/webhooks/')) {
    const body = { webhook_url: `http://127.0.0.1:9/${'path/'.repeat(30)}` };
    return [path.replace(':id', (await service.send('POST', '/webhooks', key, { body })).body.webhook_id)];
  }
  if (path.startsWith('/dashboard/collections/')) {
    const { body } = await service.send('POST', '/collections', key, { body: { name: 'long '.repeat(20) } });
    const ids = (await service.get('/hooks', key)).body.data.map(({ id }: { id: string }) => id);
    const tags = ['w'.repeat(40), 'x'.repeat(40)];
    await service.send('POST', `/collections/${body.collection_id}/hooks`, key, { body: { ids, tags } });
    return [path.replace(':id', body.collection_id)];
  }
  if (path.startsWith('/console/accounts/')) {
    const account = path.replace(':id', accountId);
    return ['', '?tab=usage', '?tab=keys', '?tab=webhooks', '?tab=audit'].map((tab) => account + tab);
  }
  if (path.startsWith('/console/sources/')) return [];
  return path === '/dashboard/exports' || path === '/dashboard/webhooks' ? [path, `${path}?new=1`] : [path];
}

/** Those that are wider than the screen, with the element that is. */
async function findWide(audience: string, paths: readonly string[]): Promise<string[]> {
  const { page, close } = await openPage(service, '/icon.svg', {
    session: sessions[audience],
    context: { viewport },
    // The page of a digest's link, opened without its token.
    expected: /status of 400/,
  });
  // Docs have tables of many columns, which scroll on their own.
  const hasCards = !paths.includes('/docs');
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(service.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const widest = await page.evaluate(`(() => {
      const isBeyond = (one) => one.scrollWidth > one.clientWidth + 1;
      const table = [...document.querySelectorAll('table')].find((one) => isBeyond(one.parentElement) && !one.closest('.sr-only'));
      if (${hasCards} && table) return 'table: ' + table.outerHTML.slice(0, 200);
      if (!isBeyond(document.documentElement)) return '';
      const beyond = [...document.querySelectorAll('body *')].find((one) => one.getBoundingClientRect().right > innerWidth);
      return document.documentElement.scrollWidth + ' px: ' + beyond?.outerHTML.slice(0, 200);
    })()`);
    if (widest) wide.push(`${path} ${widest}`);
  }
  await close();
  return wide;
}

for (const audience of ['public', 'holder', 'operator'])
  test(`no ${audience} page scrolls sideways at 200 % zoom`, { skip: noBrowser }, async () => {
    const paths = await Promise.all(routes.filter((path) => audienceOf(path) === audience).map(pathsOf));
    assert.ok(paths.length >= 5);
    assert.deepEqual(await findWide(audience, paths.flat()), []);
  });

test('no docs page scrolls sideways at 200 % zoom', { skip: noBrowser }, async () => {
  const { body } = await service.get('/docs', undefined, { accept: 'text/html' });
  const links = [...String(body).matchAll(/href="(\/docs[^"#?.]*)"/g)].map(([, path = '']) => path);
  const paths = [...new Set(['/docs', ...links])];
  assert.ok(paths.length > 10, `${paths.length} pages`);
  assert.deepEqual(await findWide('public', paths), []);
});

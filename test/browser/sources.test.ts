// A source in a real browser: added with a preview, paused, deleted by its name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let upstream: Upstream;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' };
  [service, upstream] = await Promise.all([testService(env), startUpstream()]);
  session = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
  await upstream?.close();
});

const visit = keepPage(() => service);
/** `expected` matches faults that the test causes. */
const open = (path = '', expected?: RegExp) => visit(`/console/sources${path}`, { session, expected });

async function chooseKind(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('dialog', { name: 'Add source' }).getByRole('button', { name: kind }).click();
  return page.getByRole('dialog', { name: `Add source: ${kind}` });
}

const published = async (source: string): Promise<string[]> =>
  (await service.operator('GET', `/operator/hooks?source=${source}&state=published`)).body.hooks.map(
    ({ text }: { text: string }) => text,
  );

test('a source is previewed before it is saved, shows its runs, is paused, deleted by name', options, async () => {
  const unsure = JSON.stringify({ text: 'Look at salt', views: 300_000, platform: 'TikTok', language: 'en' });
  upstream.put('/reels.jsonl', (res) => res.end(`${hookLine('A line out of a source')}\n${unsure}\n`));
  const page = await open('', /status of 422/);
  await page.getByText('docs/collecting.md').waitFor();
  const form = await chooseKind(page, 'URL or JSON API');
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await form.getByText('Enter a name.').waitFor();
  await field('Name').fill('reels');
  await field('Location').fill(upstream.url('/reels.jsonl'));
  await field('Interval').fill('often');
  await form.getByLabel('Preset').selectOption('hookline');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await form.getByText('must be an interval such as').waitFor();
  await field('Interval').fill('4h');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByText('2 records read.').waitFor();
  await preview.getByRole('row', { name: 'A line out of a source' }).getByText('Published').waitFor();
  await preview.getByRole('row', { name: 'Look at salt' }).getByText('Pending').waitFor();
  assert.deepEqual((await service.operator('GET', '/operator/sources')).body.sources, []);

  await preview.getByRole('button', { name: 'Back' }).click();
  assert.equal(await field('Location').inputValue(), upstream.url('/reels.jsonl'));
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await preview.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('heading', { name: 'reels', level: 1 }).waitFor();
  await page.getByRole('table', { name: 'Runs' }).getByRole('cell', { name: 'Done' }).waitFor();
  assert.deepEqual(await published('reels'), ['A line out of a source']);

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Pause');
  await page.getByText('Paused', { exact: true }).waitFor();
  await act('Delete…');
  const confirm = page.getByRole('dialog', { name: 'Delete source' });
  assert.equal(await confirm.getByRole('button', { name: 'Delete source' }).isDisabled(), true);
  await confirm.getByRole('textbox').fill('reels');
  await confirm.getByRole('button', { name: 'Delete source' }).click();
  await page.getByText('No sources yet').waitFor();
  assert.deepEqual(await published('reels'), ['A line out of a source']);
});

// Console pages of sources in a real browser: adding one with a preview, a missing secret, a source's own page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';
import { startYouTube, type YouTubeStub } from '../setup/youtube-stub.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let upstream: Upstream;
let youtube: YouTubeStub;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  youtube = await startYouTube();
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_YOUTUBE_URL: youtube.url };
  [service, upstream] = await Promise.all([testService(env), startUpstream()]);
  session = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
  await upstream?.close();
  await youtube?.close();
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

test('a missing key of YouTube is asked for, stored unseen, and used by the preview', options, async () => {
  const { id: channelId } = youtube.addChannel('@lamps');
  for (let n = 1; n <= 3; n++)
    youtube.put({ id: `lampvideo0${n}`, channelId, title: `The lamp ${n} that nobody told you about` });
  const page = await open();
  const form = await chooseKind(page, 'YouTube');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('lamps');
  await form.getByRole('textbox', { name: 'Channels' }).fill('https://www.youtube.com/@lamps\n@nobody');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await form.getByLabel('API key of YouTube').fill(youtube.key);
  assert.equal(youtube.count(), 0);
  await form.getByRole('button', { name: 'Save secret' }).click();
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByText('3 of the 3 newest videos would be imported.').waitFor();
  await preview.getByText('The lamp 1 that nobody told you about').first().waitFor();
  await preview.getByText('youtube:@nobody').waitFor();
  await preview.getByText(/Cost: \d+ units/).waitFor();
  assert.ok(!(await page.content()).includes(youtube.key));
  assert.ok(!JSON.stringify((await service.operator('GET', '/operator/secrets')).body).includes(youtube.key));
});

test('a refused key is replaced from the preview, Back keeps the focus; curators get no key', options, async () => {
  const { id: channelId } = youtube.addChannel('@doors');
  youtube.put({ id: 'doorvideo01', channelId, title: 'The door that nobody told you about' });
  await service.operator('PUT', '/operator/secrets/youtube', { value: 'a-key-of-another' });
  const page = await open();
  const form = await chooseKind(page, 'YouTube');
  const previewButton = form.getByRole('button', { name: 'Preview', exact: true });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('doors');
  await form.getByRole('textbox', { name: 'Channels' }).fill('@doors');
  await previewButton.click();
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByText('No videos could be read.').waitFor();
  await preview.getByRole('button', { name: 'Add source anyway' }).waitFor();
  await preview.getByRole('button', { name: 'API key…' }).click();
  await form.getByLabel('API key of YouTube').fill(youtube.key);
  await form.getByRole('button', { name: 'Save secret' }).click();
  await preview.getByText('1 of the 1 newest video would be imported.').waitFor();
  await preview.getByRole('button', { name: 'Back' }).click();
  await form.locator('button:focus', { hasText: /^Preview$/ }).waitFor();

  await service.operator('POST', '/operator/operators', { email: 'curator@example.com', role: 'curator' });
  const curator = await signIn(service, 'curator@example.com');
  await visit('/console/sources', { session: curator });
  await chooseKind(page, 'YouTube');
  await previewButton.waitFor();
  assert.equal(await form.getByRole('button', { name: 'API key…' }).count(), 0);
});

test('a failing source says why on its page; files on the server are added by command', options, async () => {
  const body = { name: 'gone', location: upstream.url('/gone.jsonl'), preset: 'hookline', every: '4h' };
  const { id } = (await service.operator('POST', '/operator/sources', body)).body;
  await service.observed('source_run_failed', id);
  const page = await open(`?source=${id}`);
  await page.getByRole('region', { name: 'Last run failed' }).getByText('404').waitFor();
  upstream.put('/gone.jsonl', hookLine('It came back'));
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('region', { name: 'Last run failed' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Sources', exact: true }).last().click();
  const form = await chooseKind(page, 'File or directory');
  await form.getByRole('region', { name: 'Command' }).getByText('hookline admin sources add').waitFor();
});

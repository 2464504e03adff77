// The page "Labels" of the console in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
let session: SignedIn;

before(async () => {
  if (skip) return;
  service = await testService();
  session = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await service.operator(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

test('the page Labels shows how often curators agreed, and leads to the hooks that teach most', { skip }, async () => {
  const { page, close } = await openPage(service, '/console/labels', { session });
  await page.getByText('No decisions yet').waitFor();
  const lines = ['zzqv one', 'zzqv two', 'zzqv three'].map((text) =>
    JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en' }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=shown');
  const { hooks } = await call('GET', '/operator/hooks?state=pending');
  const niche = hooks[0].niche === 'food' ? 'pets' : 'food';
  await call('PATCH', '/operator/hooks', { ids: [hooks[0].id], set: { niche }, state: 'published' });

  await page.reload();
  const agreement = page.getByRole('table', { name: 'Agreement by label and method' });
  await agreement.getByRole('row', { name: 'Niche 0% of 1' }).waitFor();
  await page.getByRole('link', { name: 'Wrong guesses' }).click();
  await page.getByRole('table', { name: 'Most frequent wrong guesses' }).getByRole('row', { name: niche }).waitFor();
  await page.getByRole('img', { name: /^Reliability diagram/ }).waitFor();
  await page.getByLabel('Label', { exact: true }).selectOption('niche');
  await page.getByText('over 1 decision.').waitFor();

  const relabelling = page.getByRole('form', { name: 'Relabel' });
  await relabelling.getByLabel('Hooks').selectOption('pending');
  await relabelling.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/^Would change \d of 2 hooks\.$/).waitFor();

  await page.getByRole('link', { name: 'Review these 2' }).click();
  await page.getByRole('list', { name: 'Pending hooks' }).getByText('zzqv three').waitFor();
  assert.equal(await page.getByLabel('Sort by').inputValue(), 'teaching');
  await close();
});

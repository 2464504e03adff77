// Hostile texts in a real browser: every naughty string is shown as plain text.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';

const blns = '../shared/input/blns/blns.json';
const skip = noBrowser || (!existsSync(blns) && 'the corpus ../shared/input is absent');

/** Several short lists, since a long one is laid out again each time it grows. */
const niches = ['health', 'finance', 'food', 'comedy', 'tech', 'travel'];

let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
});

after(async () => {
  await service?.close();
});

test('naughty strings in hooks are shown as written, and none of them runs', { skip }, async () => {
  const strings: string[] = JSON.parse(readFileSync(blns, 'utf8'));
  const lines = strings.map((text, n) =>
    hookLine(text, { id: `${n}`, views: 1_000_000 - n, niche: niches[n % niches.length] }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const { email, key } = await service.account('enterprise');
  const session = await signIn(service, email);
  const { page, faults, close } = await openPage(service, '/dashboard', { session });
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
  let total = 0;
  for (const niche of niches) {
    const { body } = await service.get(`/hooks?limit=100&niche=${niche}`, key);
    assert.equal(body.next_cursor, null, 'all of them');
    const texts: string[] = body.data.map(({ text }: { text: string }) => text);
    await page.goto(`${service.url}/dashboard/hooks?niche=${niche}`);
    const shown = page.locator('.text-hook');
    await shown.first().waitFor();
    for (let before = await shown.count(); before < texts.length; before = await shown.count()) {
      await page.getByRole('button', { name: 'Load more' }).click();
      await shown.nth(before).waitFor();
    }
    assert.deepEqual(await shown.allTextContents(), texts);
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
      false,
      'nothing is too wide',
    );
    total += texts.length;
  }
  assert.ok(total > 300, `${total} became hooks`);
  await close();
});

// Browser tests: the keys of an account, on the dashboard and in the console.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const skip = noBrowser;
let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
  await service.import(hookLine('The only line of them all'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
});

test('a replaced key says until when it works, and is not offered to be replaced again', { skip }, async () => {
  const { id, email } = await service.account('free');
  const session = await signIn(service, email);
  const { body } = await session.send('GET', '/account/keys');
  await session.send('POST', `/account/keys/${body.data[0].id}/regenerate`, {});
  const { page, close } = await openPage(service, '/dashboard/keys', { session });
  const rows = page.getByRole('table', { name: 'Active keys' }).getByRole('row');
  const replaced = rows.filter({ hasText: 'Replaced' });
  await replaced.getByText(/works until \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC/).waitFor();
  assert.equal(await page.getByText('Regenerate it to avoid downtime').count(), 0);
  await replaced.getByRole('button', { name: 'Actions for' }).click();
  const items = page.locator('[role=menu]:popover-open').getByRole('menuitem');
  assert.deepEqual(await items.allTextContents(), ['Edit…', 'Revoke…']);
  // Both have one name.
  await page.goto(`${service.url}/dashboard/requests`);
  const choices = page.getByLabel('Key', { exact: true }).getByRole('option');
  await choices.nth(2).waitFor({ state: 'attached' });
  const [all, ...names] = await choices.allTextContents();
  assert.deepEqual([all, new Set(names).size, names.length], ['All keys', 2, 2]);
  for (const name of names) assert.match(name, / \(hkl_….{4}\)$/);
  await close();
  // Its replacement is gone: nothing goes on when it ends.
  const { body: after } = await session.send('GET', '/account/keys');
  await session.send('DELETE', `/account/keys/${after.data[0].id}`);
  const again = await openPage(service, '/dashboard/keys', { session });
  await again.page.getByText('Regenerate it to avoid downtime').waitFor();
  await again.close();
  const operator = await signInAsOperator(service);
  const console = await openPage(service, `/console/accounts/${id}?tab=keys`, { session: operator });
  await console.page.getByRole('table', { name: 'Active keys' }).getByText('hkl_…').waitFor();
  await console.close();
});

test('a key is renamed in place by keyboard; Escape keeps the old name', { skip }, async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const { page, close } = await openPage(service, '/dashboard/keys', { session });
  const field = page.locator('input[aria-label=Name]:focus');
  await page.getByRole('button', { name: 'default', exact: true }).press('Enter');
  await field.waitFor();
  await page.keyboard.type('newsletter');
  await page.keyboard.press('Escape');
  const rename = page.getByRole('button', { name: 'default', exact: true });
  await rename.waitFor();
  await page.locator('button:focus', { hasText: 'default' }).waitFor();
  await rename.press('Enter');
  await field.waitFor();
  await page.keyboard.type('newsletter');
  // The new name is shown at once, before it is saved.
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Enter');
  await saved;
  await page.getByRole('button', { name: 'newsletter', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'newsletter', exact: true }).waitFor();
  await close();
});

test('each key shows its calls of 30 days and of today, and from where it was used last, to operators too', {
  skip,
}, async () => {
  const { id, key, email } = await service.account('free');
  for (let call = 0; call < 3; call++) await service.get('/hooks', key);
  const session = await signIn(service, email);
  await until(
    () => session.send('GET', '/account/keys'),
    ({ body }) => body.data[0].last_used_ip !== null,
  );
  const operator = await signInAsOperator(service);
  for (const [path, who] of [
    ['/dashboard/keys', session],
    [`/console/accounts/${id}?tab=keys`, operator],
  ] as const) {
    const { page, close } = await openPage(service, path, { session: who });
    const row = page.getByRole('table', { name: 'Active keys' }).getByRole('row').nth(1);
    await row.getByText('3 today').waitFor();
    await row.getByText('from 127.0.0.1').waitFor();
    await row.getByRole('img', { name: /^Calls of default by day/ }).waitFor();
    await close();
  }
});

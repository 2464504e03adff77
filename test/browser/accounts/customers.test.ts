// Key requests in the console, by keyboard in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import type { TestService } from '../../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../../setup/session.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { keepPage } from '../keep-page.ts';

const skip = noBrowser;
const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(500)}`;

let service: TestService;
let operator: SignedIn;
const open = keepPage(() => service);

before(async () => {
  if (skip) return;
  service = await sharedService();
  operator = await signInAsOperator(service);
});

const dialog = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

/** Requests of other files would be in the list too. */
async function declinePending(): Promise<void> {
  const { body } = await service.operator('GET', '/operator/key-requests?state=pending&limit=100');
  for (const { id } of body.key_requests) await service.operator('POST', `/operator/key-requests/${id}/decline`, {});
}

test('a key request is approved by keyboard with the cheapest fitting plan, another is declined', {
  skip,
}, async () => {
  await declinePending();
  for (const [name, expected_calls_per_month, use_case] of [
    ['Juno', 40_000, 'A script generator'],
    ['Kim', 500, hostile],
  ] as const) {
    const body = { name, email: `${name}@customers.example`, use_case, expected_calls_per_month };
    assert.equal((await service.send('POST', '/key-requests', undefined, { body })).status, 201);
  }
  const page = await open('/console/requests', { session: operator });
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await rows.first().getByText('Scale fits').waitFor();
  assert.match((await rows.nth(1).textContent()) ?? '', /<script>alert\(1\)<\/script>/);
  for (const key of 'jjka') await page.keyboard.press(key);
  await dialog(page).getByText('Approve Juno').waitFor();
  assert.equal(await dialog(page).getByLabel('Plan', { exact: true }).inputValue(), 'scale');
  await confirm(page, 'Approve');
  await dialog(page).getByText('A sign-in link is on its way to juno@customers.example').waitFor();
  const account = await dialog(page).getByRole('link', { name: 'Open account' }).getAttribute('href');
  assert.match(account ?? '', /^\/console\/accounts\/acc_/);
  await confirm(page, 'Done');
  await rows.filter({ hasText: 'Juno' }).waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await dialog(page).getByLabel('Reason').fill('Not now.');
  await confirm(page, 'Decline');
  await page.getByText('No pending requests').waitFor();
  await page.getByRole('link', { name: 'Declined' }).click();
  await rows.filter({ hasText: 'kim@customers.example' }).waitFor();
  assert.equal(new URL(page.url()).search, '?state=declined');
});

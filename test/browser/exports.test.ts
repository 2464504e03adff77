// An export in a real browser: the form with its columns, and the file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (!noBrowser) service = await sharedService();
});

test('a file has the columns, records and hash that the page shows, until it is deleted', options, async () => {
  const { session } = await customer(service, 'enterprise');
  const page = await open('/dashboard/exports?new=1&as=csv&niche=finance', { session });
  const form = page.getByRole('form', { name: 'Create export' });
  const create = form.getByRole('button', { name: 'Create export', exact: true });
  await form.getByText('The file will contain 8 hooks').waitFor();
  await form.getByRole('button', { name: 'Niche 1' }).click();
  await page.getByRole('option', { name: 'Food' }).click();
  await page.keyboard.press('Escape');
  await form.getByText('The file will contain 16 hooks').waitFor();
  await form.getByText('Columns · all').click();
  await form.getByRole('button', { name: 'None' }).click();
  await form.getByText('Choose at least one column.').waitFor();
  assert.equal(await create.isDisabled(), true);
  await form.getByRole('checkbox', { name: 'Views views', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Text text', exact: true }).check();
  await create.click();

  const made = page.getByRole('row').filter({ hasText: 'Finance, Food' });
  await made.getByText('complete').waitFor();
  await made.getByRole('cell', { name: '16', exact: true }).waitFor();
  await made.getByText('2 columns: Text, Views').waitFor();
  assert.equal(new URL(page.url()).search, '');
  const downloading = page.waitForEvent('download');
  await made.getByRole('link', { name: 'Download' }).click();
  const bytes = await buffer(await (await downloading).createReadStream());
  const [header, ...records] = bytes.toString().trim().split('\r\n');
  assert.deepEqual([header, records.length], ['text,views', 16]);
  await made.getByTitle(createHash('sha256').update(bytes).digest('hex')).waitFor();
  await made.getByRole('button', { name: /^Actions for exp_/ }).click();
  await page.getByRole('menuitem', { name: 'Delete file…' }).click();
  await page.getByText('The file with 16 records is deleted').waitFor();
  await page.getByRole('button', { name: 'Delete file', exact: true }).click();
  await made.getByText('file deleted').waitFor();
});

// Exports in a real browser: the form, limits of a plan, columns, the file, weekly exports.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { before, mock, test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
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

test('hooks that a plan leaves out, and the exports left today, are shown before and after', options, async () => {
  // The lane shares its catalog of 40 hooks; test/exports/exports.test.ts covers the real limit of 10,000.
  mock.property(plans.scale, 'recordsPerExport', 35);
  const { session } = await customer(service, 'scale');
  const page = await open('/dashboard/exports?new=1&q=xylophone', { session });
  const form = page.getByRole('form', { name: 'Create export' });
  const create = form.getByRole('button', { name: 'Create export', exact: true });
  await form.getByText('No hooks match these filters. Change them to create an export.').waitFor();
  assert.equal(await create.isDisabled(), true);
  await form.getByRole('radio', { name: 'Every week' }).check();
  assert.equal(await form.getByRole('button', { name: 'Create weekly export' }).isEnabled(), true);

  await page.goto(`${service.url}/dashboard/exports?new=1`);
  await form.getByText(/40 hooks match\. .* 5 will be left out/).waitFor();
  await form.getByText('1 of 1 left today').waitFor();
  await create.click();
  const made = page.getByRole('row').filter({ hasText: 'All hooks' });
  await made.getByText('Top 35 of 40 matches').waitFor();
  await made.getByText('complete').waitFor();
  await page.getByText('0 of 1 left today').waitFor();
  await page.getByRole('button', { name: 'Create export', exact: true }).click();
  await page.getByText('Daily export limit reached').waitFor();
  assert.equal(await create.isDisabled(), true);
});

test('a weekly export is created, edited, paused and deleted, and takes the export of its day', options, async () => {
  const { key, session } = await customer(service, 'scale');
  const page = await open('/dashboard/exports?new=1&as=csv&q=taught', { session });
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByRole('radio', { name: 'Every week' }).check();
  await dialog.getByText('Each run uses the export of its day (UTC).').waitFor();
  await dialog.getByLabel('Day').selectOption('friday');
  await dialog.getByLabel('Hour').selectOption('18');
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Create weekly export' }).click();
  const table = page.getByRole('table', { name: 'Weekly exports' });
  await table.getByText('Fridays at 18:00 (Europe/Berlin)').waitFor();
  const choose = async (action: string) => {
    await table.getByRole('button', { name: /^Actions for sch_/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Edit…');
  await page.waitForURL(/schedule=sch_/);
  const edit = page.getByRole('dialog', { name: 'Edit weekly export' });
  await edit.getByLabel('Hour').selectOption('7');
  await edit.getByRole('button', { name: 'Save' }).click();
  await table.getByText('Fridays at 07:00 (Europe/Berlin)').waitFor();
  await choose('Pause');
  await table.getByText('Paused by you.').waitFor();
  const { body } = await service.get('/exports/schedules', key);
  assert.deepEqual([body.data[0].hour, body.data[0].filters, body.data[0].status], [7, { q: 'taught' }, 'paused']);
  await choose('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete weekly export' }).click();
  await table.waitFor({ state: 'detached' });
});

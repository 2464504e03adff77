// Browser tests: the form of exports, its columns, weekly exports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
const sessions: Record<string, SignedIn> = {};
let scaleKey: string;

before(async () => {
  if (skip) return;
  service = await testService();
  const lines = Array.from({ length: 8 }, (_, n) =>
    hookLine(`Nobody saves money in month ${n}`, { archetype: 'how_to' }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  for (const plan of ['scale', 'enterprise']) {
    const account = await service.account(plan);
    if (plan === 'scale') scaleKey = account.key;
    sessions[plan] = await signIn(service, account.email);
  }
});

after(async () => {
  await service?.close();
});

const open = (path: string, plan: string): Promise<OpenPage> => openPage(service, path, { session: sessions[plan] });

test('an export of no hooks cannot be created, unless it is of every week', { skip }, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&q=xylophone', 'scale');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByText('No hooks match these filters. Change them to create an export.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Create export', exact: true }).isDisabled(), true);
  await dialog.getByRole('radio', { name: 'Every week' }).check();
  assert.equal(await dialog.getByRole('button', { name: 'Create weekly export' }).isEnabled(), true);
  await close();
});

test('columns are chosen in the form, and the exported file has these', { skip }, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&as=csv', 'enterprise');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByText('Columns · all').click();
  await dialog.getByRole('button', { name: 'None' }).click();
  await dialog.getByText('Choose at least one column.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Create export', exact: true }).isDisabled(), true);
  await dialog.getByRole('checkbox', { name: 'Views views', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Text text', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create export', exact: true }).click();
  await page.getByText('2 columns: Text, Views').waitFor();
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const [header] = (await (await fetch(href ?? '')).text()).split('\r\n');
  assert.equal(header, 'text,views');
  await close();
});

test('a weekly export is created, edited, paused and deleted; the form says that it takes the export of its day', {
  skip,
}, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&as=csv&q=money', 'scale');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByRole('radio', { name: 'Every week' }).check();
  await dialog.getByText('Each run uses the export of its day (UTC).').waitFor();
  await dialog.getByLabel('Day').selectOption('friday');
  await dialog.getByLabel('Hour').selectOption('18');
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Create weekly export' }).click();
  const table = page.getByRole('table', { name: 'Weekly exports' });
  await table.getByText('Fridays at 18:00 (Europe/Berlin)').waitFor();
  const menu = table.getByRole('button', { name: /^Actions for sch_/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.waitForURL(/schedule=sch_/);
  const edit = page.getByRole('dialog', { name: 'Edit weekly export' });
  await edit.getByLabel('Hour').selectOption('7');
  await edit.getByRole('button', { name: 'Save' }).click();
  await table.getByText('Fridays at 07:00 (Europe/Berlin)').waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await table.getByText('Paused by you.').waitFor();
  const { body } = await service.get('/exports/schedules', scaleKey);
  assert.deepEqual([body.data[0].hour, body.data[0].filters, body.data[0].status], [7, { q: 'money' }, 'paused']);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete weekly export' }).click();
  await table.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await close();
});

// Browser test of a list of more than 500 rows of different heights: Back finds the row, j and Enter open its subject.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Locator } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';

const records = 520;
let service: TestService;
let id: string;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  ({ id } = await service.account('free'));
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(
    `insert into audit_log (at, action, subject, account_id, actor_kind, details)
    select now(), 'account.updated', $1, $1, 'operator',
      jsonb_build_object('name', jsonb_build_object('from', n, 'to', repeat('Acme and its subsidiaries ', n * n % 17)))
    from generate_series(1, $2) n`,
    [id, records],
  );
  await client.end();
});

after(async () => {
  await service?.close();
});

const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN;

test('Back on a long audit log, whose rows differ in height, finds the link that was followed where it was', {
  skip: noBrowser,
}, async () => {
  const session = await signInAsOperator(service);
  const { page, close } = await openPage(service, `/console/audit?account=${id}`, { session });
  const isFocused = (link: Locator) => link.and(page.locator(':focus')).waitFor();
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
  };
  for (let shown = 50; shown < records; shown += 50) {
    await page.getByText(`${shown} shown`).waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
  }
  await page.getByText(/^52\d results$/).waitFor();
  for (const part of [0.5, 0.9]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`);
    await frames(10);
    const name = await page.evaluate(
      "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('[data-row]').dataset.row",
    );
    const row = page.locator(`[data-row="${name}"]`);
    const link = row.getByRole('link', { name: id });
    await link.scrollIntoViewIfNeeded();
    const top = await topOf(row);
    await link.click();
    await page.waitForURL(/accounts/);
    await page.goBack();
    await isFocused(link);
    // Rows are measured, and the records loaded again, after that.
    await frames(30);
    assert.ok(Math.abs((await topOf(row)) - top) < 5, `${await topOf(row)} of ${top}`);
    await isFocused(link);
  }
  await close();
});

test('j moves to a record of the audit log, Enter opens its subject', { skip: noBrowser }, async () => {
  const session = await signInAsOperator(service);
  const { page, close } = await openPage(service, `/console/audit?subject=${id}`, { session });
  await page.getByRole('link', { name: id }).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/console/accounts/${id}$`));
  await close();
});

// Browser tests: signing in, creating a key, signing out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { readOutbox, signInLinkIn } from '../../setup/outbox.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { signIn } from '../../setup/session.ts';

let service: TestService;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  await service.import(hookLine('The first line that is fetched'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
});

test('the emailed link signs in, and the new key works', {
  skip: noBrowser,
}, async () => {
  const { body: account } = await service.operator('POST', '/operator/accounts', {
    name: 'Ada',
    email: 'ada@example.com',
    plan: 'pro',
  });
  const { page, close } = await openPage(service, '/dashboard/keys');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await page.getByText('ada@example.com').waitFor();
  const subject = 'Sign in to Hookline';
  await service.observed('mail_sent', subject);

  await page.goto(signInLinkIn(readOutbox(service.dataDir, subject).at(-1)));
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.waitForURL(`${service.url}/dashboard/keys`);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  const { status, body } = await service.get('/hooks', key);
  assert.deepEqual([status, body.data[0].text], [200, 'The first line that is fetched']);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
  const { body: keys } = await service.operator('GET', `/operator/accounts/${account.id}/keys`);
  assert.deepEqual(
    keys.keys.map(({ name }: { name: string }) => name),
    ['laptop'],
  );
  await close();
});

test('a used link is rejected, and a new one can be requested', { skip: noBrowser }, async () => {
  const { email } = await service.account('free');
  await signIn(service, email);
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  const { page, close } = await openPage(
    service,
    new URL(mailed.link ?? '').pathname + new URL(mailed.link ?? '').hash,
    { expected: /status of 401/ },
  );
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.getByText(/has been used, or has expired/).waitFor();
  await page.getByRole('button', { name: 'Send sign-in link' }).waitFor();
  await close();
});

test('signing out ends the session in every tab and forgets the key', { skip: noBrowser }, async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  // Requests in flight while the session ends return 401.
  const how = { session, expected: /401/ };
  const { page, close } = await openPage(service, '/dashboard/keys', how);
  await page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_something')`);
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.equal(await page.evaluate(`sessionStorage.getItem('hookline.key')`), null);
  assert.equal((await session.send('GET', '/account')).status, 401);
  await page.goto(`${service.url}/dashboard`);
  await page.waitForURL(/\/sign-in/);
  await close();
});

test('the holder of an account sees where it is signed in, and signs out one browser or all', {
  skip: noBrowser,
}, async () => {
  const { email } = await service.account('free');
  const [other, session] = [await signIn(service, email), await signIn(service, email, 2)];
  const { page, close } = await openPage(service, '/dashboard/sessions', { session, expected: /401/ });
  await page.getByText('This session').waitFor();
  await page.getByRole('button', { name: /^Sign out node/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: /^Sign out node/ }).waitFor({ state: 'detached' });
  assert.equal((await other.send('GET', '/account')).status, 401);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.equal((await session.send('GET', '/account')).status, 401);
  await close();
});

test('the console shows operators and their sessions to an owner, and to others the pages of their role', {
  skip: noBrowser,
}, async () => {
  for (const role of ['owner', 'support'])
    await service.operator('POST', '/operator/operators', { email: `${role}@example.com`, role });
  const [owner, support] = [await signIn(service, 'owner@example.com'), await signIn(service, 'support@example.com')];
  const ofOwner = await openPage(service, '/console/operators', { session: owner });
  const people = ofOwner.page.getByRole('table', { name: 'Operators' });
  await people.getByText('support@example.com').waitFor();
  await ofOwner.page.getByRole('table', { name: 'Sessions' }).getByText('support@example.com').waitFor();

  const ofSupport = await openPage(service, '/console/operators', { session: support });
  await ofSupport.page.getByText('Your sessions.').waitFor();
  const links = ofSupport.page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const titles = await links.allTextContents();
  assert.ok(titles.includes('Accounts') && !titles.includes('Review'), titles.join());

  await people.getByRole('button', { name: 'Actions for support@example.com' }).click();
  await ofOwner.page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = ofOwner.page.getByRole('dialog');
  await dialog.getByLabel(/^Type/).fill('support@example.com');
  await dialog.getByRole('button', { name: 'Remove operator' }).click();
  await people.getByText('support@example.com').waitFor({ state: 'detached' });
  assert.equal((await support.send('GET', '/operator/stats')).body.code, 'signed_out');
  await ofOwner.close();
  await ofSupport.close();
});

test('a dashboard session that opens the console is redirected to the dashboard', { skip: noBrowser }, async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const { page, close } = await openPage(service, '/console/accounts', { session });
  await page.waitForURL(`${service.url}/dashboard`);
  await close();
});

test('a link pasted on the sign-in page works, and a remembered key of another account is forgotten', {
  skip: noBrowser,
}, async () => {
  const { email } = await service.account('free');
  const { page, close } = await openPage(service, '/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_of_another')`);
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  await page.evaluate(`location.hash = '${new URL(mailed.link ?? '').hash}'`);
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.waitForURL(`${service.url}/dashboard`);
  assert.equal(await page.evaluate(`sessionStorage.getItem('hookline.key')`), null);
  await close();
});

test('a key gets the chosen expiry, and is shown even after a slow response', {
  skip: noBrowser,
}, async () => {
  const { id, email } = await service.account('free');
  const session = await signIn(service, email);
  const { page, close } = await openPage(service, '/dashboard/keys', { session });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create key' });
  await dialog.getByLabel('Name').fill('short-lived');
  await dialog.getByLabel('Expires').selectOption('On a specific date');
  assert.equal(await submit.isDisabled(), true, 'a date is required');
  await dialog.getByLabel('Name').press('Enter');
  await dialog.getByLabel('Last day').fill('2030-01-31');

  const answer = Promise.withResolvers<void>();
  const isSent = page.waitForRequest((request) => request.method() === 'POST');
  await page.route('**/account/keys', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  await submit.click();
  await isSent;
  await page.keyboard.press('Escape');
  assert.equal(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled(), true);
  answer.resolve();
  await page.getByRole('region', { name: 'API key' }).waitFor();
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  const made = body.keys.find(({ name }: { name: string }) => name === 'short-lived');
  assert.equal(made.expires_at, '2030-02-01T00:00:00.000Z');
  await close();
});

test('after the session has ended, submitting a form redirects to sign-in', { skip: noBrowser }, async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const how = { session, expected: /status of 401/ };
  const { page, close } = await openPage(service, '/dashboard/keys', how);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name').fill('too late');
  await session.send('DELETE', '/session');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.waitForURL(`${service.url}/sign-in?next=%2Fdashboard%2Fkeys`);
  await close();
});

test('a key is restricted, renamed and, by the link of its email, revoked in the dashboard', {
  skip: noBrowser,
}, async () => {
  const { id, email } = await service.account('enterprise');
  const session = await signIn(service, email);
  const how = { session, expected: /status of 422/ };
  const { page, close } = await openPage(service, '/dashboard/keys', how);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('site');
  for (const scope of ['Export', 'Webhooks', 'Usage']) await dialog.getByLabel(scope).uncheck();
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.9/24\n203.0.113.300');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('"203.0.113.300" is not an IP address').waitFor();
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.9/24, 2001:db8::/32');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'site' });
  await row.getByText('from 203.0.113.0/24 and 1 more').waitFor();

  await row.getByRole('button', { name: 'Actions for site' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await dialog.getByLabel('Name').fill('shop');
  await dialog.getByLabel('Usage').check();
  await dialog.getByLabel('Allowed addresses').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'shop' }).getByText('Read, Usage').waitFor();
  const [made] = (await service.operator('GET', `/operator/accounts/${id}/keys`)).body.keys;
  assert.deepEqual([made.name, made.scopes, made.allowed_ips], ['shop', ['read', 'usage'], null]);

  await page.goto(`${service.url}/dashboard/keys?revoke=${made.id}`);
  await dialog.getByLabel(/^Type/).fill('shop');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('1 expired or revoked').waitFor();
  assert.equal(new URL(page.url()).search, '');
  await close();
});

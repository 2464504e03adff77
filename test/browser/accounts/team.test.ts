// The team page: invite, accept in another browser, roles that hide what they may not do, switch and leave.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { readOutbox, signInLinkIn } from '../../setup/outbox.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';

const skip = noBrowser;
let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
});

after(async () => {
  await service?.close();
});

async function on(path: string, session: SignedIn | undefined, use: (page: Page) => Promise<unknown>): Promise<void> {
  // The last owner is refused.
  const shown = await openPage(service, path, { session, expected: / 409 / });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog');
const remembered = (page: Page) => page.evaluate(`sessionStorage.getItem('hookline.key')`);
const remember = (page: Page) => page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_of_this_account')`);

test('an owner invites a viewer, who accepts by the link, sees everything, and finds nothing to change', {
  skip,
}, async () => {
  const account = await service.account('enterprise');
  const session = await signIn(service, account.email);
  await on('/dashboard/team', session, async (page) => {
    await page.getByRole('button', { name: 'Invite member' }).click();
    await dialog(page).getByLabel('Email').fill('Vi.Viewer@Example.net');
    await dialog(page).getByLabel('Role').selectOption('viewer');
    await page.keyboard.press('Enter');
    await page.getByText('Invitation sent to vi.viewer@example.net').waitFor();
    await page.getByRole('row', { name: /vi\.viewer@example\.net.*Viewer.*Invited, expires/ }).waitFor();
  });
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, 'invites you to'),
    (mails) => mails.length > 0,
  );
  const link = new URL(signInLinkIn(mail));
  await on(link.pathname + link.search + link.hash, undefined, async (page) => {
    await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
    await page.getByRole('heading', { name: /^Join Account/ }).waitFor();
    await page.getByText(`${account.email} invited you as viewer`).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${service.url}/dashboard/keys`);
    await page.getByRole('table').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0);
    await page.getByText('As a viewer you can’t change anything here.').waitFor();
    await page.goto(`${service.url}/dashboard/team`);
    await page.getByText('An owner can change roles and invite people.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0);
    await page.getByRole('button', { name: 'Actions for vi.viewer@example.net' }).click();
    await page.getByRole('menuitem', { name: 'Leave…' }).click();
    await dialog(page).getByRole('textbox').fill('Account 1');
    await remember(page);
    await dialog(page).getByRole('button', { name: 'Leave account' }).click();
    await page.waitForURL(/\/sign-in/);
    assert.equal(await remembered(page), null);
  });
});

test('a member of two accounts switches in the account menu, which forgets the key, and Activity names who changed what', {
  skip,
}, async () => {
  const [first, second] = [await service.account('pro'), await service.account('pro')];
  const inviting = await signIn(service, first.email);
  const session = await signIn(service, second.email);
  const { body } = await inviting.send('POST', '/members', { email: second.email, role: 'developer' });
  await on('/dashboard', session, async (page) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Invitations (1)' }).click();
    await remember(page);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).getByText('Account 2').waitFor();
    assert.equal(await remembered(page), null);
    await remember(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Account 3' }).click();
    await page.getByRole('button', { name: 'Account menu' }).getByText('Account 3').waitFor();
    assert.equal(await remembered(page), null);
  });
  assert.equal(body.data.state, 'invited');
  await on('/dashboard/activity', inviting, async (page) => {
    await page
      .getByRole('row', { name: new RegExp(`Member joined.*${second.email.replaceAll('.', '\\.')}`) })
      .waitFor();
    await page.getByRole('row', { name: /Member invited.*You/ }).waitFor();
  });
});

test('an owner changes a role by keyboard; the last owner is told why not to leave', { skip }, async () => {
  const account = await service.account('pro');
  const session = await signIn(service, account.email);
  await session.send('POST', '/members', { email: 'role@example.net', role: 'viewer' });
  await on('/dashboard/team', session, async (page) => {
    await page.getByRole('button', { name: 'Actions for role@example.net' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').filter({ hasText: 'Change role…' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Role', { exact: true }).selectOption('billing');
    await dialog(page).getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('row', { name: /role@example\.net.*Billing/ }).waitFor();
    await page.getByRole('button', { name: `Actions for ${account.email}` }).click();
    await page.getByRole('menuitem', { name: 'Leave…' }).click();
    await dialog(page).getByRole('textbox').fill('Account 4');
    await dialog(page).getByRole('button', { name: 'Leave account' }).click();
    await dialog(page)
      .getByText(/is the last owner\. Make another member an owner first/)
      .waitFor();
  });
});

test('a tab of another account than the one that was switched to saves nothing, and leads to that account or back', {
  skip,
}, async () => {
  const [first, second] = [await service.account('pro'), await service.account('pro')];
  const inviting = await signIn(service, first.email);
  const session = await signIn(service, second.email);
  const { body } = await inviting.send('POST', '/members', { email: second.email, role: 'developer' });
  await session.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  const collections = async ({ key }: { key: string }) =>
    (await service.get('/collections', key)).body.data.map(({ name }: { name: string }) => name);
  await on('/dashboard/collections', session, async (page) => {
    await page.getByRole('button', { name: 'Create collection' }).click();
    await dialog(page).getByLabel('Name').fill('Of the first');
    const other = await page.context().newPage();
    await other.goto(`${service.url}/dashboard`);
    await other.getByRole('button', { name: 'Account menu' }).click();
    await other.getByRole('menuitemradio', { name: 'Account 6' }).click();
    await other.getByRole('button', { name: 'Account menu' }).getByText('Account 6').waitFor();

    const submit = () => page.evaluate(`document.querySelector('dialog form').requestSubmit()`);
    await submit();
    const switched = page.getByRole('dialog', { name: 'You switched to Account 6' });
    await switched.getByText('This tab still shows Account 5').waitFor();
    assert.deepEqual([await collections(first), await collections(second)], [[], []]);
    await switched.getByRole('button', { name: 'Switch back to Account 5' }).click();
    await switched.waitFor({ state: 'detached' });
    await submit();
    await page.getByRole('heading', { name: 'Of the first', level: 1 }).waitFor();
    assert.deepEqual([await collections(first), await collections(second)], [['Of the first'], []]);

    await session.send('PATCH', '/session', { account_id: second.id });
    await remember(page);
    await page.getByRole('link', { name: 'Saved searches' }).click();
    await switched.getByRole('button', { name: 'Go to Account 6' }).click();
    await page.getByRole('button', { name: 'Account menu' }).getByText('Account 6').waitFor();
    assert.equal(await remembered(page), null);
  });
});

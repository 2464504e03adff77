// The team page in a real browser: invite, accept, leave, and tabs of two accounts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { defined } from '../../setup/defined.ts';
import { readOutbox, signInLinkIn } from '../../setup/outbox.ts';
import type { TestService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { until } from '../../setup/until.ts';
import { keepPage } from '../keep-page.ts';

const skip = noBrowser;
let service: TestService;
const open = keepPage(() => service);

before(async () => {
  if (!skip) service = await sharedService();
});

type Owner = { id: string; key: string; email: string; name: string; session: SignedIn };

async function newOwner(plan = 'pro'): Promise<Owner> {
  const account = await service.account(plan);
  const { name } = (await service.operator('GET', `/operator/accounts/${account.id}`)).body;
  return { ...account, name, session: await signIn(service, account.email) };
}

/** Invites the owner of another account as a developer. Returns the path that accepts. */
async function invite({ session }: Owner, { email }: Owner): Promise<string> {
  const { body } = await session.send('POST', '/members', { email, role: 'developer' });
  return `/session/invitations/${body.data.member_id}/accept`;
}

const dialog = (page: Page) => page.getByRole('dialog');
const remembered = (page: Page) => page.evaluate(`sessionStorage.getItem('hookline.key')`);
const remember = (page: Page) => page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_of_this_account')`);
const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' });

async function switchTo(page: Page, { name }: Owner): Promise<void> {
  await menu(page).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await menu(page).getByText(name).waitFor();
}

test('an invited viewer accepts by the link, sees everything, finds nothing to change, and leaves', {
  skip,
}, async () => {
  const owner = await newOwner('enterprise');
  const page = await open('/dashboard/team', { session: owner.session });
  await page.getByRole('button', { name: 'Invite member' }).click();
  await dialog(page).getByLabel('Email').fill('Vi.Viewer@Example.net');
  await dialog(page).getByLabel('Role').selectOption('viewer');
  await page.keyboard.press('Enter');
  await page.getByText('Invitation sent to vi.viewer@example.net').waitFor();
  await page.getByRole('row', { name: /vi\.viewer@example\.net.*Viewer.*Invited, expires/ }).waitFor();
  const mails = async () => readOutbox(service.dataDir, `invites you to ${owner.name}`);
  const [mail] = await until(mails, ({ length }) => length > 0);

  const link = new URL(signInLinkIn(defined(mail)));
  await open(link.pathname + link.search + link.hash);
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.getByRole('heading', { name: `Join ${owner.name}` }).waitFor();
  await page.getByText(`${owner.email} invited you as viewer`).waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`${service.url}/dashboard/keys`);
  await page.getByRole('table').first().waitFor();
  await page.getByText('As a viewer you can’t change anything here.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0);
  await page.goto(`${service.url}/dashboard/team`);
  await page.getByText('An owner can change roles and invite people.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0);
  await page.getByRole('button', { name: 'Actions for vi.viewer@example.net' }).click();
  await page.getByRole('menuitem', { name: 'Leave…' }).click();
  await dialog(page).getByRole('textbox').fill(owner.name);
  await remember(page);
  await dialog(page).getByRole('button', { name: 'Leave account' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.equal(await remembered(page), null);
});

test('a tab of another account than the session has switched to saves nothing, and leads there or back', {
  skip,
}, async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  await second.session.send('POST', await invite(first, second));
  const collections = async ({ key }: Owner) =>
    (await service.get('/collections', key)).body.data.map(({ name }: { name: string }) => name);
  const page = await open('/dashboard/collections', { session: second.session, expected: / 409 / });
  await page.getByRole('button', { name: 'Create collection' }).click();
  await dialog(page).getByLabel('Name').fill('Of the first');
  const other = await page.context().newPage();
  await other.goto(`${service.url}/dashboard`);
  await switchTo(other, second);
  await other.close();

  const submit = () => page.evaluate(`document.querySelector('dialog form').requestSubmit()`);
  await submit();
  const switched = page.getByRole('dialog', { name: `You switched to ${second.name}` });
  await switched.getByText(`This tab still shows ${first.name}`).waitFor();
  assert.deepEqual([await collections(first), await collections(second)], [[], []]);
  await switched.getByRole('button', { name: `Switch back to ${first.name}` }).click();
  await switched.waitFor({ state: 'detached' });
  await submit();
  await page.getByRole('heading', { name: 'Of the first', level: 1 }).waitFor();
  assert.deepEqual([await collections(first), await collections(second)], [['Of the first'], []]);

  await second.session.send('PATCH', '/session', { account_id: second.id });
  await remember(page);
  await page.getByRole('link', { name: 'Saved searches' }).click();
  await switched.getByRole('button', { name: `Go to ${second.name}` }).click();
  await menu(page).getByText(second.name).waitFor();
  assert.equal(await remembered(page), null);
});

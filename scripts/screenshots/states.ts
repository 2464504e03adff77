// Page states that no URL leads to, for run.ts: user actions and mocked responses.
import type { Page, Route } from 'playwright-core';

export type State = { path: string; name: string; act: (page: Page) => Promise<void> };

const problem = (route: Route, status: number, body: { title: string; code: string; detail: string }, wait?: string) =>
  route.fulfill({
    status,
    headers: { 'content-type': 'application/problem+json', ...(wait && { 'retry-after': wait }) },
    json: { type: 'about:blank', status, request_id: 'req_4Kd02xQ', ...body },
  });

const tooMany = (detail: string) => ({ title: 'Rate Limited', code: 'rate_limited', detail });
const conflict = { title: 'Conflict', code: 'conflict', detail: 'Three are waiting.' };

async function request(page: Page, answer?: (route: Route) => Promise<void>): Promise<void> {
  if (answer) await page.route('**/key-requests', answer);
  await page.getByLabel('Name').fill('Juno Park');
  await page.getByLabel('Email').fill('juno@scriptly.example');
  await page.getByLabel('What are you building?').fill('Suggest opening lines while creators type.');
  await page.getByLabel('Expected calls per month').fill('40000');
  await page.getByRole('button', { name: 'Request a key' }).click();
}

const received = { id: 'req_8fK2mZ0qLx71TbRe', email: 'juno@scriptly.example' };

export const publicStates: readonly State[] = [
  {
    path: '/request-a-key?plan=starter',
    name: 'request-a-key-faults',
    act: async (page) => {
      await page.getByLabel('Expected calls per month').fill('40000');
      await page.getByRole('button', { name: 'Request a key' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    path: '/request-a-key',
    name: 'request-a-key-received',
    act: async (page) => {
      await request(page, (route) => route.fulfill({ status: 201, json: { success: true, data: received } }));
      await page.getByText('Request received').waitFor();
    },
  },
  {
    path: '/request-a-key',
    name: 'request-a-key-waiting',
    act: async (page) => {
      await request(page, (route) => problem(route, 409, conflict));
      await page.getByText('Requests already pending').waitFor();
    },
  },
  {
    path: '/request-a-key',
    name: 'request-a-key-limited',
    act: async (page) => {
      await request(page, (route) => problem(route, 429, tooMany('Too many key requests from this address.'), '2400'));
      await page.getByRole('alert').waitFor();
    },
  },
  {
    path: '/',
    name: 'home-limited',
    act: async (page) => {
      await page.route('**/demo/hooks?*', (route) => problem(route, 429, tooMany('More than 30 searches.'), '41'));
      await page.getByRole('searchbox').fill('landlord');
      await page.getByText('Retrying in').waitFor();
    },
  },
  {
    path: '/status',
    name: 'status-unreachable',
    act: async (page) => {
      await page.route('**/health/status', (route) => route.abort());
      await page.clock.runFor(31_000);
      await page.getByText('Can’t reach Hookline').waitFor();
    },
  },
];

export const customerStates: readonly State[] = [
  {
    path: '/dashboard/hooks?niche=finance',
    name: 'dashboard-hooks-selected',
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .nth(1)
        .click();
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .nth(3)
        .click({ modifiers: ['Shift'] });
      await page.getByText('3 hooks selected').waitFor();
    },
  },
  {
    path: '/dashboard/hooks?niche=finance',
    name: 'dashboard-hooks-save',
    act: async (page) => {
      await page.getByRole('button', { name: 'Save (s)' }).first().click();
      await page.getByRole('checkbox', { name: /Openers for spring/ }).waitFor();
      await page.keyboard.type('open');
    },
  },
  {
    path: '/dashboard/plan',
    name: 'dashboard-plan-announced',
    act: async (page) => {
      const times = { starts_at: '2026-11-23T11:00:00Z', ends_at: null };
      const incident = { id: 'ann_1', kind: 'incident', severity: 'major', title: 'Exports are slow', ...times };
      await page.route('**/session', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        body.data.notices = [{ ...incident, phase: 'open', state: 'identified' }];
        await route.fulfill({ response, json: body });
      });
      await page.reload();
      await page.getByRole('region', { name: 'Exports are slow' }).waitFor();
    },
  },
  {
    path: '/dashboard/exports?new=1&as=csv&fields=id,text,views',
    name: 'dashboard-exports-weekly',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Every week' }).check();
      await page.getByLabel('Time zone').waitFor();
    },
  },
  {
    path: '/dashboard/hooks?q=money',
    name: 'dashboard-hooks-menu',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
];

/** Opens the page of an account, and an item of its menu. */
async function openAccount(page: Page, name: string, item?: string): Promise<void> {
  await page.getByRole('row', { name }).getByRole('link').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  if (item) await page.getByRole('menuitem', { name: item }).click();
}

export const operatorStates: readonly State[] = [
  {
    path: '/console/requests',
    name: 'console-requests-change',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change to Scale…' }).click();
      await page.getByRole('dialog').getByText('now Pro').first().waitFor();
    },
  },
  {
    path: '/console/accounts',
    name: 'console-accounts-menu',
    act: (page) => openAccount(page, 'Reelhouse'),
  },
  {
    path: '/console/accounts',
    name: 'console-accounts-edit',
    act: (page) => openAccount(page, 'Reelhouse', 'Edit name, email or note…'),
  },
  {
    path: '/console/accounts',
    name: 'console-accounts-delete',
    act: (page) => openAccount(page, 'Reelhouse', 'Delete account…'),
  },
  {
    path: '/console/accounts',
    name: 'console-accounts-suspend',
    act: async (page) => {
      await page.getByRole('row', { name: 'Reelhouse' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Suspend…' }).click();
      await page.getByRole('dialog').getByLabel('Email the customer').waitFor();
    },
  },
  {
    path: '/console/accounts?status=deleted',
    name: 'console-accounts-deleted',
    act: async (page) => {
      await page.getByRole('row', { name: 'Kettle & Co' }).getByRole('link').click();
      await page.getByText('This account is deleted').waitFor();
    },
  },
  {
    path: '/console/accounts',
    name: 'console-accounts-view',
    act: async (page) => {
      await openAccount(page, 'Reelhouse', 'View as customer');
      await page.getByText('Viewing as Reelhouse').waitFor();
      await page.goto(new URL('/dashboard/plan', page.url()).href, { waitUntil: 'networkidle' });
      await page.getByText('Scale requested').waitFor();
    },
  },
  {
    path: '/console/review',
    name: 'console-review-selected',
    act: async (page) => {
      for (const key of ['x', 'Shift+J', 'Shift+J', 'n']) await page.keyboard.press(key);
      await page.getByRole('dialog', { name: 'Set niche of 3 hooks' }).waitFor();
      await page.keyboard.press('2');
      await page.getByText('for 3 hooks').waitFor();
    },
  },
  {
    path: '/console/deliveries',
    name: 'console-deliveries-resume',
    act: async (page) => {
      await page.getByRole('button', { name: 'Resume…' }).first().click();
      await page.getByRole('dialog', { name: 'Resume webhook' }).waitFor();
    },
  },
  {
    path: '/console/exports',
    name: 'console-exports-delete',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete file…' }).click();
      await page.getByRole('dialog', { name: 'Delete file' }).waitFor();
    },
  },
];

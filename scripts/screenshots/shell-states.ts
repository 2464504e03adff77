// States of what is on every page, for run.ts: palette, keyboard shortcuts, crash, unknown address.
import type { Page } from 'playwright-core';
import type { State } from './states.ts';

async function openPalette(page: Page, text: string, group: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(text);
  await page.getByRole('group', { name: group }).getByRole('option').first().waitFor();
}

async function openShortcuts(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
}

export const customerShellStates: readonly State[] = [
  { path: '/dashboard', name: 'shell-palette', act: (page) => openPalette(page, 'export', 'Docs') },
  { path: '/dashboard/usage', name: 'shell-palette-all', act: (page) => openPalette(page, '', 'Pages') },
  { path: '/dashboard/keys', name: 'shell-shortcuts', act: openShortcuts },
  {
    path: '/dashboard/sessions',
    name: 'shell-crash',
    act: async (page) => {
      await page.route('**/account/keys', (route) => route.fulfill({ json: { success: true, data: [null] } }));
      await page.goto(new URL('/dashboard/keys', page.url()).href);
      await page.getByText(/^Error ID/).waitFor();
    },
  },
  {
    path: '/dashboard/nothing',
    name: 'shell-unknown',
    act: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
  },
];

export const operatorShellStates: readonly State[] = [
  { path: '/console', name: 'shell-palette-operator', act: (page) => openPalette(page, 'north', 'Accounts') },
  { path: '/console/review', name: 'shell-shortcuts-review', act: openShortcuts },
];

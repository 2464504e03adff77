// The pages and states that run.ts takes screenshots of, by who is signed in. docs/screens has dashboard, dashboard-hooks,
// dashboard-trends-value-hypothetical, console, console-review-selected and console-deliveries-delivery-dlv.
import type { Page } from 'playwright-core';
import { stageCustomer } from '../../test/browser/stage-customer.ts';
import type { TestService } from '../../test/setup/service.ts';
import type { SignedIn } from '../../test/setup/session.ts';

type Given = { customer: SignedIn; email: string; webhookId: string; accountId: string };

/** Paths of pages, separated by white space. */
export async function pagesOf(service: TestService, { customer, email, webhookId, accountId }: Given) {
  const first = async (path: string, list: string) =>
    (await service.operator('GET', `/operator/${path}&limit=1`)).body[list][0];
  const { id: hookId } = await first('hooks?state=published&sort=views', 'hooks');
  const { delivery_id: deliveryId } = await first('deliveries?status=failed', 'deliveries');
  const { request_id: requestId } = await first(`accounts/${accountId}/requests?status=400`, 'requests');
  const { unsubscribePath, collectionId, sharePath } = await stageCustomer(service, customer, email);
  const [dashboard, console, account] = ['/dashboard', '/console', `/console/accounts/${accountId}`];
  return {
    visitor: `/ /?q=landlord /?q=zebra+xylophone /?check=Nobody+tells+you+this+about+money /request-a-key
      /request-a-key?plan=scale /sign-in /sign-up /status /status/confirm /status/unsubscribe ${unsubscribePath} ${sharePath}
      /docs /docs/quick-start /docs/filtering /docs/api /docs/api/exports`,
    customer: `${dashboard} ${dashboard}/keys ${dashboard}/usage ${dashboard}/requests ${dashboard}/requests?status=3xx
      ${dashboard}/requests?request=${requestId} ${dashboard}/hooks ${dashboard}/hooks?q=money&niche=finance
      ${dashboard}/hooks?q=money+xylophone ${dashboard}/hooks/${hookId} ${dashboard}/hooks?niche=finance&save=1
      ${dashboard}/hooks?niche=-finance&min_likes=1000&has=duration&labels_method=curator&sort=-likes
      ${dashboard}/searches ${dashboard}/searches?for=slack ${dashboard}/collections
      ${dashboard}/collections?new=1 ${dashboard}/collections/${collectionId} ${dashboard}/check ${dashboard}/check?ask=1
      ${dashboard}/check?text=Nobody+tells+you+this+about+money ${dashboard}/exports
      ${dashboard}/exports?new=1&niche=finance&min_views=100000 ${dashboard}/webhooks ${dashboard}/webhooks/${webhookId}
      ${dashboard}/webhooks?new=1&niche=finance&emotion=fear ${dashboard}/trends ${dashboard}/trends?value=hypothetical
      ${dashboard}/trends?alerts=all ${dashboard}/trends?niche=finance&alerts=new ${dashboard}/settings ${dashboard}/plan ${dashboard}/team
      ${dashboard}/team?new=1 /invitations ${dashboard}/activity ${dashboard}/nothing`,
    operator: `${console} ${console}/requests ${console}/requests?state=declined ${console}/source-requests
      ${console}/source-requests?state=approved ${console}/review ${console}/review?view=single
      ${console}/hooks ${console}/labels ${console}/accounts ${console}/accounts?status=deleted ${account}
      ${account}?tab=usage ${account}?tab=requests ${account}?tab=keys ${account}?tab=webhooks ${account}?tab=audit
      ${console}/imports ${console}/sources ${console}/announcements ${console}/announcements?new=1 ${console}/deliveries
      ${console}/deliveries?status=pending ${console}/deliveries?replay=failed ${console}/deliveries?delivery=${deliveryId}
      ${console}/exports ${console}/exports?status=failed ${console}/audit ${console}/operators ${console}/operators?new=1`,
  };
}

type Step = (page: Page) => Promise<unknown>;
export type Shot = { path: string; name: string; steps: readonly Step[] };

const shot = (name: string, path: string, ...steps: Step[]): Shot => ({ name, path, steps });

function click(role: 'button' | 'menuitem' | 'radio', name: string | RegExp): Step {
  return (page) => page.getByRole(role, { name }).first().click();
}

function see(text: string): Step {
  return (page) => page.getByText(text).filter({ visible: true }).first().waitFor();
}

function press(...keys: string[]): Step {
  return async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };
}

/** Opens the page of an account, and its menu. */
const openMenu: Step = async (page) => {
  await page.getByRole('row', { name: 'Reelhouse' }).getByRole('link').click();
  await page.getByRole('button', { name: 'More actions' }).click();
};
const actions = click('button', /^Actions for/);

/** States that no URL leads to. */
export const states: Readonly<Record<'visitor' | 'customer' | 'operator', readonly Shot[]>> = {
  visitor: [shot('request-a-key-faults', '/request-a-key?plan=starter', click('button', 'Request a key'))],
  customer: [
    shot('dashboard-hooks-save', '/dashboard/hooks', click('button', 'Save (s)'), see('Openers for spring')),
    shot('dashboard-hooks-menu', '/dashboard/hooks?q=money', actions),
    shot('dashboard-exports-weekly', '/dashboard/exports?new=1', click('radio', 'Every week'), see('Time zone')),
    shot('shell-palette', '/dashboard', press('Control+k', 'e', 'x', 'p'), see('Create export')),
    shot('shell-shortcuts', '/dashboard/keys', press('?'), see('Keyboard shortcuts')),
  ],
  operator: [
    shot(
      'console-requests-change',
      '/console/requests',
      click('button', 'Change to Scale…'),
      see('Change plan to Scale'),
    ),
    shot('console-accounts-menu', '/console/accounts', openMenu),
    shot('console-accounts-delete', '/console/accounts', openMenu, click('menuitem', 'Delete account…')),
    shot('console-review-selected', '/console/review', press('x', 'Shift+J', 'Shift+J', 'n', '2'), see('for 3 hooks')),
    shot('console-deliveries-resume', '/console/deliveries', click('button', 'Resume…'), see('Resume webhook')),
    shot('console-exports-delete', '/console/exports', actions, click('menuitem', 'Delete file…')),
  ],
};

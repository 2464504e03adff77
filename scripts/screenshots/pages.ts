// The pages that run.ts takes screenshots of, by who is signed in.
import type { TestService } from '../../test/setup/service.ts';
import type { SignedIn } from '../../test/setup/session.ts';
import { stageCustomer } from './customer.ts';

type Given = { customer: SignedIn; email: string; webhookId: string; accountId: string };

export async function pagesOf(service: TestService, { customer, email, webhookId, accountId }: Given) {
  const { body: found } = await service.operator('GET', '/operator/hooks?state=published&sort=views&limit=1');
  const hookId = found.hooks[0].id;
  const { body: failed } = await service.operator('GET', '/operator/deliveries?status=failed&limit=1');
  const deliveryId = failed.deliveries[0].delivery_id;
  const { body: refused } = await service.operator('GET', `/operator/accounts/${accountId}/requests?status=400`);
  const requestId = refused.requests[0].request_id;
  const { unsubscribePath, collectionId, sharePath } = await stageCustomer(service, customer, email);
  return {
    visitor: [
      '/',
      '/?q=landlord',
      '/?q=zebra+xylophone',
      '/?check=Nobody+tells+you+this+about+money',
      '/request-a-key',
      '/request-a-key?plan=scale',
      '/sign-in',
      '/sign-up',
      '/status',
      '/status/confirm',
      '/status/unsubscribe',
      unsubscribePath,
      sharePath,
      '/docs',
      '/docs/quick-start',
      '/docs/filtering',
      '/docs/api',
      '/docs/api/exports',
    ],
    customer: [
      '/dashboard',
      '/dashboard/keys',
      '/dashboard/usage',
      '/dashboard/requests',
      '/dashboard/requests?status=3xx',
      `/dashboard/requests?request=${requestId}`,
      '/dashboard/hooks',
      '/dashboard/hooks?q=money&niche=finance',
      '/dashboard/hooks?q=money+xylophone',
      '/dashboard/hooks?niche=-finance&min_likes=1000&has=duration&labels_method=curator&sort=-likes',
      `/dashboard/hooks/${hookId}`,
      '/dashboard/hooks?niche=finance&min_views=1000000&save=1',
      '/dashboard/searches',
      '/dashboard/searches?for=slack',
      '/dashboard/digests',
      '/dashboard/collections',
      '/dashboard/collections?new=1',
      `/dashboard/collections/${collectionId}`,
      '/dashboard/check',
      '/dashboard/check?text=Nobody+tells+you+this+about+money',
      '/dashboard/exports',
      '/dashboard/exports?new=1&niche=finance&min_views=100000',
      '/dashboard/webhooks',
      '/dashboard/webhooks?new=1&niche=finance&emotion=fear',
      `/dashboard/webhooks/${webhookId}`,
      '/dashboard/trends',
      '/dashboard/trends?value=hypothetical',
      '/dashboard/trends?alerts=all',
      '/dashboard/trends?niche=finance&alerts=new',
      '/dashboard/plan',
      '/dashboard/team',
      '/dashboard/team?new=1',
      '/invitations',
      '/dashboard/activity',
    ],
    operator: [
      '/console',
      '/console/requests',
      '/console/requests?state=declined',
      '/console/review',
      '/console/review?view=single',
      '/console/hooks',
      '/console/labels',
      '/console/accounts',
      '/console/accounts?status=deleted',
      `/console/accounts/${accountId}`,
      `/console/accounts/${accountId}?tab=usage`,
      `/console/accounts/${accountId}?tab=requests`,
      `/console/accounts/${accountId}?tab=keys`,
      `/console/accounts/${accountId}?tab=webhooks`,
      `/console/accounts/${accountId}?tab=audit`,
      '/console/imports',
      '/console/sources',
      '/console/deliveries',
      '/console/announcements',
      '/console/announcements?new=1',
      '/console/deliveries?status=pending',
      '/console/deliveries?replay=failed',
      `/console/deliveries?delivery=${deliveryId}`,
      '/console/exports',
      '/console/exports?status=failed',
      '/console/audit',
    ],
  };
}

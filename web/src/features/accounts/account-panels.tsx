// Lazy parts of the account page, preloaded after the first tab so that switching tabs is instant.
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';

const loadUsage = () => import('./account-usage.tsx').then(({ AccountUsage }) => ({ default: AccountUsage }));
const loadRequests = () =>
  import('./account-requests.tsx').then(({ AccountRequests }) => ({ default: AccountRequests }));
const loadKeys = () => import('./account-keys.tsx').then(({ AccountKeys }) => ({ default: AccountKeys }));
const loadWebhooks = () =>
  import('./account-webhooks.tsx').then(({ AccountWebhooks }) => ({ default: AccountWebhooks }));
const loadAudit = () => import('../audit/audit-list.tsx').then(({ AuditList }) => ({ default: AuditList }));

/** Dialogs are always rendered and become visible once opened. */
export const AccountDialogs = lazyPart(() => import('./dialogs/account-dialogs.tsx'), 'AccountDialogs');

export const UsagePanel = panel(loadUsage);
export const RequestsPanel = panel(loadRequests);
export const KeysPanel = panel(loadKeys);
export const WebhooksPanel = panel(loadWebhooks);
export const AuditPanel = panel(loadAudit);

/** Ignores failures: opening the tab loads the chunk again and reports them. */
export function preloadPanels(): void {
  for (const load of [loadKeys, loadWebhooks, loadUsage, loadRequests, loadAudit]) load().catch(() => {});
}

// biome-ignore lint/suspicious/noExplicitAny: components with any props
function panel<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  const Loaded = lazy(load);
  return (props: ComponentProps<C>) => (
    <Suspense fallback={<Skeleton className="h-60 w-full" />}>
      <Loaded {...props} />
    </Suspense>
  );
}

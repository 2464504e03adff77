// The parts of an account's page that are chunks of their own. They are fetched behind the first tab, so that none is waited for.
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../../kit/display/skeleton.tsx';

const loadUsage = () => import('./account-usage.tsx').then(({ AccountUsage }) => ({ default: AccountUsage }));
const loadKeys = () => import('./account-keys.tsx').then(({ AccountKeys }) => ({ default: AccountKeys }));
const loadWebhooks = () =>
  import('./account-webhooks.tsx').then(({ AccountWebhooks }) => ({ default: AccountWebhooks }));
const loadAudit = () => import('../audit/audit-list.tsx').then(({ AuditList }) => ({ default: AuditList }));

/** Always there, and seen only when opened. */
export const AccountDialogs = lazy(() =>
  import('./account-dialogs.tsx').then(({ AccountDialogs }) => ({ default: AccountDialogs })),
);

export const UsagePanel = panel(loadUsage);
export const KeysPanel = panel(loadKeys);
export const WebhooksPanel = panel(loadWebhooks);
export const AuditPanel = panel(loadAudit);

/** What fails is told when the tab is opened. */
export function preloadPanels(): void {
  for (const load of [loadKeys, loadWebhooks, loadUsage, loadAudit]) load().catch(() => {});
}

// biome-ignore lint/suspicious/noExplicitAny: components of whatever properties
function panel<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  const Loaded = lazy(load);
  return (props: ComponentProps<C>) => (
    <Suspense fallback={<Skeleton className="h-60 w-full" />}>
      <Loaded {...props} />
    </Suspense>
  );
}

// /dashboard/webhooks/:id: a webhook's status, settings, actions and delivery log.
import type { Webhook } from '@hookline/sdk';
import { useRef, useState } from 'react';
import { useParams } from 'wouter';
import { useApi } from '../../api/use-api.ts';
import { getWebhook, pauseWebhook, testWebhook } from '../../api/webhooks.ts';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { type Action, useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { isMissing, MissingPage } from '../../kit/page/missing.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useMay } from '../../shell/session.tsx';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import type { WebhookDialog } from './webhook-dialogs.tsx';
import { nameOf } from './webhook-state.ts';

const panels = () => import('./webhook-panels.tsx');
const bannerSkeleton = <Skeleton className="h-15 w-full" />;
const PausedBanner = lazyPart(panels, 'PausedBanner', bannerSkeleton);
const TestResult = lazyPart(panels, 'TestResult', bannerSkeleton);
const factsSkeleton = <Skeleton className="h-40 w-full" />;
const WebhookFacts = lazyPart(panels, 'WebhookFacts', factsSkeleton);
const WebhookDialogs = lazyPart(() => import('./webhook-dialogs.tsx'), 'default');

const list = '/dashboard/webhooks';

export function WebhookPage() {
  const { id = '' } = useParams();
  const isViewOnly = !useMay('change');
  const {
    data: webhook,
    error,
    mutate,
  } = useApi<Webhook>(['webhooks', id], () => getWebhook(id), {
    refreshSeconds: 5,
  });
  const [open, setOpen] = useState<WebhookDialog>();
  // The dialogs stay once they are loaded.
  const hasOpened = useRef(false);
  hasOpened.current ||= open !== undefined;
  const [testDeliveryId, setTestDeliveryId] = useState<string>();
  const [isTesting, setTesting] = useState(false);

  const close = () => setOpen(undefined);
  const changed = () => void mutate();
  const test = async (event = webhook?.events[0]) => {
    setTesting(true);
    await testWebhook(id, event).then(({ delivery_id }) => setTestDeliveryId(delivery_id), toastError);
    setTesting(false);
  };
  const pause = () => pauseWebhook(id).then(changed, toastError);
  const isPaused = webhook?.status === 'paused';
  const actions: Action[] = [
    { title: 'Send test delivery', icon: 'send', run: () => void test() },
    isPaused
      ? { title: 'Resume webhook', icon: 'play', run: () => setOpen('resume') }
      : { title: 'Pause webhook', icon: 'pause', run: () => void pause() },
  ];
  useActions(isViewOnly ? [] : actions);

  if (isMissing(error)) return <MissingPage what="Webhook" id={id} list={{ href: list, title: 'Webhooks' }} />;
  const hasFailed = error && !webhook;
  const items: MenuItem[] = [
    { label: 'Edit…', icon: 'filter', onSelect: () => setOpen('edit') },
    ...(webhook?.events.slice(1) ?? []).map((event) => ({
      label: `Send test: ${event}`,
      icon: 'send' as const,
      onSelect: () => void test(event),
    })),
    { label: 'Rotate secret…', icon: 'refresh', onSelect: () => setOpen('rotate') },
    isPaused
      ? { label: 'Resume…', icon: 'play', onSelect: () => setOpen('resume') }
      : { label: 'Pause', icon: 'pause', onSelect: () => void pause() },
    'separator',
    { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
  ];

  return (
    <PageBody>
      <PageHeader
        title={webhook ? nameOf(webhook) : 'Webhook'}
        parent={{ href: list, title: 'Webhooks' }}
        call={{ path: `/webhooks/${id}` }}
        actions={
          !isViewOnly &&
          !hasFailed && (
            <>
              <Menu label="Webhook actions" items={items} />
              <Button
                kind={isPaused ? 'secondary' : 'primary'}
                icon="send"
                busy={isTesting}
                onClick={() => void test()}
              >
                Send test
              </Button>
            </>
          )
        }
      />
      {isPaused && (
        <PausedBanner
          webhook={webhook}
          action={
            !isViewOnly && (
              <Button kind="primary" onClick={() => setOpen('resume')}>
                Resume…
              </Button>
            )
          }
        />
      )}
      {testDeliveryId && (
        <TestResult
          key={testDeliveryId}
          webhookId={id}
          deliveryId={testDeliveryId}
          onClose={() => setTestDeliveryId(undefined)}
        />
      )}
      {webhook ? (
        <WebhookFacts webhook={webhook} onEdit={isViewOnly ? undefined : () => setOpen('edit')} />
      ) : hasFailed ? (
        <Problem error={error} onRetry={changed} />
      ) : (
        factsSkeleton
      )}
      {!hasFailed && <DeliveryLog webhook={webhook} webhookId={id} />}
      {webhook && hasOpened.current && (
        <WebhookDialogs webhook={webhook} open={open} onClose={close} onChanged={changed} />
      )}
    </PageBody>
  );
}

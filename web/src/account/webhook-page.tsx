// /dashboard/webhooks/:id: one webhook, its state, what may be done with it, and the log of its deliveries.
import type { Webhook, WebhookWithSecret } from '@hookline/sdk';
import { lazy, Suspense, useState } from 'react';
import { mutate as forget } from 'swr';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { hookline } from '../api/hookline.ts';
import { useApi } from '../api/use-api.ts';
import { useActions } from '../kit/actions.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Menu, type MenuItem } from '../kit/menu.tsx';
import { PageBody, PageHeader } from '../kit/page-header.tsx';
import { Problem } from '../kit/problem.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { tellProblem } from '../kit/toast.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { fromRecord } from './filter-state.ts';
import { WebhookFacts } from './webhook-facts.tsx';
import { PausedBanner, ResumeDialog } from './webhook-parts.tsx';
import { hostOf, nameOf } from './webhook-state.ts';
import { TestResult } from './webhook-test.tsx';

const WebhookForm = lazy(() => import('./webhook-form.tsx').then(({ WebhookForm }) => ({ default: WebhookForm })));
const WebhookSecret = lazy(() =>
  import('./webhook-secret.tsx').then(({ WebhookSecret }) => ({ default: WebhookSecret })),
);

/** What stands before the page. */
type Open = 'edit' | 'resume' | 'rotate' | 'delete';

const list = '/dashboard/webhooks';

export function WebhookPage() {
  const { id = '' } = useParams();
  const found = useApi<Webhook>(['webhooks', id], () => hookline.webhooks.get(id), { refreshSeconds: 5 });
  const { data: webhook, error, mutate } = found;
  const [open, setOpen] = useState<Open>();
  const [rotated, setRotated] = useState<WebhookWithSecret>();
  const [tested, setTested] = useState<string>();
  const [isTesting, setTesting] = useState(false);

  const close = () => {
    setOpen(undefined);
    setRotated(undefined);
  };
  const changed = () => void mutate();
  const test = async () => {
    setTesting(true);
    await hookline.webhooks.test(id).then(({ delivery_id }) => setTested(delivery_id), tellProblem);
    setTesting(false);
  };
  const pause = () => hookline.webhooks.pause(id).then(changed, tellProblem);
  const isPaused = webhook?.status === 'paused';
  useActions([
    { title: 'Send test delivery', icon: 'send', run: () => void test() },
    isPaused
      ? { title: 'Resume webhook', icon: 'play', run: () => setOpen('resume') }
      : { title: 'Pause webhook', icon: 'pause', run: () => void pause() },
  ]);

  if (error && !webhook) return <Missing error={error} onRetry={changed} />;
  const items: MenuItem[] = [
    { label: 'Edit…', icon: 'filter', onSelect: () => setOpen('edit') },
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
          <>
            <Menu label="What may be done with this webhook" items={items} />
            <Button kind={isPaused ? 'secondary' : 'primary'} icon="send" busy={isTesting} onClick={() => void test()}>
              Send test
            </Button>
          </>
        }
      />
      {isPaused && (
        <PausedBanner
          webhook={webhook}
          action={
            <Button kind="primary" onClick={() => setOpen('resume')}>
              Resume…
            </Button>
          }
        />
      )}
      {tested && <TestResult key={tested} webhookId={id} deliveryId={tested} onClose={() => setTested(undefined)} />}
      {webhook ? (
        <WebhookFacts webhook={webhook} onEdit={() => setOpen('edit')} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      <DeliveryLog webhook={webhook} webhookId={id} />
      <Dialog isOpen={open === 'edit'} onClose={close} title="Edit webhook" wide>
        {webhook && (
          <Suspense fallback={<Skeleton className="h-140 w-full" />}>
            <WebhookForm
              webhook={webhook}
              initial={fromRecord(webhook.filters)}
              onCancel={close}
              onSubmit={async (input) => {
                await mutate(hookline.webhooks.update(id, input), { revalidate: false });
                close();
              }}
            />
          </Suspense>
        )}
      </Dialog>
      <RotateDialog
        isOpen={open === 'rotate'}
        onClose={() => setOpen(undefined)}
        onConfirm={async () => {
          setRotated(await hookline.webhooks.rotateSecret(id));
          changed();
        }}
      />
      <Dialog isOpen={rotated !== undefined} onClose={close} title="Store this secret now" locked wide>
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          {rotated && <WebhookSecret webhook={rotated} onStored={close} />}
        </Suspense>
      </Dialog>
      <ResumeDialog resuming={open === 'resume' ? webhook : undefined} onClose={close} onResumed={changed} />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        title="Delete webhook"
        action="Delete webhook"
        nameToType={webhook && (webhook.description || hostOf(webhook))}
        onConfirm={async () => {
          await hookline.webhooks.delete(id);
          // Else the list would show it until it is read anew.
          await forget(['webhooks'], undefined, { revalidate: false });
          navigate(list, { replace: true });
        }}
      >
        <p>
          <span className="font-medium text-ink wrap-anywhere">{webhook?.webhook_url}</span> gets nothing any more.
        </p>
        <p>What waits for it, its log and its secret are deleted, for good.</p>
      </ConfirmDialog>
    </PageBody>
  );
}

type RotateDialogProps = { isOpen: boolean; onClose: () => void; onConfirm: () => Promise<void> };

function RotateDialog(props: RotateDialogProps) {
  return (
    <ConfirmDialog {...props} title="Rotate secret" action="Rotate secret">
      <p>A new secret is shown once. For 24 hours both sign every delivery, so that you can exchange them in peace.</p>
      <p>A secret before that one ends at once.</p>
    </ConfirmDialog>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <PageBody>
      <PageHeader title="Webhook" parent={{ href: list, title: 'Webhooks' }} />
      <Problem error={error} onRetry={onRetry} />
    </PageBody>
  );
}

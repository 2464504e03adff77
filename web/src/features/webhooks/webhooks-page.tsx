// /dashboard/webhooks: the addresses that new hooks are posted to, what is wrong first. `?new=1` and the API's filters open its form.
import { isHooklineError, type Webhook, type WebhookWithSecret } from '@hookline/sdk';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { createWebhook, listWebhooks, resumeWebhook } from '../../api/webhooks.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { readFilters, toChange } from '../filters/hook-filters.ts';
import { useLatch } from '../filters/use-latch.ts';
import { PausedBanner } from './webhook-parts.tsx';
import { mostWebhooks } from './webhook-state.ts';
import { WebhookTable } from './webhook-table.tsx';

const WebhookForm = lazy(() => import('./webhook-form.tsx').then(({ WebhookForm }) => ({ default: WebhookForm })));
const WebhookSecret = lazy(() =>
  import('./webhook-secret.tsx').then(({ WebhookSecret }) => ({ default: WebhookSecret })),
);

const NoWebhooks = lazy(() => import('./webhook-empty.tsx').then(({ NoWebhooks }) => ({ default: NoWebhooks })));
const WebhooksLacking = lazy(() =>
  import('./webhooks-locked.tsx').then(({ WebhooksLacking }) => ({ default: WebhooksLacking })),
);
const ResumeDialog = lazy(() => import('./webhook-resume.tsx').then(({ ResumeDialog }) => ({ default: ResumeDialog })));

const noQuery = { ...toChange({}), new: undefined };
const openForm = () => changeQuery({ new: '1' });
const refreshSeconds = 10;

export function WebhooksPage() {
  const search = useSearch();
  const own = useApi<OwnAccount>(accountPath);
  const isIncluded = own.data?.plan.features.includes('webhooks');
  const read = useApi<Webhook[]>(isIncluded ? ['webhooks'] : null, listWebhooks, { refreshSeconds });
  const { data, mutate } = read;
  const [resuming, setResuming] = useState<Webhook>();
  const hasResuming = useLatch(resuming !== undefined);
  const [created, setCreated] = useState<WebhookWithSecret>();

  const error = read.error ?? own.error;
  const isLacking = isIncluded === false || isHooklineError(error, 'plan_required');
  useActions(isLacking ? [] : [{ title: 'New webhook', icon: 'plus', run: openForm }]);
  const isFull = (data?.length ?? 0) >= mostWebhooks;
  const paused = data?.filter(({ status }) => status === 'paused') ?? [];
  const webhooks = data && [...paused, ...data.filter((one) => !paused.includes(one))];
  const close = () => changeQuery(noQuery);
  const create = (
    <Button
      kind="primary"
      icon="plus"
      disabled={isFull}
      title={isFull ? `An account has ${mostWebhooks} at most` : undefined}
      onClick={openForm}
    >
      New webhook
    </Button>
  );

  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        description="New hooks are posted to addresses of yours as they are added, signed, with retries."
        call={isLacking ? undefined : { path: '/webhooks' }}
        actions={!isLacking && data?.length !== 0 && create}
      />
      {paused.map((webhook) => (
        <PausedBanner
          key={webhook.webhook_id}
          webhook={webhook}
          action={<Button onClick={() => setResuming(webhook)}>Resume…</Button>}
        />
      ))}
      {isLacking ? (
        <Suspense fallback={<Skeleton className="h-140 w-full" />}>
          <WebhooksLacking />
        </Suspense>
      ) : error && !data ? (
        <Problem error={error} onRetry={() => void (own.error ? own.mutate() : mutate())} />
      ) : (
        <div className="stack gap-3">
          <WebhookTable
            webhooks={webhooks}
            empty={
              <Suspense fallback={<Skeleton className="h-140 w-full" />}>
                <NoWebhooks action={create} />
              </Suspense>
            }
          />
          {webhooks && webhooks.length > 0 && (
            <p className="text-xs text-muted">
              {webhooks.length} of {mostWebhooks} webhooks.
              {isFull && ' Delete one to make room, or widen the filters of another.'}
            </p>
          )}
        </div>
      )}
      <Dialog
        // A secret that came is shown until it is stored, whatever the address says by then.
        isOpen={created !== undefined || (new URLSearchParams(search).has('new') && !isLacking)}
        onClose={close}
        title={created ? 'Store this secret now' : 'New webhook'}
        locked={created !== undefined}
        wide
      >
        <Suspense fallback={<Skeleton className="h-140 w-full" />}>
          {created ? (
            <WebhookSecret
              webhook={created}
              onStored={() => navigate(`/dashboard/webhooks/${created.webhook_id}`, { replace: true })}
            />
          ) : isFull ? (
            <Banner title={`An account has ${mostWebhooks} webhooks at most`}>
              Delete one to make room, or widen the filters of another.
            </Banner>
          ) : (
            <WebhookForm
              initial={readFilters(search)}
              onCancel={close}
              onSubmit={async (input) => {
                setCreated(await createWebhook(input));
                void mutate();
              }}
            />
          )}
        </Suspense>
      </Dialog>
      <Suspense>
        {hasResuming && (
          <ResumeDialog
            webhook={resuming}
            resume={resumeWebhook}
            onClose={() => setResuming(undefined)}
            onResumed={() => void mutate()}
          />
        )}
      </Suspense>
    </PageBody>
  );
}

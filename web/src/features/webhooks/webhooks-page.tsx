// /dashboard/webhooks: the account's webhooks, paused ones first. `?new=1` with optional filters opens the form.
import { isHooklineError, type Webhook, type WebhookWithSecret } from '@hookline/sdk';
import { useState } from 'react';
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
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { readFilters, toChange } from '../filters/hook-filters.ts';
import { useLatch } from '../filters/use-latch.ts';
import { PausedBanner } from './webhook-panels.tsx';
import { maxWebhooks } from './webhook-state.ts';
import { WebhookTable } from './webhook-table.tsx';

const WebhookForm = lazyPart(() => import('./webhook-form.tsx'), 'WebhookForm', <Skeleton className="h-140 w-full" />);
const WebhookSecret = lazyPart(
  () => import('./webhook-secret.tsx'),
  'WebhookSecret',
  <Skeleton className="h-140 w-full" />,
);

const NoWebhooks = lazyPart(() => import('./webhook-empty.tsx'), 'NoWebhooks', <Skeleton className="h-140 w-full" />);
const WebhooksLocked = lazyPart(
  () => import('./webhooks-locked.tsx'),
  'WebhooksLocked',
  <Skeleton className="h-140 w-full" />,
);
const ResumeDialog = lazyPart(() => import('./webhook-resume.tsx'), 'ResumeDialog');

const closedForm = { ...toChange({}), new: undefined };
const openForm = () => changeQuery({ new: '1' });
const refreshSeconds = 10;

export function WebhooksPage() {
  const search = useSearch();
  const own = useApi<OwnAccount>(accountPath);
  const isViewOnly = !useMay('change');
  const isIncluded = own.data?.plan.features.includes('webhooks');
  const list = useApi<Webhook[]>(isIncluded ? ['webhooks'] : null, listWebhooks, { refreshSeconds });
  const { data, mutate } = list;
  const [resuming, setResuming] = useState<Webhook>();
  const hasResuming = useLatch(resuming !== undefined);
  const [created, setCreated] = useState<WebhookWithSecret>();

  const error = list.error ?? own.error;
  const isLocked = isIncluded === false || isHooklineError(error, 'plan_required');
  useActions(isLocked || isViewOnly ? [] : [{ title: 'Create webhook', icon: 'plus', run: openForm }]);
  const isFull = (data?.length ?? 0) >= maxWebhooks;
  const paused = data?.filter(({ status }) => status === 'paused') ?? [];
  const webhooks = data && [...paused, ...data.filter((webhook) => !paused.includes(webhook))];
  const close = () => changeQuery(closedForm);
  const create = !isViewOnly && (
    <Button
      kind="primary"
      icon="plus"
      disabled={isFull}
      title={isFull ? `Limit of ${maxWebhooks} webhooks reached` : undefined}
      onClick={openForm}
    >
      Create webhook
    </Button>
  );

  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        description="Receive new hooks at your own endpoints as soon as they’re added."
        call={isLocked ? undefined : { path: '/webhooks' }}
        actions={!isLocked && data?.length !== 0 && create}
      />
      {paused.map((webhook) => (
        <PausedBanner
          key={webhook.webhook_id}
          webhook={webhook}
          action={!isViewOnly && <Button onClick={() => setResuming(webhook)}>Resume…</Button>}
        />
      ))}
      {isLocked ? (
        <WebhooksLocked />
      ) : error && !data ? (
        <Problem error={error} onRetry={() => void (own.error ? own.mutate() : mutate())} />
      ) : (
        <div className="stack gap-3">
          <WebhookTable webhooks={webhooks} empty={<NoWebhooks action={create} />} />
          {webhooks && webhooks.length > 0 && (
            <p className="text-xs text-muted">
              {webhooks.length} of {maxWebhooks} webhooks.
              {isFull && ' Delete one, or widen the filters of another.'}
            </p>
          )}
        </div>
      )}
      <Dialog
        // A new secret stays on screen until it is stored, even if the URL changes.
        isOpen={created !== undefined || (new URLSearchParams(search).has('new') && !isLocked && !isViewOnly)}
        onClose={close}
        title={created ? 'Store this secret now' : 'Create webhook'}
        locked={created !== undefined}
        wide
      >
        {created ? (
          <WebhookSecret
            webhook={created}
            onStored={() => navigate(`/dashboard/webhooks/${created.webhook_id}`, { replace: true })}
          />
        ) : isFull ? (
          <Banner title={`Limit of ${maxWebhooks} webhooks reached`}>
            Delete one, or widen the filters of another.
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
      </Dialog>
      {hasResuming && (
        <ResumeDialog
          webhook={resuming}
          resume={resumeWebhook}
          onClose={() => setResuming(undefined)}
          onResumed={() => void mutate()}
        />
      )}
    </PageBody>
  );
}

// Panels of the webhook page: why the webhook is paused, its settings, the outcome of a test delivery.
import type { DeliveryDetail, Webhook } from '@hookline/sdk';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { getDelivery, listDeliveries } from '../../api/webhooks.ts';
import { Id } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Facts } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatDate, formatMs } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { FilterChips, WebhookStatus } from './webhook-parts.tsx';
import { backlogText, lastResultOf, nameOf, pauseReasons, waitingText } from './webhook-state.ts';

/** Why a webhook is paused, since when, its backlog, and the action that fixes it. */
export function PausedBanner({ webhook, action }: { webhook: Webhook; action: ReactNode }) {
  return (
    <Banner
      tone={webhook.paused_by === 'owner' ? 'warn' : 'bad'}
      title={`${nameOf(webhook)} is paused`}
      action={action}
    >
      {pauseReasons[webhook.paused_by ?? 'owner']}
      {webhook.paused_at && (
        <>
          , <Time at={webhook.paused_at} />
        </>
      )}
      . {webhook.paused_by === 'failures' && <LastFailure webhookId={webhook.webhook_id} />}
      {waitingText(webhook)} Events are kept for 30 days.
    </Banner>
  );
}

/** Last response of the receiver, which shows where to look first. */
function LastFailure({ webhookId: id }: { webhookId: string }) {
  const { data: result } = useApi(['webhooks', id, 'last failure'], async () => {
    const { data } = await listDeliveries(id, { status: 'failed', limit: 1 });
    const [latest] = data;
    return latest && lastResultOf(latest);
  });
  return result === undefined ? null : <span className="wrap-anywhere">Last response: {result}. </span>;
}

export function WebhookFacts({ webhook, onEdit }: { webhook: Webhook; onEdit?: () => void }) {
  const { webhook_id, webhook_url, filters, events, backlog, previous_secret_until: until, created_at } = webhook;
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <Facts
          facts={{
            Status: (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <WebhookStatus of={webhook} />
                {backlog > 0 && <span className="text-muted">{backlogText(backlog)}</span>}
              </span>
            ),
            URL: (
              <span className="inline-flex items-start gap-1">
                <code className="font-mono text-xs leading-5 break-all">{webhook_url}</code>
                <CopyButton text={webhook_url} label="Copy URL" />
              </span>
            ),
            Events: <span className="wrap-anywhere">{events.join(', ')}</span>,
            Filters: <FilterChips filters={filters} />,
            Secret: until ? (
              <span>
                Rotated. The old secret expires <Time at={until} />
              </span>
            ) : (
              <span className="text-muted">whsec_…, shown only once</span>
            ),
            ID: <Id>{webhook_id}</Id>,
            Created: <Time at={created_at} format={formatDate} />,
          }}
        />
        {onEdit && (
          <Button small onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
    </Card>
  );
}

type TestResultProps = { webhookId: string; deliveryId: string; onClose: () => void };

/** Polls the test delivery until it settles. */
export function TestResult({ webhookId, deliveryId, onClose }: TestResultProps) {
  const [isSettled, setSettled] = useState(false);
  const { data, error, mutate } = useApi<DeliveryDetail>(
    ['webhooks', webhookId, 'deliveries', deliveryId],
    async () => {
      const delivery = await getDelivery(webhookId, deliveryId);
      setSettled(delivery.status !== 'pending');
      return delivery;
    },
    { refreshSeconds: isSettled ? 0 : 0.7 },
  );
  if (error && !data) return <Problem error={error} onRetry={() => void mutate()} />;
  const status = data?.status ?? 'pending';
  const attempt = data?.log.at(-1);
  const duration = attempt ? ` in ${formatMs(attempt.took_ms)}` : '';
  const title = {
    pending: 'Sending test…',
    delivered: `Test delivered: ${attempt?.status_code}${duration}`,
    failed: `Test failed: ${attempt?.status_code ?? attempt?.error ?? 'no response'}${duration}`,
    skipped: 'Test skipped',
  }[status];
  const tone = status === 'delivered' ? 'good' : status === 'failed' ? 'bad' : 'neutral';
  return (
    <div role="status">
      <Banner
        tone={tone}
        title={title}
        action={
          <span className="flex items-center gap-1">
            <Button small onClick={() => changeQuery({ delivery: deliveryId })}>
              View delivery
            </Button>
            <IconButton icon="close" label="Dismiss" onClick={onClose} />
          </span>
        }
      >
        {attempt?.response && <code className="line-clamp-2 font-mono text-xs wrap-anywhere">{attempt.response}</code>}
        {status === 'pending' && 'Times out after 15 seconds.'}
        {status === 'failed' && !attempt?.response && 'Tests aren’t retried and never pause the webhook.'}
      </Banner>
    </div>
  );
}

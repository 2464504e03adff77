// DeliveryView of the console: one delivery with its account, attempts, responses and request body; sends it now or again.

import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/client.ts';
import type { DeliveryOverview, DeliveryOverviewDetail, WebhookOverview } from '../../api/openapi.ts';
import { resumeWebhook } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Id } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { ResumeDialog } from '../webhooks/webhook-resume.tsx';
import { contentOf, sendingOf, skipReasons } from '../webhooks/webhook-state.ts';
import { DeliveryStatusDot } from './delivery-cells.tsx';
import { Attempts, RequestBody, SendButton } from './delivery-parts.tsx';

type DeliveryViewProps = { id: string; onChanged: () => void; onOpen: (id: string) => void };

export default function DeliveryView({ id, onChanged, onOpen }: DeliveryViewProps) {
  const path = `/operator/deliveries/${encodeURIComponent(id)}`;
  const response = useApi<DeliveryOverviewDetail>(path);
  const changed = async () => {
    onChanged();
    await response.mutate();
  };
  return (
    <Load from={response} skeleton={<Skeleton className="h-100 w-full" />}>
      {(delivery) => (
        <div className="stack gap-5">
          <Actions delivery={delivery} onChanged={changed} onOpen={onOpen} path={path} />
          <Facts facts={factsOf(delivery)} />
          <Attempts log={delivery.log} />
          <RequestBody body={delivery.request_body} />
        </div>
      )}
    </Load>
  );
}

type ActionsProps = {
  delivery: DeliveryOverviewDetail;
  path: string;
  onChanged: () => Promise<unknown>;
  onOpen: (id: string) => void;
};

function Actions({ delivery, path, onChanged, onOpen }: ActionsProps) {
  const { delivery_id, webhook_id, webhook_status, account_active: isAccountActive } = delivery;
  const isPaused = webhook_status === 'paused';
  const [isResuming, setResuming] = useState(false);
  const { data: webhook } = useApi<WebhookOverview>(isResuming ? `/operator/webhooks/${webhook_id}` : null);
  const send = async () => {
    const base = `/operator/webhooks/${webhook_id}`;
    try {
      if (delivery.status === 'pending') {
        await request('POST', `${base}/deliveries/${delivery_id}/send`);
        toast('Sending now.');
        return await onChanged();
      }
      const { deliveries } = await request<{ deliveries: Pick<DeliveryOverview, 'delivery_id'>[] }>(
        'POST',
        `${base}/replay`,
        { body: { delivery_id } },
      );
      toast('Replay queued. Showing the new delivery.');
      await onChanged();
      const [replay] = deliveries;
      if (replay) onOpen(replay.delivery_id);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SendButton of={sendingOf(delivery, { isPaused, isAccountActive })} onSend={send} />
      {isPaused && (
        <Button icon="play" onClick={() => setResuming(true)}>
          Resume webhook…
        </Button>
      )}
      <ApiCall call={{ path, isOperator: true }} />
      <ResumeDialog
        webhook={isResuming ? webhook : undefined}
        resume={resumeWebhook}
        onClose={() => setResuming(false)}
        onResumed={() => void onChanged()}
      />
    </div>
  );
}

function factsOf(delivery: DeliveryOverviewDetail) {
  const { next_attempt_at, settled_at, skipped_by } = delivery;
  return {
    Account: (
      <Link href={`/console/accounts/${delivery.account_id}`} className="text-accent underline underline-offset-2">
        {delivery.account_name}
      </Link>
    ),
    URL: delivery.webhook_url,
    Status: (
      <span className="inline-flex flex-wrap items-center gap-2">
        <DeliveryStatusDot status={delivery.status} />
        {settled_at && <Time at={settled_at} />}
        {delivery.webhook_status === 'paused' && <Badge>Webhook paused</Badge>}
        {!delivery.account_active && <Badge>Account suspended or without webhooks</Badge>}
      </span>
    ),
    ...(skipped_by && { Reason: skipReasons[skipped_by] }),
    Content: delivery.kind === 'replay' ? `${contentOf(delivery)}, replay` : contentOf(delivery),
    Created: <Time at={delivery.created_at} format={formatMoment} />,
    ...(next_attempt_at && { 'Next attempt': <Time at={next_attempt_at} /> }),
    Delivery: <Id>{delivery.delivery_id}</Id>,
    Message: <Id>{delivery.message_id}</Id>,
    Webhook: <Id>{delivery.webhook_id}</Id>,
  };
}

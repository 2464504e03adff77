// DeliveryView: one delivery with its request body, attempts and responses.
import type { Delivery, DeliveryDetail } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { getDelivery } from '../../api/webhooks.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Id } from '../../kit/code/code.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { contentOf, sendingOf, skipReasons } from '../webhooks/webhook-state.ts';
import { DeliveryStatusDot } from './delivery-cells.tsx';
import { Attempts, RequestBody, SendButton } from './delivery-parts.tsx';

type DeliveryViewProps = {
  webhookId: string;
  deliveryId: string;
  isPaused: boolean;
  onSend?: (delivery: Delivery) => Promise<unknown>;
};

export function DeliveryView({ webhookId, deliveryId, isPaused, onSend }: DeliveryViewProps) {
  const response = useApi<DeliveryDetail>(
    ['webhooks', webhookId, 'deliveries', deliveryId],
    () => getDelivery(webhookId, deliveryId),
    { refreshSeconds: 3 },
  );
  return (
    <Load from={response} skeleton={<Skeleton className="h-96 w-full" />}>
      {(delivery) => (
        <div className="stack gap-5">
          <Summary delivery={delivery} />
          <div className="flex flex-wrap items-center gap-2">
            {onSend && <SendButton of={sendingOf(delivery, { isPaused })} onSend={() => onSend(delivery)} />}
            <CopyButton text={() => location.href} label="Copy link" showLabel />
            <span className="ml-auto">
              <ApiCall call={{ path: `/webhooks/${webhookId}/deliveries/${deliveryId}` }} />
            </span>
          </div>
          <Attempts log={delivery.log} />
          <RequestBody body={delivery.request_body} />
        </div>
      )}
    </Load>
  );
}

function Summary({ delivery }: { delivery: DeliveryDetail }) {
  const { status, skipped_by, kind, delivery_id, message_id, created_at, settled_at, next_attempt_at } = delivery;
  return (
    <Facts
      facts={{
        Status: <DeliveryStatusDot status={status} />,
        ...(skipped_by ? { Reason: skipReasons[skipped_by] } : {}),
        Content: kind === 'replay' ? `${contentOf(delivery)}, replay` : contentOf(delivery),
        Delivery: <Id>{delivery_id}</Id>,
        'webhook-id': <Id>{message_id}</Id>,
        Created: formatMoment(created_at),
        ...(settled_at ? { Completed: formatMoment(settled_at) } : {}),
        ...(next_attempt_at ? { 'Next attempt': <Time at={next_attempt_at} /> } : {}),
      }}
    />
  );
}

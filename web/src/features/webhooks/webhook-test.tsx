// TestResult: the outcome of a test delivery, polled until it settles.
import type { DeliveryDetail } from '@hookline/sdk';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { getDelivery } from '../../api/webhooks.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { formatMs } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';

type TestResultProps = { webhookId: string; deliveryId: string; onClose: () => void };

export default function TestResult({ webhookId, deliveryId, onClose }: TestResultProps) {
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

// TestResult: what a test delivery came to, in place: looked at until it is settled.
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

export function TestResult({ webhookId, deliveryId, onClose }: TestResultProps) {
  const [isSettled, settle] = useState(false);
  const { data, error, mutate } = useApi<DeliveryDetail>(
    ['webhooks', webhookId, 'deliveries', deliveryId],
    async () => {
      const delivery = await getDelivery(webhookId, deliveryId);
      settle(delivery.status !== 'pending');
      return delivery;
    },
    { refreshSeconds: isSettled ? 0 : 0.7 },
  );
  if (error && !data) return <Problem error={error} onRetry={() => void mutate()} />;
  const status = data?.status ?? 'pending';
  const attempt = data?.log.at(-1);
  const took = attempt ? ` in ${formatMs(attempt.took_ms)}` : '';
  const words = {
    pending: 'The test is on its way…',
    delivered: `The test was delivered: ${attempt?.status_code}${took}`,
    failed: `The test failed: ${attempt?.status_code ?? attempt?.error ?? 'no answer'}${took}`,
    skipped: 'The test was skipped',
  }[status];
  const tone = status === 'delivered' ? 'good' : status === 'failed' ? 'bad' : 'neutral';
  return (
    <div role="status">
      <Banner
        tone={tone}
        title={words}
        action={
          <span className="flex items-center gap-1">
            <Button small onClick={() => changeQuery({ delivery: deliveryId })}>
              What was sent
            </Button>
            <IconButton icon="close" label="Dismiss" onClick={onClose} />
          </span>
        }
      >
        {attempt?.response && <code className="line-clamp-2 font-mono text-xs wrap-anywhere">{attempt.response}</code>}
        {status === 'pending' && 'An answer is waited for up to 15 seconds.'}
        {status === 'failed' && !attempt?.response && 'A test has one attempt and pauses nothing.'}
      </Banner>
    </div>
  );
}

// PausedBanner: why a webhook is paused, since when, its backlog, and the action that fixes it.
import type { Webhook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { lastResultOf, nameOf, pauseReasons, waitingText } from './webhook-state.ts';

export default function PausedBanner({ webhook, action }: { webhook: Webhook; action: ReactNode }) {
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

/** The receiver's last answer, to show where to look first. */
function LastFailure({ webhookId: id }: { webhookId: string }) {
  const { data: result } = useApi(['webhooks', id, 'last failure'], async () => {
    const { data } = await listDeliveries(id, { status: 'failed', limit: 1 });
    const [latest] = data;
    return latest && lastResultOf(latest);
  });
  return result === undefined ? null : <span className="wrap-anywhere">Last response: {result}. </span>;
}

// Small parts that both pages of webhooks show: its state, why it is paused, which hooks are sent there.
import type { Webhook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { Time } from '../../kit/display/time.tsx';
import { filterWords, fromRecord } from '../filters/hook-filters.ts';
import { answerOf, backlogWords, nameOf, pauseReasons } from './webhook-state.ts';

export function WebhookStatus({ of: { status, paused_by } }: { of: Webhook }) {
  if (status === 'active') return <StatusDot tone="good">active</StatusDot>;
  return <StatusDot tone={paused_by === 'owner' ? 'neutral' : 'bad'}>paused</StatusDot>;
}

/** What is wrong, since when, what waits, and the button that mends it. */
export function PausedBanner({ webhook, action }: { webhook: Webhook; action: ReactNode }) {
  return (
    <Banner
      tone={webhook.paused_by === 'owner' ? 'warn' : 'bad'}
      title={`${nameOf(webhook)} is paused: nothing is delivered to it`}
      action={action}
    >
      {pauseReasons[webhook.paused_by ?? 'owner']}
      {webhook.paused_at && (
        <>
          , <Time at={webhook.paused_at} />
        </>
      )}
      . {webhook.paused_by === 'failures' && <LastFailure webhookId={webhook.webhook_id} />}
      {backlogWords(webhook.backlog)}; events are kept for 30 days.
    </Banner>
  );
}

/** What the receiver said, so that one knows where to look. */
function LastFailure({ webhookId: id }: { webhookId: string }) {
  const { data: answer } = useApi(['webhooks', id, 'last failure'], async () => {
    const { data } = await listDeliveries(id, { status: 'failed', limit: 1 });
    return data.length > 0 ? answerOf(data[0]) : undefined;
  });
  return answer === undefined ? null : <span className="wrap-anywhere">The last answer was {answer}. </span>;
}

export function FilterChips({ filters }: { filters: Webhook['filters'] }) {
  const chips = filterWords(fromRecord(filters));
  if (chips.length === 0) return <span className="text-muted">Every new hook</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {chips.map(({ name, words }) => (
        <Chip key={`${name} ${words}`}>{words}</Chip>
      ))}
    </span>
  );
}

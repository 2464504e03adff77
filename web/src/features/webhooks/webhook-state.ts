// Webhooks and deliveries as display text. Free of React.
import type { Delivery, Webhook } from '@hookline/sdk';
import { dayMs, formatNumber, plural } from '../../kit/page/format.ts';

/** Mirrors the service's limit per account. */
export const maxWebhooks = 5;
function hostOf({ webhook_url }: Webhook): string {
  return URL.canParse(webhook_url) ? new URL(webhook_url).host : webhook_url;
}

export function nameOf(webhook: Webhook): string {
  return webhook.description || hostOf(webhook);
}

/** A sentence without its full stop. */
export const pauseReasons: Readonly<Record<NonNullable<Webhook['paused_by']>, string>> = {
  owner: 'Paused manually',
  failures: 'All retries of a delivery failed',
  gone: 'The receiver returned 410 Gone',
};

/** "2 deliveries in backlog" */
export function backlogText(count: number): string {
  if (count === 0) return 'No backlog';
  return `${plural(count, 'delivery', 'deliveries')} in backlog`;
}

/** "No pending deliveries.", "2 deliveries in backlog, 1 failed." */
export function waitingText({ backlog, failed }: Pick<Webhook, 'backlog' | 'failed'>): string {
  if (backlog + failed === 0) return 'No pending deliveries.';
  return `${[backlog > 0 && backlogText(backlog), failed > 0 && `${formatNumber(failed)} failed`].filter(Boolean).join(', ')}.`;
}

export type DailySuccess = {
  delivered: number;
  settled: number;
  /** True if older deliveries of the day were not loaded. */
  isPartial: boolean;
};

/** Settled deliveries of the last 24 hours, without tests. `hasMore`: the log has older deliveries than these. */
export function successOfDay(deliveries: readonly Delivery[], hasMore: boolean, now: number): DailySuccess {
  const ofDay = deliveries.filter(({ created_at }) => now - Date.parse(created_at) < dayMs);
  const isCounted = ({ kind, status }: Delivery) => kind !== 'test' && (status === 'delivered' || status === 'failed');
  const settled = ofDay.filter(isCounted);
  return {
    delivered: settled.filter(({ status }) => status === 'delivered').length,
    settled: settled.length,
    isPartial: hasMore && ofDay.length === deliveries.length,
  };
}

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export function toStatus(text: string): DeliveryStatus | undefined {
  return deliveryStatuses.find((status) => status === text);
}

const eventText: Readonly<Record<Exclude<Delivery['event'], `hooks.${string}`>, string>> = {
  'export.completed': 'Export completed',
  'quota.reached': 'Quota reached',
  'trends.changed': 'Trends changed',
};

export function contentOf({ kind, event, hooks, batch }: Delivery): string {
  if (kind === 'test') return event === 'hooks.new' ? 'Test' : `Test of ${event}`;
  if (event !== 'hooks.new' && event !== 'hooks.updated' && event !== 'hooks.retired') return eventText[event];
  const content = plural(hooks, `${event.slice('hooks.'.length)} hook`);
  return batch.of > 1 ? `${content}, batch ${batch.index} of ${batch.of}` : content;
}

/** Sentences without their full stop. */
export const skipReasons: Readonly<Record<NonNullable<Delivery['skipped_by']>, string>> = {
  resume: 'The webhook was resumed without its backlog',
  limit: 'Too many deliveries were pending. Replay it to send it',
  takedown: 'All of its hooks were taken down',
  undo: 'The import of its hooks was undone',
};

type Held = { isPaused: boolean; isAccountActive?: boolean };

/** Button that sends a pending delivery now, or replays a settled one. `reason`: why it cannot be sent, as a sentence. */
export function sendingOf({ status, kind, skipped_by }: Delivery, { isPaused, isAccountActive = true }: Held) {
  if (status !== 'pending') {
    const isEmpty = skipped_by === 'takedown' || skipped_by === 'undo';
    return { label: 'Replay', icon: 'refresh', reason: isEmpty ? 'No hooks left to send.' : '' } as const;
  }
  const resume = isPaused && kind === 'event' ? 'Resume the webhook to send it.' : '';
  const reason = isAccountActive ? resume : 'Sent once the account is restored.';
  return { label: 'Send now', icon: 'send', reason } as const;
}

/** Status code or error of the last attempt, or why it was skipped; undefined before the first attempt. */
export function lastResultOf({ last_status_code, last_error, skipped_by }: Delivery): string | undefined {
  if (last_status_code !== null) return String(last_status_code);
  return last_error ?? (skipped_by ? skipReasons[skipped_by] : undefined);
}

// What a webhook and its deliveries are to whoever looks at them, in words. Nothing here knows of React.
import type { Delivery, Webhook } from '../../../../sdk/src/openapi.ts';
import { formatNumber } from '../../kit/page/format.ts';

/** As the service has it. */
export const mostWebhooks = 5;
const dayMs = 86_400_000;

function hostOf({ webhook_url }: Webhook): string {
  return URL.canParse(webhook_url) ? new URL(webhook_url).host : webhook_url;
}

export function nameOf(webhook: Webhook): string {
  return webhook.description || hostOf(webhook);
}

/** Why it is paused, as a sentence without its end. */
export const pauseReasons: Readonly<Record<NonNullable<Webhook['paused_by']>, string>> = {
  owner: 'It was paused by hand',
  failures: 'All retries of a delivery failed',
  gone: 'The receiver answered 410 Gone',
};

export function backlogWords(count: number): string {
  if (count === 0) return 'Nothing waits yet';
  return `${formatNumber(count)} ${count === 1 ? 'delivery waits' : 'deliveries wait'}`;
}

export type Success = {
  delivered: number;
  settled: number;
  /** The log was not read to the end of the day: these are the latest of it. */
  isPart: boolean;
};

/** Of the deliveries of a day that are settled, tests aside; `hasMore` where the log goes on behind these, the newest of it. */
export function successOfDay(deliveries: readonly Delivery[], hasMore: boolean, now: number): Success {
  const ofDay = deliveries.filter(({ created_at }) => now - Date.parse(created_at) < dayMs);
  const isCounted = ({ kind, status }: Delivery) => kind !== 'test' && (status === 'delivered' || status === 'failed');
  const settled = ofDay.filter(isCounted);
  return {
    delivered: settled.filter(({ status }) => status === 'delivered').length,
    settled: settled.length,
    isPart: hasMore && ofDay.length === deliveries.length,
  };
}

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export function toStatus(text: string): DeliveryStatus | undefined {
  return deliveryStatuses.find((one) => one === text);
}

export function contentOf({ kind, hooks, batch }: Delivery): string {
  if (kind === 'test') return 'Test';
  const content = `${formatNumber(hooks)} new ${hooks === 1 ? 'hook' : 'hooks'}`;
  return batch.of > 1 ? `${content}, batch ${batch.index} of ${batch.of}` : content;
}

/** What the last attempt came to; undefined before the first. */
export function answerOf({ last_status_code, last_error }: Delivery): string | undefined {
  if (last_status_code !== null) return String(last_status_code);
  return last_error ?? undefined;
}

// Delivery: one body for one webhook, and the attempts to send it. Output schemas, and the time of the next attempt.
import { z } from 'zod';
import { webhookEvents } from './events/event.ts';

const moment = z.iso.datetime();

export const deliverySchema = z
  .object({
    delivery_id: z.string().meta({ description: '`dlv_` and 16 letters or digits' }),
    webhook_id: z.string(),
    message_id: z.string().meta({ description: 'The `webhook-id` header, the same for every attempt and replay' }),
    event: z.enum(webhookEvents),
    event_id: z.string().nullable().meta({ description: 'null for a test' }),
    kind: z.enum(['event', 'test', 'replay']),
    batch: z.object({ index: z.int(), of: z.int() }),
    hooks: z.int().meta({ description: '0 for events that are not about hooks' }),
    status: z
      .enum(['pending', 'delivered', 'failed', 'skipped'])
      .meta({ description: 'skipped: not sent, see `skipped_by`' }),
    skipped_by: z.enum(['resume', 'limit', 'takedown', 'undo']).nullable().meta({
      description:
        'resume: its webhook was resumed without the backlog; limit: the account had too many pending deliveries, replay it; takedown: all of its hooks were taken down; undo: the import of its hooks was undone',
    }),
    attempts: z.int(),
    next_attempt_at: moment.nullable(),
    created_at: moment,
    settled_at: moment.nullable().meta({ description: 'When it was delivered, failed permanently, or was skipped' }),
    last_status_code: z.int().nullable().meta({ description: 'Status code of the last response' }),
    last_error: z.string().nullable().meta({ description: 'Error of the last attempt, if it got no response' }),
  })
  .meta({ id: 'Delivery', description: 'An event sent to a webhook' });
export type Delivery = z.infer<typeof deliverySchema>;

const attemptSchema = z
  .object({
    number: z.int(),
    started_at: moment,
    took_ms: z.int(),
    status_code: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Error, if there was no response' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'The request headers' }),
    response: z.string().nullable().meta({ description: 'The first 4 KB of the response body' }),
  })
  .meta({ id: 'Attempt', description: 'One request of a delivery and its outcome' });
export type Attempt = z.infer<typeof attemptSchema>;

export const deliveryDetailSchema = z
  .object({
    ...deliverySchema.shape,
    request_body: z
      .string()
      .meta({ description: 'The exact body that is signed and sent; empty if `skipped_by` is limit' }),
    log: z.array(attemptSchema),
  })
  .meta({ id: 'DeliveryDetail', description: 'A delivery with its body and every attempt' });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** A delivery of any account, for the operator. */
export const deliveryOverviewSchema = z
  .object({
    ...deliverySchema.shape,
    webhook_url: z.string(),
    webhook_status: z.enum(['active', 'paused']),
    account_id: z.string(),
    account_active: z.boolean().meta({
      description: 'false: the account is suspended or its plan has no webhooks, and the delivery is on hold',
    }),
    account_name: z.string(),
    last_attempt_at: moment.nullable(),
  })
  .meta({ id: 'DeliveryOverview', description: 'A delivery with its webhook and account' });
export type DeliveryOverview = z.infer<typeof deliveryOverviewSchema>;

export const testInput = z.strictObject({
  event: z
    .enum(webhookEvents, { error: `\`event\` must be one of ${webhookEvents.join(', ')}.` })
    .default('hooks.new')
    .meta({ description: 'Event to send a sample of, even if the webhook does not receive it' }),
});
export type TestInput = z.infer<typeof testInput>;

const period = z.iso.datetime({ offset: true });
/** Deliveries that failed and were not delivered by a replay since. */
const failedOnly = z.literal('failed');

export const replayInput = z.union(
  [
    z.strictObject({ delivery_id: z.string() }),
    z.strictObject({ since: period, until: period.optional(), status: failedOnly.optional() }),
    z.strictObject({ status: failedOnly, until: period.optional() }),
  ],
  {
    error:
      'Send {"delivery_id": "dlv_…"}, {"since": TIME, "until": TIME} in ISO 8601, or {"status": "failed"}, optionally with both times.',
  },
);
export type ReplayInput = z.infer<typeof replayInput>;

/** For the operator: failed deliveries of a period, over all accounts. */
export const replayFailedInput = z.strictObject({
  since: period,
  until: period.optional(),
  account: z.string().optional(),
  webhook: z.string().optional(),
  dry_run: z.boolean().default(false).meta({ description: 'Counts the deliveries without replaying them' }),
});
export type ReplayFailedInput = z.infer<typeof replayFailedInput>;

export const replayedSchema = z
  .object({
    deliveries: z.int().meta({ description: 'Deliveries replayed, or found with `dry_run`' }),
    webhooks: z.array(
      z.object({
        webhook_id: z.string(),
        account_id: z.string(),
        account_name: z.string(),
        deliveries: z.int(),
        error: z.string().nullable().meta({ description: 'Why no delivery of this webhook was replayed' }),
      }),
    ),
  })
  .meta({ id: 'ReplayedDeliveries', description: 'Failed deliveries of a period that are replayed, by webhook' });
export type ReplayedDeliveries = z.infer<typeof replayedSchema>;

// Time of the next attempt. The delays are those of HOOKLINE_WEBHOOK_RETRIES.

/** Longest delay that a receiver can request with Retry-After, since deliveries are deleted after 30 days. */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Returns milliseconds since 1970, or undefined if no retries are left. `failures` includes the last one; `retryDelaysMs` has the delay after
 * each failure. Retry-After can lengthen the delay, never shorten it.
 */
export function nextAttemptAt(
  { failures, failedAt, retryAfterMs = 0 }: { failures: number; failedAt: number; retryAfterMs?: number },
  retryDelaysMs: readonly number[],
): number | undefined {
  const wait = retryDelaysMs[failures - 1];
  if (wait === undefined) return undefined;
  return failedAt + Math.max(wait, Math.min(retryAfterMs, maxRetryAfterMs));
}

/** Parses a Retry-After header, seconds or a date, to milliseconds from `now`; 0 if missing or invalid. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

// Tables of webhooks, their deliveries and the attempts of each.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Counter = ColumnType<number, number | undefined, number>;

type WebhookEventName =
  | 'hooks.new'
  | 'hooks.updated'
  | 'hooks.retired'
  | 'export.completed'
  | 'quota.reached'
  | 'trends.changed';

export type WebhookTable = {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  filters: ColumnType<Record<string, unknown>, string, string>;
  events: Generated<WebhookEventName[]>;
  status: 'active' | 'paused';
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: Timestamp | null;
  sealed_secret: string;
  previous_sealed_secret: string | null;
  previous_until: Timestamp | null;
  /** Until then only one process delivers to the webhook. */
  claimed_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type DeliveryTable = {
  n: Generated<number>;
  id: string;
  endpoint_id: string;
  event_id: string | null;
  event: Generated<WebhookEventName>;
  kind: 'event' | 'test' | 'replay';
  /** The `webhook-id` header; a replay has the original delivery's. */
  message_id: string;
  batch_index: number;
  batch_of: number;
  hooks: number;
  /** Empty if the delivery was skipped by the limit, or is a settled replay of a message whose body another delivery has. */
  body: string;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  skipped_by: 'resume' | 'limit' | 'takedown' | 'undo' | null;
  /** Ids of the first and last hook of a delivery that was skipped by the limit. */
  first_hook: number | null;
  last_hook: number | null;
  attempts: Counter;
  /** Failed attempts since the retries were last reset. */
  failures: Counter;
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  settled_at: Timestamp | null;
};

export type AttemptTable = {
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  took_ms: number;
  status_code: number | null;
  error: string | null;
  headers: ColumnType<Record<string, string>, string, never>;
  response: string | null;
};

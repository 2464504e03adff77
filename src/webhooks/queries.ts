// Reads webhooks and deliveries: of one account for its holder, of all accounts for the operator.
import { z } from 'zod';
import { selectAccountNames } from '../accounts/store-queries.ts';
import { type Database, type Trx, takeCountedPage, takePage } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import {
  type Delivery,
  type DeliveryDetail,
  deliveryDetailSchema,
  deliveryOverviewSchema,
  deliverySchema,
} from './delivery.ts';
import { findWebhook, selectWebhooks } from './store.ts';
import {
  countAccountDeliveries,
  countDeliveries,
  type DeliveryFilter,
  type DeliveryPage,
  findDelivery,
  hasDelivery,
  selectDeliveries,
  selectDeliveryOverviews,
} from './store-deliveries.ts';
import { type Webhook, webhookSchema } from './webhook.ts';

/** Operators pass no account. */
export type WebhookId = { id: string; accountId?: string };

/** Throws `not_found` for webhooks of other accounts. Operators pass no account and see all. */
export async function getWebhook(db: Database | Trx, { id, accountId }: WebhookId): Promise<Webhook> {
  return (await findWebhook(db, id, accountId)) ?? failUnknownWebhook();
}

export function failUnknownWebhook(): never {
  fail('not_found', 'Webhook does not exist. GET /webhooks lists yours.');
}

/** If `accountId` is absent, lists webhooks of all accounts. */
export async function listWebhooks(db: Database, accountId?: string): Promise<(Webhook & { account_id: string })[]> {
  return selectWebhooks(db, { accountId });
}

/** Newest first. `after` is the id of the last delivery of the previous page. */
export async function listDeliveries(
  db: Database,
  { id, accountId, limit = 20, ...page }: Partial<DeliveryPage> & WebhookId,
): Promise<{ deliveries: Delivery[]; total: number; next: string | null }> {
  await getWebhook(db, { id, accountId });
  if (page.after !== undefined && !(await findDelivery(db, id, page.after)))
    fail('invalid_cursor', 'Invalid `cursor`. Start again without it.');
  const { rows, ...counted } = await takeCountedPage(
    limit,
    (count) => selectDeliveries(db, id, { ...page, limit: count }),
    ({ delivery_id }) => delivery_id,
    countDeliveries(db, id, page.status),
  );
  return { deliveries: rows, ...counted };
}

/** Lists deliveries of all webhooks of an account, newest first. `after` is the id of the last delivery of the previous page. */
export async function listAccountDeliveries(
  db: Database,
  { accountId: account, limit = 20, after }: { accountId: string; limit?: number; after?: string },
): Promise<{ deliveries: Delivery[]; total: number; next: string | null }> {
  if (after !== undefined && !(await hasDelivery(db, after, account)))
    fail('invalid_cursor', 'Invalid `cursor`. Start again without it.');
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectDeliveryOverviews(db, { account }, { limit: count, after }),
    ({ delivery_id }) => delivery_id,
    countAccountDeliveries(db, account),
  );
  return { deliveries: rows.map((overview) => deliverySchema.parse(overview)), total, next };
}

export async function getDelivery(
  db: Database,
  { id, accountId, deliveryId }: WebhookId & { deliveryId: string },
): Promise<DeliveryDetail> {
  await getWebhook(db, { id, accountId });
  return (await findDelivery(db, id, deliveryId)) ?? failUnknownDelivery();
}

export const webhookOverviewSchema = z
  .object({ ...webhookSchema.shape, account_id: z.string(), account_name: z.string() })
  .meta({ id: 'WebhookOverview', description: 'A webhook and its account' });
export type WebhookOverview = z.infer<typeof webhookOverviewSchema>;
export type WebhookQuery = { account?: string; status?: Webhook['status'] };

/** Oldest first, at most 1000. */
export async function findWebhooks(db: Database, { account, status }: WebhookQuery): Promise<WebhookOverview[]> {
  return withAccountNames(db, await selectWebhooks(db, { accountId: account, status }));
}

export async function getWebhookOverview(db: Database, id: string): Promise<WebhookOverview> {
  const [found] = await withAccountNames(db, await selectWebhooks(db, { id }));
  return found ?? fail('not_found', 'Webhook does not exist. GET /operator/webhooks lists them.');
}

async function withAccountNames(db: Database, webhooks: readonly (Webhook & { account_id: string })[]) {
  const names = await selectAccountNames(db, [...new Set(webhooks.map(({ account_id }) => account_id))]);
  return webhooks.map((webhook) => ({ ...webhook, account_name: names.get(webhook.account_id) ?? '' }));
}

export const deliveryOverviewPageSchema = z
  .object({ deliveries: z.array(deliveryOverviewSchema), next: z.string().nullable() })
  .meta({ id: 'DeliveryOverviewPage', description: 'A page of deliveries' });
export type DeliveryOverviewPage = z.infer<typeof deliveryOverviewPageSchema>;
export const deliveryOverviewDetailSchema = z
  .object({ ...deliveryDetailSchema.shape, ...deliveryOverviewSchema.shape })
  .meta({ id: 'DeliveryOverviewDetail', description: 'A delivery with its body, every attempt, webhook and account' });
export type DeliveryOverviewDetail = z.infer<typeof deliveryOverviewDetailSchema>;

export type DeliveryQuery = Omit<DeliveryFilter, 'id'> & { limit?: number; after?: string };

/** Newest first. `after` is the id of the last delivery of the previous page. */
export async function findDeliveries(db: Database, query: DeliveryQuery): Promise<DeliveryOverviewPage> {
  const { limit = 50, after, ...filter } = query;
  if (after !== undefined && !(await hasDelivery(db, after)))
    fail('invalid_cursor', 'Invalid `after`. Start again without it.');
  const { rows: deliveries, next } = await takePage(
    limit,
    (count) => selectDeliveryOverviews(db, filter, { limit: count, after }),
    ({ delivery_id }) => delivery_id,
  );
  return { deliveries, next };
}

export async function getDeliveryOverview(db: Database, id: string): Promise<DeliveryOverviewDetail> {
  const [overview] = await selectDeliveryOverviews(db, { id }, { limit: 1 });
  const detail = overview && (await findDelivery(db, overview.webhook_id, id));
  if (!detail) failUnknownDelivery();
  return { ...overview, ...detail };
}

export function failUnknownDelivery(): never {
  fail('not_found', 'Delivery does not exist, or is older than 30 days.');
}

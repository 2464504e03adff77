// Webhooks and deliveries of all accounts, for the operator: lists, and one delivery. Nothing is changed here.

import { z } from 'zod';
import { selectAccountNames } from '../accounts/store-queries.ts';
import type { Database } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import { deliveryDetailSchema, deliveryOverviewSchema } from './delivery.ts';
import { type Endpoint, endpointSchema } from './endpoint.ts';
import { selectEndpoints } from './store.ts';
import { findDelivery } from './store-deliveries.ts';
import { type DeliveryFilter, hasDelivery, selectDeliveryOverviews } from './store-queries.ts';

export const webhookOverviewSchema = z
  .object({ ...endpointSchema.shape, account_id: z.string(), account_name: z.string() })
  .meta({ id: 'WebhookOverview', description: 'A webhook and its account' });
export type WebhookOverview = z.infer<typeof webhookOverviewSchema>;
export type WebhookQuery = { account?: string; status?: Endpoint['status'] };

/** The oldest first, at most 1000. */
export async function findWebhooks(db: Database, { account, status }: WebhookQuery): Promise<WebhookOverview[]> {
  const all = await selectEndpoints(db, { accountId: account });
  return named(
    db,
    all.filter((endpoint) => status === undefined || endpoint.status === status),
  );
}

export async function getWebhookOverview(db: Database, id: string): Promise<WebhookOverview> {
  const [found] = await named(db, await selectEndpoints(db, { id }));
  return found ?? fail('not_found', 'There is no such webhook. GET /operator/webhooks lists them.');
}

async function named(db: Database, endpoints: readonly (Endpoint & { account_id: string })[]) {
  const names = await selectAccountNames(db, [...new Set(endpoints.map(({ account_id }) => account_id))]);
  return endpoints.map((endpoint) => ({ ...endpoint, account_name: names.get(endpoint.account_id) ?? '' }));
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

/** The newest first. `after` is the id of the last one of the page before. */
export async function findDeliveries(db: Database, query: DeliveryQuery): Promise<DeliveryOverviewPage> {
  const { limit = 50, after, ...filter } = query;
  if (after !== undefined && !(await hasDelivery(db, after)))
    fail('invalid_cursor', 'after is not an id that this list gave out. Begin again without it.');
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
  if (!detail) fail('not_found', 'There is no such delivery, or it is older than 30 days.');
  return { ...overview, ...detail };
}

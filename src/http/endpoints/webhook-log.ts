// GET /webhooks/deliveries: the delivery log of all webhooks as a long poll. GET /webhooks/sample: a payload to develop against.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { hookSchema } from '../../catalog/hook.ts';
import type { FilterLimits } from '../../catalog/search/filter-input.ts';
import { resolve } from '../../catalog/search/resolve.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { briefRecord } from '../../catalog/summary.ts';
import type { Database } from '../../db/database.ts';
import { toBody } from '../../webhooks/announce.ts';
import { deliverySchema } from '../../webhooks/delivery.ts';
import { listAccountDeliveries } from '../../webhooks/queries.ts';
import { list, moment, toList } from '../openapi/schemas.ts';
import type { ConcurrencyLimiter } from '../pipeline/concurrency-limiter.ts';
import { type CallerEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { filterShape, toCheckedFilter } from '../pipeline/hook-parameters.ts';
import { nextLink, pageCursor, wholeNumber } from '../pipeline/parameters.ts';

export type WebhookLogDeps = {
  db: Database;
  catalog: () => Catalog;
  limits: FilterLimits;
  concurrency: ConcurrencyLimiter;
  publicUrl: () => string;
  /** Ends long polls, so that they do not hold up a process that stops. */
  stopping: AbortSignal;
};

export const longPollPath = '/webhooks/deliveries';

/** Shorter than the timeouts of clients and proxies, which commonly are 30 s and more. */
const maxWaitSeconds = 25;
const pollMs = 1000;

const logParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Deliveries per page. Default 20' }).optional(),
  wait: wholeNumber('wait', {
    min: 1,
    max: maxWaitSeconds,
    description:
      'Seconds to wait, without `cursor`, until the newest delivery is another than `newest`. Default: respond at once',
  }).optional(),
  newest: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'With `wait`: the id of the newest delivery that you have; omit it if you have none' }),
  cursor: pageCursor,
});

const sampleParameters = z.object({
  ...filterShape,
  count: wholeNumber('count', { min: 1, max: 100, description: 'Number of hooks. Default 1' }).optional(),
});

/** As `WebhookEvent` of the SDK. */
const eventSchema = z.object({
  event: z.literal('hooks.new'),
  timestamp: moment,
  event_id: z.null(),
  data: z.object({
    count: z.int(),
    hooks: z.array(hookSchema),
    batch: z.object({ index: z.int(), of: z.int() }),
  }),
});

export function webhookLogEndpoints(deps: WebhookLogDeps): CallerEndpoint[] {
  const { db, catalog, limits, concurrency, publicUrl, stopping } = deps;
  return [
    defineEndpoint({
      audience: 'key',
      feature: 'webhooks',
      path: longPollPath,
      // Takes its turns at the database query by query: a long poll must not hold one while it waits.
      isInMemory: true,
      tag: 'Webhooks',
      summary: 'List deliveries of all webhooks',
      description: 'The deliveries of all webhooks of the account, newest first, or waits for a new one.',
      query: logParameters,
      response: list(deliverySchema),
      handler: async ({ caller, path, query: { wait = 0, newest, cursor, limit } }, reply) => {
        const { accountId } = caller;
        const until = performance.now() + (cursor === undefined ? wait * 1000 : 0);
        const read = () =>
          concurrency.run(accountId, () => listAccountDeliveries(db, accountId, { limit, after: cursor }));
        let page = await read();
        while (page.deliveries[0]?.delivery_id === newest && performance.now() < until && !stopping.aborted) {
          await pause(pollMs, undefined, { signal: stopping }).catch(() => {});
          page = await read();
        }
        if (page.next) reply.header('link', nextLink(publicUrl(), path, { limit, cursor: page.next }));
        return toList(page.deliveries, page.total, page.next);
      },
    }),
    defineEndpoint({
      audience: 'key',
      path: '/webhooks/sample',
      isInMemory: true,
      tag: 'Webhooks',
      summary: 'Get sample payload',
      description:
        'A sample payload, to develop a receiver on any plan. The most viewed hooks that match, as a webhook with these filters would receive them. Nothing is sent.',
      query: sampleParameters,
      response: eventSchema,
      handler: ({ query: { count = 1, ...given } }) => {
        const { snapshot, cache } = catalog();
        const { rows } = resolve(snapshot, cache, toCheckedFilter(given, { snapshot, limits }));
        const hooks = Array.from(rows.subarray(0, count), (row) => briefRecord(snapshot, row));
        return JSON.parse(toBody(hooks, { index: 1, of: 1 }, new Date(), null));
      },
    }),
  ];
}

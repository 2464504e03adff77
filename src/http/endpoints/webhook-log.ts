// GET /webhooks/deliveries: the delivery log of all webhooks as a long poll. GET /webhooks/sample: a payload to develop against.
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { findAccountCaller } from '../../accounts/queries.ts';
import type { Keyring } from '../../auth/keys/keyring.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import { hookSchema } from '../../catalog/hook.ts';
import type { FilterLimits } from '../../catalog/search/filter-input.ts';
import { resolve } from '../../catalog/search/resolve.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { briefRecord } from '../../catalog/summary.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { type Delivery, deliverySchema } from '../../webhooks/delivery.ts';
import { toBody } from '../../webhooks/events/announce.ts';
import { listAccountDeliveries } from '../../webhooks/queries.ts';
import { hasDelivery } from '../../webhooks/store-queries.ts';
import { list, moment, toList } from '../openapi/schemas.ts';
import { requireAccess, requireScope } from '../pipeline/caller/access.ts';
import { hasSession, readSession } from '../pipeline/caller/session.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../pipeline/concurrency-limiter.ts';
import { type CallerEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { filterShape, toCheckedFilter } from '../pipeline/hook-parameters.ts';
import { nextLink, pageCursor, wholeNumber } from '../pipeline/parameters.ts';

export type WebhookLogDeps = {
  db: Database;
  catalog: () => Catalog;
  limits: FilterLimits;
  concurrency: ConcurrencyLimiter;
  keyring: Keyring;
  signIn: SignIn;
  publicUrl: () => string;
  /** Ends long polls, so that they do not hold up a process that stops. */
  stopping: AbortSignal;
};

export const longPollPath = '/webhooks/deliveries';

/** Shorter than the timeouts of clients and proxies, which commonly are 30 s and more. */
const maxWaitSeconds = 25;
const pollMs = 1000;
/** Of one account, per process. Each queries the database as often, also when its client has left. */
const maxPollsAtOnce = 10;

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

const common = { audience: 'key', feature: 'webhooks' } as const;

export function webhookLogEndpoints(deps: WebhookLogDeps): CallerEndpoint[] {
  const { db, catalog, limits, concurrency, publicUrl, stopping } = deps;
  const polls = createConcurrencyLimiter({ accountRequestsAtOnce: maxPollsAtOnce, accountRequestsWaiting: 0 });
  return [
    defineEndpoint({
      ...common,
      path: longPollPath,
      // Takes its turns at the database query by query: a long poll must not hold one while it waits.
      isInMemory: true,
      tag: 'Webhooks',
      summary: 'List deliveries of all webhooks',
      description: 'The deliveries of all webhooks of the account, newest first, or waits for a new one.',
      query: logParameters,
      response: list(deliverySchema),
      handler: async ({ caller, headers, path, query: { wait = 0, newest, cursor, limit } }, reply) => {
        const { accountId } = caller;
        const read = () =>
          concurrency.run(accountId, () => listAccountDeliveries(db, accountId, { limit, after: cursor }));
        const poll = async () => {
          const until = performance.now() + wait * 1000;
          let page = await read();
          const seen = await findSeen(accountId, newest, page.deliveries);
          const isUnchanged = ([first]: readonly Delivery[]) => !first || seen.has(first.delivery_id);
          while (isUnchanged(page.deliveries) && performance.now() < until && !stopping.aborted) {
            await pause(pollMs, undefined, { signal: stopping }).catch(() => {});
            await failIfRefused(accountId, headers);
            page = await read();
          }
          return page;
        };
        const page = await (wait > 0 && cursor === undefined ? polls.run(accountId, poll) : read());
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
      handler: ({ query: { count = 1, ...given }, collections }) => {
        const { snapshot, cache } = catalog();
        const { rows } = resolve(snapshot, cache, toCheckedFilter(given, { snapshot, limits, collections }));
        const hooks = Array.from(rows.subarray(0, count), (row) => briefRecord(snapshot, row));
        return JSON.parse(toBody(hooks, { index: 1, of: 1 }, new Date(), { id: null, type: 'hooks.new' }));
      },
    }),
  ];

  /** Empty if there is something newer than `newest`, or nothing was seen. */
  async function findSeen(
    accountId: string,
    newest: string | undefined,
    deliveries: readonly Delivery[],
  ): Promise<ReadonlySet<string>> {
    if (newest === undefined) return new Set();
    const isNewest = deliveries[0]?.delivery_id === newest;
    if (!isNewest && (await concurrency.run(accountId, () => hasDelivery(db, newest, accountId)))) return new Set();
    // Deliveries are deleted with their webhook, perhaps with that of `newest`: those that remain are not news.
    return new Set(deliveries.map(({ delivery_id }) => delivery_id));
  }

  /** A key may have been revoked, or an account suspended, while its poll waited. */
  async function failIfRefused(accountId: string, headers: IncomingHttpHeaders): Promise<void> {
    const request = { headers, method: 'GET' };
    if (hasSession(request)) {
      await readSession(request, deps.signIn, publicUrl());
      return requireAccess((await findAccountCaller(db, accountId)) ?? failEnded(), common);
    }
    const key = deps.keyring.lookup(headers.authorization);
    if (typeof key === 'string') failEnded();
    requireAccess(key, common);
    requireScope(key, { scope: 'webhooks' });
  }
}

function failEnded(): never {
  fail('invalid_key', 'This API key has expired or was revoked while the request waited.');
}

// /webhooks: the webhooks of an account and the log of their deliveries.

import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findAccountCaller } from '../../accounts/queries.ts';
import { hookSchema } from '../../catalog/record.ts';
import { resolve } from '../../catalog/search/resolve.ts';
import { briefRecord } from '../../catalog/summary.ts';
import { fail } from '../../lib/errors.ts';
import { createWebhook, pause, removeWebhook, resume, rotateSecret, updateWebhook } from '../../webhooks/actions.ts';
import {
  type Delivery,
  deliveryDetailSchema,
  deliverySchema,
  replayInput,
  testInput,
} from '../../webhooks/delivery.ts';
import { replay, sendNow, testWebhook } from '../../webhooks/delivery-actions.ts';
import { toBody } from '../../webhooks/events/announce.ts';
import {
  getDelivery,
  getWebhook,
  listAccountDeliveries,
  listDeliveries,
  listWebhooks,
} from '../../webhooks/queries.ts';
import { hasDelivery } from '../../webhooks/store-deliveries.ts';
import {
  createWebhookInput,
  resumeInput,
  updateWebhookInput,
  webhookSchema,
  webhookWithSecretSchema,
} from '../../webhooks/webhook.ts';
import { requireAccess, requireEventScopes, requireScope } from '../pipeline/caller/access.ts';
import { hasSession, readSession } from '../pipeline/caller/authenticate.ts';
import { accountOf, type CallerEndpoint, contextOf, idsOf, keyEndpoint } from '../pipeline/endpoint.ts';
import { filterShape, nextLink, pageCursor, toCheckedFilter, wholeNumber } from '../pipeline/parameters.ts';
import { createConcurrencyLimiter } from '../pipeline/rate-limits.ts';
import { list, moment, toList } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

export const deliveryParameters = z.object({
  status: z
    .enum(['pending', 'delivered', 'failed', 'skipped'], {
      error: 'status is pending, delivered, failed or skipped.',
    })
    .optional(),
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Deliveries per page. Default 20' }).optional(),
  cursor: pageCursor,
});

const common = { feature: 'webhooks', tag: 'Webhooks' } as const;

export function webhookEndpoints(services: Services): CallerEndpoint[] {
  const { db, publicUrl } = services;
  return [
    keyEndpoint({
      ...common,
      path: '/webhooks',
      summary: 'List webhooks',
      response: list(webhookSchema),
      handler: async ({ caller }) => {
        const endpoints = await listWebhooks(db, caller.accountId);
        return toList(endpoints.map(({ account_id, ...endpoint }) => endpoint));
      },
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create webhook',
      body: createWebhookInput.meta({
        example: { webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } },
      }),
      status: 201,
      response: webhookWithSecretSchema,
      handler: async (request, reply) => {
        requireEventScopes(request.caller, request.body.events ?? []);
        const endpoint = await createWebhook(contextOf(services, request), { ...request.body, ...accountOf(request) });
        reply.header('location', `${publicUrl()}/webhooks/${endpoint.webhook_id}`);
        return endpoint;
      },
    }),
    keyEndpoint({
      ...common,
      path: '/webhooks/:id',
      summary: 'Get webhook',
      response: webhookSchema,
      handler: (request) => getWebhook(db, idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'PATCH',
      path: '/webhooks/:id',
      summary: 'Update webhook',
      description:
        'Changes the URL, filters, events or description of a webhook. A key needs the scope of what its events carry.',
      body: updateWebhookInput,
      response: webhookSchema,
      handler: async (request) => {
        const { caller, body } = request;
        // A new URL also receives the events that the webhook already has.
        const { events } = await getWebhook(db, idsOf(request));
        requireEventScopes(caller, [...events, ...(body.events ?? [])]);
        return updateWebhook(contextOf(services, request), { ...body, ...idsOf(request) });
      },
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Delete webhook',
      description: 'Deletes a webhook, its queue and its log.',
      response: webhookSchema,
      handler: (request) => removeWebhook(contextOf(services, request), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/test',
      summary: 'Test webhook',
      description: 'Sends a test delivery: a sample of `event`.',
      status: 202,
      response: deliverySchema,
      body: testInput,
      handler: (request) => testWebhook(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/pause',
      summary: 'Pause webhook',
      description: 'Pauses a webhook. Events are queued.',
      response: webhookSchema,
      handler: (request) => pause(contextOf(services, request), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/resume',
      summary: 'Resume webhook',
      description: 'Resumes a webhook, with or without the backlog.',
      body: resumeInput,
      response: webhookSchema,
      handler: (request) => resume(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      summary: 'Rotate webhook secret',
      description: 'Creates a new secret. The old one also signs for 24 hours.',
      response: webhookWithSecretSchema,
      handler: (request) => rotateSecret(contextOf(services, request), idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/replay',
      summary: 'Replay deliveries',
      description: 'Delivers again: one delivery, all of a time range, or only the failed ones.',
      body: replayInput.meta({ example: { status: 'failed', since: '2026-11-21T00:00:00Z' } }),
      status: 202,
      response: list(deliverySchema),
      handler: async (request) =>
        toList(await replay(contextOf(services, request), { ...request.body, ...idsOf(request) })),
    }),
    keyEndpoint({
      ...common,
      path: '/webhooks/:id/deliveries',
      summary: 'List deliveries',
      description: 'The deliveries of a webhook, newest first.',
      query: deliveryParameters,
      response: list(deliverySchema),
      handler: async (request, reply) => {
        const { cursor, ...page } = request.query;
        const listed = await listDeliveries(db, { ...page, ...idsOf(request), after: cursor });
        const { deliveries, total, next } = listed;
        if (next) reply.header('link', nextLink(publicUrl(), request.path, { ...page, cursor: next }));
        return toList(deliveries, total, next);
      },
    }),
    keyEndpoint({
      ...common,
      path: '/webhooks/:id/deliveries/:delivery_id',
      summary: 'Get delivery',
      description: 'A delivery with its body and every attempt. A key needs the scope of what its event carries.',
      response: deliveryDetailSchema,
      handler: async (request) => {
        const delivery = await getDelivery(db, { ...idsOf(request), deliveryId: request.params.delivery_id });
        requireEventScopes(request.caller, [delivery.event]);
        return delivery;
      },
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/webhooks/:id/deliveries/:delivery_id/send',
      summary: 'Send delivery now',
      description:
        'Makes the next attempt of a pending delivery now, without waiting for its time. It counts as one of its attempts.',
      status: 202,
      response: deliverySchema,
      handler: (request) =>
        sendNow(contextOf(services, request), { ...idsOf(request), deliveryId: request.params.delivery_id }),
    }),
  ];
}

// GET /webhooks/deliveries: the delivery log of all webhooks as a long poll. GET /webhooks/sample: a payload to develop against.

export const longPollPath = '/webhooks/deliveries';

/** Shorter than the timeouts of clients and proxies, which are commonly 30 s or more. */
const maxWaitSeconds = 25;
const pollMs = 1000;
/** Limits polls of one account, per process. Each keeps querying the database, even after its client has left. */
const maxPollsAtOnce = 10;

const logParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Deliveries per page. Default 20' }).optional(),
  wait: wholeNumber('wait', {
    min: 1,
    max: maxWaitSeconds,
    description:
      'Seconds to wait, without `cursor`, until the newest delivery differs from `newest`. Default: respond at once',
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

/** Matches `WebhookEvent` of the SDK. */
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

const ofLog = { feature: 'webhooks' } as const;

export function webhookLogEndpoints(services: Services): CallerEndpoint[] {
  const { db, catalog, limits, concurrency, publicUrl, stopping } = services;
  const polls = createConcurrencyLimiter({ accountRequestsAtOnce: maxPollsAtOnce, accountRequestsWaiting: 0 });
  return [
    keyEndpoint({
      ...ofLog,
      path: longPollPath,
      // Each query takes its own turn at the database, since a long poll must not hold one while it waits.
      isInMemory: true,
      tag: 'Webhooks',
      summary: 'List deliveries of all webhooks',
      description: 'The deliveries of all webhooks of the account, newest first. With `wait`, waits for a new one.',
      query: logParameters,
      response: list(deliverySchema),
      handler: async ({ caller, headers, path, query: { wait = 0, newest, cursor, limit } }, reply) => {
        const { accountId } = caller;
        const read = () =>
          concurrency.run(accountId, () => listAccountDeliveries(db, { accountId, limit, after: cursor }));
        const poll = async () => {
          const until = performance.now() + wait * 1000;
          let page = await read();
          const seen = await findSeen(accountId, newest, page.deliveries);
          const isUnchanged = ([first]: readonly Delivery[]) => !first || seen.has(first.delivery_id);
          while (isUnchanged(page.deliveries) && performance.now() < until && !stopping.aborted) {
            await sleep(pollMs, undefined, { signal: stopping }).catch(() => {});
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
    keyEndpoint({
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

  /** Returns the ids of known deliveries; empty without `newest`, or if a newer delivery exists. */
  async function findSeen(
    accountId: string,
    newest: string | undefined,
    deliveries: readonly Delivery[],
  ): Promise<ReadonlySet<string>> {
    if (newest === undefined) return new Set();
    const isNewest = deliveries[0]?.delivery_id === newest;
    if (!isNewest && (await concurrency.run(accountId, () => hasDelivery(db, newest, accountId)))) return new Set();
    // Deliveries are deleted with their webhook. If `newest` was deleted this way, the remaining deliveries are not new.
    return new Set(deliveries.map(({ delivery_id }) => delivery_id));
  }

  /** A key may have been revoked, or an account suspended, while its poll waited. */
  async function failIfRefused(accountId: string, headers: IncomingHttpHeaders): Promise<void> {
    const request = { headers, method: 'GET' };
    if (hasSession(request)) {
      await readSession(request, services.signIn, publicUrl());
      return requireAccess((await findAccountCaller(db, accountId)) ?? failEnded(), ofLog);
    }
    const key = services.keyring.lookup(headers.authorization);
    if (typeof key === 'string') failEnded();
    requireAccess(key, ofLog);
    requireScope(key, { scope: 'webhooks' });
  }
}

function failEnded(): never {
  fail('invalid_key', 'This API key has expired or was revoked while the request waited.');
}

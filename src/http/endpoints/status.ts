// GET /health/status: public figures, computed at most every 15 seconds, and announcements. /status/…: their feed and emails.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { createMailboxLimiter } from '../../auth/sign-in.ts';
import { mailboxOf } from '../../auth/sign-up.ts';
import type { LiveCatalog } from '../../catalog/live-catalog.ts';
import { fail } from '../../lib/errors.ts';
import { renderFeed } from '../../status/announcements/announcement.ts';
import { statusSchema, withAnnouncements } from '../../status/status.ts';
import {
  confirm,
  confirmInput,
  subscribe,
  subscribeInput,
  subscriptionSchema,
  unsubscribe,
} from '../../status/subscribers/actions.ts';
import { type PreparedText, prepareText, sendPrepared } from '../pages/pages.ts';
import { createOperatorKeyCheck } from '../pipeline/caller/authenticate.ts';
import { type ClientEndpoint, operatorEndpoint, publicEndpoint } from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { registerClientEndpoint } from '../pipeline/register-endpoints.ts';
import { moment, single, toSingle } from '../pipeline/schemas.ts';
import { createFastify } from '../server/fastify.ts';
import type { Services } from '../services.ts';

export const statusKeptMs = 15_000;

export function statusEndpoints(services: Services): ClientEndpoint[] {
  const { status, announcements } = services;
  return [
    publicEndpoint({
      path: '/health/status',
      isInMemory: true,
      tag: 'Health',
      summary: 'Get status',
      description: 'Announcements, uptime, freshness, latency and deliveries in figures.',
      ignoresQuery: true,
      response: statusSchema,
      cacheControl: `public, max-age=${statusKeptMs / 1000}`,
      handler: async () => withAnnouncements(await status(), await announcements.read()),
    }),
    feedEndpoint(services),
    ...subscriptionEndpoints(services),
  ];
}

function feedEndpoint({ announcements, publicUrl }: Services): ClientEndpoint {
  let prepared: { of: unknown; text: Promise<PreparedText> } | undefined;
  return publicEndpoint({
    path: '/status/feed.xml',
    isInMemory: true,
    tag: 'Health',
    summary: 'Get feed of announcements',
    description: 'Incidents, maintenance and announcements as an Atom feed, one entry an update.',
    ignoresQuery: true,
    response: z.string(),
    produces: ['application/atom+xml'],
    streamHandler: async (request, reply) => {
      const of = await announcements.read();
      if (prepared?.of !== of)
        prepared = { of, text: renderFeed(of, publicUrl()).then((xml) => prepareText(Buffer.from(xml))) };
      reply.type('application/atom+xml; charset=utf-8').header('cache-control', 'public, max-age=60');
      return sendPrepared(request, reply, await prepared.text);
    },
  });
}

/** Limits are counted per process and reset at a restart. */
const hourMs = 3_600_000;
const triesPerAddress = { windowMs: 600_000, max: 20 };
const tooMany = 'Too many subscriptions from this address. Retry later.';

function subscriptionEndpoints(services: Services): ClientEndpoint[] {
  const { statusSubscriptionsPerHour, signInEmails } = services.config.limits;
  const byAddress = createRateLimiter(Date.now, { windowMs: hourMs, max: statusSubscriptionsPerHour });
  const perMailbox = createMailboxLimiter(signInEmails);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  return [
    publicEndpoint({
      method: 'POST',
      path: '/status/subscriptions',
      summary: 'Email a link that subscribes to announcements',
      ignoresQuery: true,
      requiresBody: true,
      body: subscribeInput,
      status: 202,
      response: single(subscriptionSchema),
      onRequest: (ip) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, body: { email } }) => {
        throwIfRateLimited(byAddress.record(clientKeyOf(ip)), tooMany);
        if (perMailbox.isDue(mailboxOf(email))) await subscribe(services, { email });
        return toSingle({ email });
      },
    }),
    publicEndpoint({
      method: 'POST',
      path: '/status/subscriptions/confirm',
      summary: 'Confirm a subscription by the token of its link',
      ignoresQuery: true,
      requiresBody: true,
      body: confirmInput,
      response: single(subscriptionSchema),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, body: { token } }) => {
        const email = await confirm(services, { token });
        if (email !== undefined) return toSingle({ email });
        throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
        fail('not_found', 'This link has expired, or the subscription was ended. Subscribe again at /status.');
      },
    }),
    publicEndpoint({
      method: 'POST',
      path: '/status/unsubscribe',
      summary: 'End a subscription',
      description: 'Also called by mail programs for List-Unsubscribe; the body is ignored (RFC 8058).',
      query: z.object({ token: z.string().min(1).max(200) }),
      // Mail programs send a form, which is ignored.
      streamsBody: true,
      status: 204,
      response: z.undefined(),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, query: { token } }) => {
        // Only unknown tokens are counted, since one address of a mail program ends the subscriptions of many people.
        if (!(await unsubscribe(services, { token }))) throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
        return undefined;
      },
    }),
  ];
}

// GET /health/live, /health/ready, served by every process, and /metrics, which needs the operator key.

type HealthServices = Pick<Services, 'isReady' | 'catalog' | 'databaseState' | 'metrics' | 'readMetrics'>;

const readySchema = z.object({
  status: z.literal('ok'),
  catalog_version: z.number().int(),
  hooks: z.number().int(),
  database: z.enum(['up', 'away']),
  database_since: moment,
});

export function healthEndpoints(services: HealthServices): ClientEndpoint[] {
  const { isReady, catalog, databaseState, metrics, readMetrics } = services;
  return [
    publicEndpoint({
      path: '/health/live',
      isInMemory: true,
      tag: 'Health',
      summary: 'Check liveness',
      description: 'Whether the process responds.',
      ignoresQuery: true,
      response: z.object({ status: z.literal('ok') }),
      handler: () => ({ status: 'ok' as const }),
    }),
    publicEndpoint({
      path: '/health/ready',
      isInMemory: true,
      tag: 'Health',
      summary: 'Check readiness',
      description: 'Whether the process serves the catalog.',
      ignoresQuery: true,
      response: readySchema,
      errors: [414, 500, 503],
      handler: () => {
        if (!isReady()) fail('unavailable', 'The service is starting or stopping.', { retryAfterSeconds: 2 });
        const { version, size } = catalog().snapshot;
        // Reads continue during a database outage, so load balancers should keep sending requests here.
        const { isUp, since } = databaseState();
        const database = isUp ? ('up' as const) : ('away' as const);
        const status = 'ok' as const;
        return { status, catalog_version: version, hooks: size, database, database_since: since.toISOString() };
      },
    }),
    operatorEndpoint({
      permission: 'read',
      path: '/metrics',
      tag: null,
      summary: 'Get metrics',
      description: 'Metrics for Prometheus.',
      ignoresQuery: true,
      response: z.string(),
      streamHandler: async (_request, reply) => reply.type(metrics.registry.contentType).send(await readMetrics()),
    }),
  ];
}

// Server of a process that runs workers only: health and metrics.

type ProbeServices = Omit<HealthServices, 'catalog'> &
  Pick<Services, 'config' | 'observe' | 'operatorKey'> & { catalog: LiveCatalog };

export async function createProbe(services: ProbeServices): Promise<FastifyInstance> {
  const refusals = createRateLimiter();
  const { app } = createFastify({ ...services, refusals, publicUrl: () => services.config.publicUrl ?? '' });
  const checkOperatorKey = createOperatorKeyCheck(services.operatorKey, refusals);
  for (const endpoint of healthEndpoints({ ...services, catalog: services.catalog.current }))
    registerClientEndpoint(app, endpoint, async (request) => {
      checkOperatorKey(request);
      return null;
    });
  return app;
}

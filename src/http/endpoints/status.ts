// GET /health/status: the public figures, computed every 15 seconds at most, and announcements. /status/…: their feed and emails.
import { z } from 'zod';
import { createMailboxLimiter } from '../../auth/mailbox-limiter.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { mailboxOf } from '../../auth/sign-up/mailbox.ts';
import type { Config } from '../../config/config.ts';
import { fail } from '../../lib/errors.ts';
import { renderFeed } from '../../status/announcements/feed.ts';
import type { AnnouncementReader } from '../../status/announcements/queries.ts';
import { type Status, statusSchema, withAnnouncements } from '../../status/status.ts';
import { confirm, type SubscriberDeps, subscribe, unsubscribe } from '../../status/subscribers/actions.ts';
import { confirmInput, subscribeInput, subscriptionSchema } from '../../status/subscribers/subscriber.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type PreparedText, prepareText, sendPrepared } from '../pages/prepared-text.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export const statusKeptMs = 15_000;

export type StatusDeps = Omit<SubscriberDeps, 'config'> & {
  status: () => Promise<Omit<Status, 'announcements'>>;
  announcements: AnnouncementReader;
  config: SubscriberDeps['config'] & Pick<Config, 'limits'>;
};

export function statusEndpoints(deps: StatusDeps): ClientEndpoint[] {
  const { status, announcements } = deps;
  return [
    defineEndpoint({
      audience: 'public',
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
    feedEndpoint(deps),
    ...subscriptionEndpoints(deps),
  ];
}

function feedEndpoint({ announcements, publicUrl }: StatusDeps): ClientEndpoint {
  let prepared: { of: unknown; text: Promise<PreparedText> } | undefined;
  return defineEndpoint({
    audience: 'public',
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

function subscriptionEndpoints(deps: StatusDeps): ClientEndpoint[] {
  const { statusSubscriptionsPerHour, signInEmails } = deps.config.limits;
  const byAddress = createRateLimiter(Date.now, { windowMs: hourMs, max: statusSubscriptionsPerHour });
  const perMailbox = createMailboxLimiter(signInEmails);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  return [
    defineEndpoint({
      audience: 'public',
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
        if (perMailbox.isDue(mailboxOf(email))) await subscribe(deps, email);
        return toSingle({ email });
      },
    }),
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/status/subscriptions/confirm',
      summary: 'Confirm a subscription by the token of its link',
      ignoresQuery: true,
      requiresBody: true,
      body: confirmInput,
      response: single(subscriptionSchema),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, body: { token } }) => {
        const email = await confirm(deps, token);
        if (email !== undefined) return toSingle({ email });
        throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
        fail('not_found', 'This link has expired, or the subscription was ended. Subscribe again at /status.');
      },
    }),
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/status/unsubscribe',
      summary: 'End a subscription',
      description: 'Also what mail programs call for List-Unsubscribe, whose body is ignored (RFC 8058).',
      query: z.object({ token: z.string().min(1).max(200) }),
      // Mail programs send a form.
      streamsBody: true,
      status: 204,
      response: z.undefined(),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, query: { token } }) => {
        // An address of a mail program ends the subscriptions of many.
        if (!(await unsubscribe(deps, token))) throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
        return undefined;
      },
    }),
  ];
}

// Digests: a test email, and what the links of their emails call, which need no session.
import { z } from 'zod';
import type { Acting, Actor } from '../../audit/actor.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { type DigestDeps, findDigestOfLink, sendTestDigest, unsubscribe } from '../../digests/actions.ts';
import { fail } from '../../lib/errors.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type CallerEndpoint, type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type DigestEndpointDeps = DigestDeps & Pick<Acting, 'refresh'>;

const testDigestSchema = z
  .object({ email: z.string().meta({ description: 'Where the email goes' }) })
  .meta({ id: 'TestDigest', description: 'A test digest that will be sent' });

export function digestEndpoints(deps: DigestEndpointDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      method: 'POST',
      path: '/searches/:id/digest/test',
      tag: 'Searches',
      isCounted: false,
      summary: 'Send test digest',
      description: `Emails what the next digest would tell, or what it looks like. The next digest is not affected. At most ${deps.limits.digestTestsPerHour} an hour. Not counted.`,
      status: 202,
      response: testDigestSchema,
      handler: async ({ caller, params, actor }) => ({
        email: await sendTestDigest({ ...deps, actor: actor() }, params.id, caller.accountId),
      }),
    }),
  ];
}

const token = z.string().min(1).max(200);
const digestLinkSchema = z.object({ search_name: z.string(), digest: z.enum(['off', 'daily', 'weekly']) });

/** Counted per process and reset at a restart. Of wrong links, and of all that change something. */
const perAddress = { windowMs: 600_000, max: 60 };
const tooMany = 'Too many requests from this address. Retry later.';
const unknownLink =
  'This link is incomplete, or its saved search was deleted or goes to another email now. It sends you nothing. See /dashboard/searches for your digests.';

export function digestLinkEndpoints(deps: DigestDeps): ClientEndpoint[] {
  const refused = createRateLimiter(Date.now, perAddress);
  const find = async (ip: string, ofLink: string) => {
    const client = clientKeyOf(ip);
    throwIfRateLimited(refused.waitSeconds(client), tooMany);
    const digest = await findDigestOfLink(deps, ofLink);
    if (digest) return digest;
    throwIfRateLimited(refused.record(client), tooMany);
    return fail('not_found', unknownLink);
  };
  return [
    defineEndpoint({
      audience: 'public',
      path: '/digests/link',
      summary: 'The digest that the link of an email is about',
      query: z.object({ token }),
      response: single(digestLinkSchema),
      handler: async ({ ip, query }) => {
        const { search, every } = await find(ip, query.token);
        return toSingle({ search_name: search.name, digest: every });
      },
    }),
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/digests/unsubscribe',
      summary: 'Turn off the digest of a link, or all of its account',
      description: 'Also what mail programs call for List-Unsubscribe, whose body is ignored (RFC 8058).',
      query: z.object({ token, all: z.enum(['true', 'false']).optional() }),
      // Mail programs send a form.
      streamsBody: true,
      status: 204,
      response: z.undefined(),
      handler: async ({ ip, requestId, query }) => {
        const digest = await find(ip, query.token);
        const actor: Actor = { kind: 'link', keyId: null, requestId, address: ip };
        await unsubscribe({ db: deps.db, actor }, digest, query.all === 'true' ? 'all' : 'this');
        return undefined;
      },
    }),
  ];
}

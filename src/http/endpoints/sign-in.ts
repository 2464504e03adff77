// /sign-in-links and /session: how the pages sign in and out. Sessions are for the pages; programs use keys.
import { z } from 'zod';
import { accountBriefSchema, emailAddress } from '../../accounts/account.ts';
import { findAccount } from '../../accounts/store.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { linkMinutes, type Session, type SignIn } from '../../auth/sign-in.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import { moment, single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { hasSession, readSession, refuseOtherSites } from '../pipeline/session.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type SignInDeps = { db: Database; signIn: SignIn; publicUrl: () => string; observe: Observe };

const sessionSchema = z
  .object({
    role: z.enum(['holder', 'operator']),
    email: z.string(),
    account: accountBriefSchema.nullable(),
    expires_at: moment,
  })
  .meta({ id: 'SessionRecord', description: 'Who is signed in. An operator has no account' });
type SessionRecord = z.infer<typeof sessionSchema>;

/** Limits are counted per process and reset at a restart. */
const linksPerAddress = { windowMs: 3_600_000, max: 20 };
/** By address too, so that strangers cannot use up what a mailbox's owner may request. */
const linksPerMailboxAndAddress = { windowMs: 3_600_000, max: 5 };
const linksPerMailbox = { windowMs: 3_600_000, max: 30 };
const triesPerAddress = { windowMs: 600_000, max: 20 };
const tooMany = 'Too many attempts to sign in. Wait, then try again.';

const sendLinkInput = z.strictObject({ email: emailAddress });
const beginInput = z.strictObject({ token: z.string().min(1).max(200) });

export function signInEndpoints({ db, signIn, publicUrl, observe }: SignInDeps): ClientEndpoint[] {
  const byAddress = createRateLimiter(Date.now, linksPerAddress);
  const byMailbox = createRateLimiter(Date.now, linksPerMailbox);
  const byBoth = createRateLimiter(Date.now, linksPerMailboxAndAddress);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/sign-in-links',
      summary: 'Email a sign-in link',
      ignoresQuery: true,
      requiresBody: true,
      body: sendLinkInput,
      status: 202,
      response: single(sendLinkInput),
      onRequest: (ip) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: ({ ip, body: { email } }) => {
        const client = clientKeyOf(ip);
        const mailbox = email.toLowerCase();
        throwIfRateLimited(Math.max(byAddress.record(client), byBoth.record(`${mailbox} ${client}`)), tooMany);
        throwIfRateLimited(byMailbox.record(mailbox), tooMany);
        // Not awaited: the time it takes would reveal whether there is an account.
        signIn.sendLink(email).catch((error) => observe({ kind: 'sign_in_link_failed', error }));
        return toSingle({ email });
      },
    }),
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/session',
      summary: 'Sign in by the token of a link',
      ignoresQuery: true,
      requiresBody: true,
      body: beginInput,
      status: 201,
      response: single(sessionSchema),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, headers, method, body }, reply) => {
        refuseOtherSites({ headers, method }, publicUrl());
        const client = { address: ip, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
        const begun = await signIn.begin(body.token, client);
        if (!begun) {
          throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
          fail('invalid_sign_in_link', 'This link has been used, or has expired. Request a new one at /sign-in.');
        }
        // The browser forgets its former session, so nobody could end it later.
        if (hasSession({ headers, method })) await signIn.end(headers.cookie ?? '');
        for (const cookie of [begun.cookies].flat()) reply.header('set-cookie', cookie);
        return toSingle(await show(begun.session));
      },
    }),
    defineEndpoint({
      audience: 'public',
      path: '/session',
      summary: 'Who is signed in; null where nobody is',
      ignoresQuery: true,
      response: single(sessionSchema.nullable()),
      handler: async ({ headers, method }) => {
        // Not an error without a session, since pages call this before they know.
        const session = hasSession({ headers, method }) ? await signIn.sessionOf(headers.cookie ?? '') : undefined;
        return toSingle(session ? await show(session) : null);
      },
    }),
    defineEndpoint({
      audience: 'public',
      method: 'DELETE',
      path: '/session',
      summary: 'Sign out',
      ignoresQuery: true,
      status: 204,
      response: z.undefined(),
      handler: async ({ headers, method }, reply) => {
        await readSession({ headers, method }, signIn, publicUrl());
        for (const cookie of [await signIn.end(headers.cookie ?? '')].flat()) reply.header('set-cookie', cookie);
        return undefined;
      },
    }),
  ];

  async function show({ role, email, accountId, expiresAt }: Session): Promise<SessionRecord> {
    const found = accountId === null ? undefined : await findAccount(db, accountId);
    const account = found ? { id: found.id, name: found.name, plan: found.plan, suspended: found.suspended } : null;
    return { role, email, account, expires_at: expiresAt.toISOString() };
  }
}

const signInLinkSchema = z
  .object({ url: z.string(), expires_at: moment })
  .meta({ id: 'SignInLink', description: 'A link that signs in to the console, once' });

/** `hookline sign-in` calls it with the operator key, for the first visit and wherever there is no session. */
export function operatorSignInEndpoints({ signIn }: Pick<SignInDeps, 'signIn'>): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      method: 'POST',
      path: '/operator/sign-in-links',
      tag: 'Operator',
      summary: 'Create a sign-in link for the console',
      status: 201,
      response: signInLinkSchema,
      handler: async ({ actor }) => {
        const url = await signIn.createOperatorLink(actor());
        return { url, expires_at: new Date(Date.now() + linkMinutes * 60_000).toISOString() };
      },
    }),
  ];
}

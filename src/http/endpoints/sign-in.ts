// /sign-in-links and /session: how the pages sign in and out. Sessions are for the pages; programs use keys.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Account, emailAddress } from '../../accounts/account.ts';
import { findAccount } from '../../accounts/store.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { linkMinutes, type Session, type SignIn } from '../../auth/sign-in.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import { operatorOf } from '../pipeline/actor.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { readBody, strangersBodyBytes } from '../pipeline/read-body.ts';
import { hasSession, readSession, refuseOtherSites } from '../pipeline/session.ts';
import { clientKeyOf } from '../server/ip-address.ts';

export type SignInDeps = { db: Database; signIn: SignIn; publicUrl: () => string; observe: Observe };

/** What the pages know of who is signed in. An operator has no account. */
export type SessionRecord = {
  role: Session['role'];
  email: string;
  account: Pick<Account, 'id' | 'name' | 'plan' | 'suspended'> | null;
  expires_at: string;
};

/** Each process counts for itself, and begins anew when it starts. */
const linksPerAddress = { windowMs: 3_600_000, max: 20 };
/** From one address: strangers who ask for another's mailbox do not use up what its owner may ask. */
const linksPerMailboxAndAddress = { windowMs: 3_600_000, max: 5 };
const linksPerMailbox = { windowMs: 3_600_000, max: 30 };
const triesPerAddress = { windowMs: 600_000, max: 20 };
const tooMany = 'Too many attempts to sign in. Wait, then try again.';

const sendLinkInput = z.strictObject({ email: emailAddress });
const beginInput = z.strictObject({ token: z.string().min(1).max(200) });

export function registerSignIn(app: FastifyInstance, { db, signIn, publicUrl, observe }: SignInDeps): void {
  const byAddress = createRateLimiter(Date.now, linksPerAddress);
  const byMailbox = createRateLimiter(Date.now, linksPerMailbox);
  const byBoth = createRateLimiter(Date.now, linksPerMailboxAndAddress);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  const schema = { hide: true };
  const bodyLimit = strangersBodyBytes;

  app.post('/sign-in-links', { schema, bodyLimit }, async (request, reply) => {
    const asker = clientKeyOf(request.ip);
    throwIfRateLimited(byAddress.waitSeconds(asker), tooMany);
    const { email } = readBody(sendLinkInput, request.body);
    const mailbox = email.toLowerCase();
    throwIfRateLimited(Math.max(byAddress.record(asker), byBoth.record(`${mailbox} ${asker}`)), tooMany);
    throwIfRateLimited(byMailbox.record(mailbox), tooMany);
    // Not waited for: how long it takes would tell whether there is an account.
    signIn.sendLink(email).catch((error) => observe({ kind: 'sign_in_link_failed', error }));
    return reply.code(202).send(answer({ email }));
  });

  app.post('/session', { schema, bodyLimit }, async (request, reply) => {
    refuseOtherSites(request.raw, publicUrl());
    const asker = clientKeyOf(request.ip);
    throwIfRateLimited(tries.waitSeconds(asker), tooMany);
    const { token } = readBody(beginInput, request.body);
    const client = { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
    const begun = await signIn.begin(token, client);
    if (!begun) {
      throwIfRateLimited(tries.record(asker), tooMany);
      fail('invalid_sign_in_link', 'This link has been used, or has expired. Ask for a new one at /sign-in.');
    }
    // The browser would forget the session that it had, and nobody could end it.
    if (hasSession(request.raw)) await signIn.end(request.headers.cookie ?? '');
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .header('set-cookie', begun.cookies)
      .send(answer(await show(begun.session)));
  });

  app.get('/session', { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // Nobody being signed in is no error: pages ask before they know.
    const session = hasSession(request.raw) ? await signIn.sessionOf(request.headers.cookie ?? '') : undefined;
    return answer(session ? await show(session) : null);
  });

  app.delete('/session', { schema }, async (request, reply) => {
    await readSession(request.raw, signIn, publicUrl());
    const cookies = await signIn.end(request.headers.cookie ?? '');
    return reply.code(204).header('set-cookie', cookies).send();
  });

  async function show({ role, email, accountId, expiresAt }: Session): Promise<SessionRecord> {
    const found = accountId === null ? undefined : await findAccount(db, accountId);
    const account = found ? { id: found.id, name: found.name, plan: found.plan, suspended: found.suspended } : null;
    return { role, email, account, expires_at: expiresAt.toISOString() };
  }
}

/** For the operator's first visit, and for one without a session: `hookline sign-in` asks for it with the operator key. */
export function registerOperatorSignIn(app: FastifyInstance, { signIn }: SignInDeps): void {
  app.post('/operator/sign-in-links', async (request, reply) => {
    const url = await signIn.createOperatorLink(operatorOf(request));
    return reply.code(201).send({ url, expires_at: new Date(Date.now() + linkMinutes * 60_000).toISOString() });
  });
}

function answer<T>(data: T): { success: true; data: T; timestamp: string } {
  return { success: true, data, timestamp: new Date().toISOString() };
}

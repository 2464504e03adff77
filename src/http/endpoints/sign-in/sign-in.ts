// /sign-in-links and /session: how the pages sign in and out. Sessions are for the pages; programs use keys.
import { z } from 'zod';
import { accountBriefSchema, emailAddress } from '../../../accounts/account.ts';
import { failUnknown } from '../../../accounts/actions.ts';
import { invitationDays } from '../../../accounts/key-request.ts';
import { findAccount } from '../../../accounts/store.ts';
import { hashKey } from '../../../auth/keys/key.ts';
import { viewedAccount, viewSchema } from '../../../auth/operators.ts';
import { addPasskeyInput, assertionInput, ceremonySchema, passkeySchema } from '../../../auth/passkeys.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { operatorRoles, permissions, rolePermissions } from '../../../auth/role.ts';
import { actorOf, type Session } from '../../../auth/sessions.ts';
import { createMailboxLimiter, linkMinutes } from '../../../auth/sign-in.ts';
import { findSignInLink } from '../../../auth/store.ts';
import { findSignUp } from '../../../auth/store-sign-ups.ts';
import { fail } from '../../../lib/errors.ts';
import { memberPermissions, memberRoles, membershipSchema } from '../../../members/member.ts';
import { selectInvitationsOf, selectMemberships } from '../../../members/store.ts';
import { noticeSchema, noticesOf } from '../../../status/announcements/announcement.ts';
import { hasSession, readSession, refuseOtherSites, replaceSession } from '../../pipeline/caller/authenticate.ts';
import { type ClientEndpoint, operatorEndpoint, publicEndpoint } from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { moment, single, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const sessionSchema = z
  .object({
    role: z.enum(['holder', 'operator']),
    operator_role: z.enum(operatorRoles).nullable().meta({ description: 'null for a member of an account' }),
    permissions: z.array(z.enum(permissions)).meta({ description: 'What an operator of this role may do' }),
    email: z.string(),
    account: accountBriefSchema.nullable().meta({ description: 'The account that the session works in' }),
    member_role: z.enum(memberRoles).nullable().meta({ description: 'Role in this account' }),
    member_permissions: z.array(z.string()).meta({ description: 'What this role may do' }),
    accounts: z.array(membershipSchema).meta({ description: 'Accounts of which the user is a member' }),
    invitations: z.int().meta({ description: 'Number of pending invitations' }),
    notices: z.array(noticeSchema).meta({ description: 'Notices shown on every page' }),
    viewing: viewSchema.nullable().meta({ description: 'The account that an operator views now, read-only' }),
    expires_at: moment,
  })
  .meta({
    id: 'SessionRecord',
    description: 'Who is signed in. An operator has no account, and an invited user may have none yet',
  });
type SessionRecord = z.infer<typeof sessionSchema>;

/** Limits are counted per process and reset at a restart. */
const linksPerAddress = { windowMs: 3_600_000, max: 20 };
/** The address is part of the key, so that others cannot use up the requests of a mailbox's owner. */
const linksPerMailboxAndAddress = { windowMs: 3_600_000, max: 5 };
const triesPerAddress = { windowMs: 600_000, max: 20 };
/** Limits failed sign-ins in the audit log per address and in all, so that guesses cannot fill it. */
const recordedPerAddress = { windowMs: 600_000, max: 1 };
const recordedInAll = { windowMs: 3_600_000, max: 60 };
const tooMany = 'Too many attempts to sign in. Wait, then try again.';

const sendLinkInput = z.strictObject({ email: emailAddress });
const linkToken = z.string().min(1).max(200);
const checkLinkInput = z.strictObject({ token: linkToken });
const beginInput = z
  .strictObject({ token: linkToken.optional(), passkey: assertionInput.optional() })
  .refine(({ token, passkey }) => (token === undefined) !== (passkey === undefined), 'Send token or passkey.');

const posted = { method: 'POST', ignoresQuery: true, requiresBody: true } as const;

export function signInEndpoints({ db, signIn, publicUrl, observe, announcements, config }: Services): ClientEndpoint[] {
  const byAddress = createRateLimiter(Date.now, linksPerAddress);
  const perMailbox = createMailboxLimiter(config.limits.signInEmails);
  const byBoth = createRateLimiter(Date.now, linksPerMailboxAndAddress);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  const recorded = createRateLimiter(Date.now, recordedPerAddress);
  const recordedOverall = createRateLimiter(Date.now, recordedInAll);
  return [
    publicEndpoint({
      ...posted,
      path: '/sign-in-links',
      summary: 'Email a sign-in link',
      body: sendLinkInput,
      status: 202,
      response: single(sendLinkInput),
      onRequest: (ip) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: ({ ip, body: { email } }) => {
        const client = clientKeyOf(ip);
        const mailbox = email.toLowerCase();
        throwIfRateLimited(Math.max(byAddress.record(client), byBoth.record(`${mailbox} ${client}`)), tooMany);
        // This is not awaited, since its duration would reveal whether the account exists.
        if (perMailbox.isDue(mailbox))
          signIn.sendLink(email).catch((error) => observe({ kind: 'sign_in_link_failed', error }));
        return toSingle({ email });
      },
    }),
    publicEndpoint({
      ...posted,
      path: '/sign-in-links/check',
      summary: 'Whether the token of an emailed link still signs in or up, without using it up',
      body: checkLinkInput,
      response: single(sendLinkInput),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, requestId, body: { token } }) => {
        const link = (await findSignUp(db, hashKey(token))) ?? (await findSignInLink(db, token));
        const { email } = link ?? (await refuse({ address: ip, requestId }));
        return toSingle({ email });
      },
    }),
    publicEndpoint({
      ...posted,
      path: '/session',
      summary: 'Sign in by the token of a link, or by a passkey',
      body: beginInput,
      status: 201,
      response: single(sessionSchema),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, headers, method, body, requestId }, reply) => {
        refuseOtherSites({ headers, method }, publicUrl());
        const client = { address: ip, requestId };
        const { token = '', passkey } = body;
        const proof = passkey ? { passkey, cookie: headers.cookie ?? '' } : { token };
        const userAgent = (headers['user-agent'] ?? '').slice(0, 300);
        const begun = (await signIn.begin(proof, { ...client, userAgent })) ?? (await refuse(client, !!passkey));
        await replaceSession({ headers, signIn, client, cookies: begun.cookies }, reply);
        return toSingle(await show(begun.session));
      },
    }),
    publicEndpoint({
      path: '/session',
      summary: 'Who is signed in; null if nobody is',
      ignoresQuery: true,
      response: single(sessionSchema.nullable()),
      handler: async ({ headers }) => {
        // Returns null without a session, since pages call this to find out.
        const session = hasSession({ headers }) ? await signIn.sessionOf(headers.cookie ?? '') : undefined;
        const shown = session && (await show(session));
        // The account may have been deleted meanwhile.
        return toSingle(shown && (shown.role === 'operator' || shown.account || shown.invitations > 0) ? shown : null);
      },
    }),
    publicEndpoint({
      method: 'DELETE',
      path: '/session',
      summary: 'Sign out',
      ignoresQuery: true,
      status: 204,
      response: z.undefined(),
      handler: async ({ ip, headers, method, requestId }, reply) => {
        const session = await readSession({ headers, method }, signIn, publicUrl());
        const cookies = await signIn.end(headers.cookie ?? '', session, { address: ip, requestId });
        for (const cookie of cookies) reply.header('set-cookie', cookie);
        return undefined;
      },
    }),
  ];

  /** Adds failed sign-ins to the audit log, so that guesses are visible. */
  async function refuse(client: { address: string; requestId: string }, isPasskey = false): Promise<never> {
    const key = clientKeyOf(client.address);
    if (recorded.record(key) === 0 && recordedOverall.record('all') === 0) await signIn.recordFailure(client);
    throwIfRateLimited(tries.record(key), tooMany);
    if (isPasskey) fail('invalid_passkey', 'This passkey was not accepted. Try again, or sign in by email.');
    return fail('invalid_sign_in_link', 'This link has been used, or has expired. Request a new one at /sign-in.');
  }

  async function show(session: Session): Promise<SessionRecord> {
    const { role, email, userId, accountId, memberRole, view, expiresAt } = session;
    const account = await briefOf(accountId);
    const viewed = await briefOf(viewedAccount(session) ?? null);
    const isHolder = role === 'holder';
    return {
      role: isHolder ? 'holder' : 'operator',
      operator_role: isHolder ? null : role,
      permissions: [...rolePermissions[role]],
      email,
      account,
      member_role: memberRole,
      member_permissions: memberRole ? [...memberPermissions[memberRole]] : [],
      accounts: isHolder ? await selectMemberships(db, userId) : [],
      invitations: isHolder ? (await selectInvitationsOf(db, email)).length : 0,
      notices: noticesOf(await announcements.read(), Date.now()),
      viewing: view && viewed && { account: viewed, expires_at: view.expiresAt.toISOString() },
      expires_at: expiresAt.toISOString(),
    };
  }

  async function briefOf(accountId: string | null): Promise<SessionRecord['account']> {
    const found = accountId === null ? undefined : await findAccount(db, accountId);
    return found ? { id: found.id, name: found.name, plan: found.plan, suspended: found.suspended } : null;
  }
}

const signInLinkSchema = z
  .object({ url: z.string(), expires_at: moment })
  .meta({ id: 'SignInLink', description: 'A link that signs in, once' });

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** `hookline admin sign-in` calls this with the operator key, for the first visit and wherever no session exists. */
export function operatorSignInEndpoints({ signIn, db }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'system',
      requiresKey: true,
      method: 'POST',
      path: '/operator/sign-in-links',
      summary: 'Create sign-in link',
      status: 201,
      response: signInLinkSchema,
      handler: async ({ actor }) => ({
        url: await signIn.createOperatorLink(actor()),
        expires_at: inMinutes(linkMinutes),
      }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/accounts/:id/sign-in-links',
      summary: 'Create sign-in link for account',
      description: 'For a customer who cannot get email. 409 if a mail server is set.',
      status: 201,
      response: signInLinkSchema,
      handler: async ({ actor, params: { id } }) => {
        const account = (await findAccount(db, id)) ?? failUnknown(id);
        const url = await signIn.createCustomerLink(actor(), account);
        return { url, expires_at: inMinutes(invitationDays * 1440) };
      },
    }),
  ];
}

// /session/passkeys and /session/passkey-options: manages passkeys, and starts to sign in with one.

/** Limits the options requested, since each stores a challenge for five minutes. Counted per process and reset at a restart. */
const optionsPerAddress = { windowMs: 600_000, max: 40 };
const tooManyPasskeys = 'Too many requests for passkeys. Wait, then try again.';

const ownPasskeysSchema = z
  .object({
    offered: z.boolean().meta({ description: 'Whether passkeys can be added: over https, by users with an email' }),
    passkeys: z.array(passkeySchema),
  })
  .meta({ id: 'OwnPasskeys', description: 'Passkeys of the signed-in user' });

const common = { ignoresQuery: true } as const;

export function passkeyEndpoints({ signIn, publicUrl }: Services): ClientEndpoint[] {
  const byAddress = createRateLimiter(Date.now, optionsPerAddress);
  const onRequest = (ip: string) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooManyPasskeys);
  return [
    publicEndpoint({
      ...common,
      path: '/session/passkeys',
      summary: 'Passkeys of the signed-in user, newest first',
      response: single(ownPasskeysSchema),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        return toSingle({ offered: signIn.passkeys.isOffered(session), passkeys: await signIn.passkeys.list(session) });
      },
    }),
    publicEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkeys/options',
      summary: 'Start to add a passkey',
      response: single(ceremonySchema),
      onRequest,
      handler: async (request, reply) => {
        const session = await readSession(request, signIn, publicUrl());
        throwIfRateLimited(byAddress.record(clientKeyOf(request.ip)), tooManyPasskeys);
        const { options, cookies } = await signIn.passkeys.beginAdding(session, request.headers.cookie ?? '');
        for (const cookie of cookies) reply.header('set-cookie', cookie);
        return toSingle(options);
      },
    }),
    publicEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkeys',
      summary: 'Add a passkey',
      requiresBody: true,
      body: addPasskeyInput,
      status: 201,
      response: single(passkeySchema),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        const actor = actorOf(session, { address: request.ip, requestId: request.requestId });
        const cookie = request.headers.cookie ?? '';
        return toSingle(await signIn.passkeys.add({ session, actor, cookie }, request.body));
      },
    }),
    publicEndpoint({
      ...common,
      method: 'DELETE',
      path: '/session/passkeys/:id',
      summary: 'Remove a passkey',
      status: 204,
      response: z.undefined(),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        const actor = actorOf(session, { address: request.ip, requestId: request.requestId });
        const { id } = request.params;
        if (!(await signIn.passkeys.remove({ session, actor }, { id })))
          fail('not_found', `You have no passkey ${id}.`);
        return undefined;
      },
    }),
    publicEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkey-options',
      summary: 'Start to sign in with a passkey',
      response: single(ceremonySchema),
      onRequest,
      handler: async (request, reply) => {
        refuseOtherSites(request, publicUrl());
        throwIfRateLimited(byAddress.record(clientKeyOf(request.ip)), tooManyPasskeys);
        const { options, cookies } = await signIn.passkeys.beginSignIn();
        for (const cookie of cookies) reply.header('set-cookie', cookie);
        return toSingle(options);
      },
    }),
  ];
}

// Sign-in by emailed link or by passkey: sessions, links, limits of emails, and the move to a new email. better-auth stores links and sessions.

import { hash } from 'node:crypto';
import type { MoveSignIn } from '../accounts/actions.ts';
import { invitationDays } from '../accounts/key-request.ts';
import { type Audit, commit } from '../audit/actions.ts';
import { type Actor, system } from '../audit/actor.ts';
import type { Trx } from '../db/database.ts';
import { pingDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { lazily } from '../lib/async.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import {
  countMemberships,
  deleteMember,
  lockMembers,
  selectMemberships,
  setSessionAccount,
  upsertOwner,
} from '../members/store.ts';
import type { Observe } from '../telemetry/events.ts';
import { type AuthOptions, createAuth, isRejection, type ReceiveToken } from './better-auth.ts';
import { type Assertion, createPasskeys, type Passkeys } from './passkeys.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { operatorRoles } from './role.ts';
import { actorOf, type Client, endSession, type Session, shortUserAgent } from './sessions.ts';
import {
  addUser,
  allowSignIn,
  deleteSessions,
  deleteUser,
  hasUser,
  isOperatorMailbox,
  operatorEmail,
  renameUser,
} from './store.ts';

export type SignIn = {
  /** Lets the person with this email sign in. Returns false for a person without an account or invitation, and for an operator. */
  allow: (trx: Trx, email: string) => Promise<boolean>;
  /** Moves the sign-in after the email of an account was changed: its owner signs in again with the new one. */
  move: MoveSignIn;
  /** Emails a link if an account or an operator has this email. Resolves either way, so that clients cannot probe for accounts. */
  sendLink: (email: string) => Promise<void>;
  /**
   * Creates the link for the email of an approval or of an invitation, whose id is `id`, valid for days. The user may be created after it.
   */
  createInvitation: (email: string, id?: string) => Promise<string>;
  /** Creates the user of an invited email. Returns undefined if it is an operator's. */
  addUser: (trx: Trx, email: string) => Promise<string | undefined>;
  createOperatorLink: (actor: Actor) => Promise<string>;
  /** Creates a link for an operator to pass on if no mail server is configured, valid for days. */
  createCustomerLink: (actor: Actor, account: { id: string; email: string }) => Promise<string>;
  /** Redeems the token of a link, or verifies a passkey. Returns undefined if it is used, expired or unknown. */
  begin: (proof: SignInProof, client: Client & { userAgent: string }) => Promise<BegunSession | undefined>;
  /**
   * Signs in the user with this email, who has proven access to its mailbox in another way. `isRecorded`: adds the sign-in to the audit
   * log.
   */
  beginFor: (
    email: string,
    client: Client & { userAgent: string },
    isRecorded: boolean,
  ) => Promise<BegunSession | undefined>;
  /** Writes to the audit log that a token or a passkey was refused. */
  recordFailure: (client: Client) => Promise<void>;
  /** Returns undefined if the cookie is missing, forged, or of an ended session. */
  sessionOf: (cookie: string) => Promise<Session | undefined>;
  /** Ends the session. Returns the cookies that clear it in the browser. */
  end: (cookie: string, session: Session, client: Client) => Promise<string[]>;
  passkeys: Passkeys;
};

/** `cookie` binds the passkey's response to the options that the browser got. */
type SignInProof = { token: string } | { passkey: Assertion; cookie: string };

type BegunSession = { session: Session; cookies: string[] };

type SignInDeps = AuthOptions & {
  jobs: Pick<Jobs, 'send'>;
  /** Base URL of links. */
  publicUrl: () => string;
  /** Without a mail server links are logged, so that they can be used at all. */
  hasMailServer: boolean;
  observe: Observe;
};

export const linkMinutes = 15;

export function createSignIn({
  db,
  jobs,
  operatorKey,
  publicUrl,
  isSecure,
  hasMailServer,
  observe,
}: SignInDeps): SignIn {
  // There are two instances, since one gives all its links the same lifetime. Both read the same links and sessions.
  const shortLived = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: linkMinutes * 60 }));
  const longLived = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: invitationDays * 86_400 }));
  const passkeys = createPasskeys({ db, operatorKey, isSecure, jobs, publicUrl });

  /** `name` is stored with the token. */
  async function createToken(email: string, authOf = shortLived, name?: string): Promise<string> {
    const auth = await authOf();
    let token = '';
    const receiveToken: ReceiveToken = (created) => {
      token = created;
    };
    await auth.api.signInMagicLink({ body: { email, name, metadata: { receiveToken } }, headers: new Headers() });
    return token;
  }

  /** A fragment is never sent to a server, so no log and no mail scanner sees the token. */
  async function createLink(email: string, authOf = shortLived, name?: string): Promise<string> {
    return `${publicUrl()}/sign-in#token=${await createToken(email, authOf, name)}`;
  }

  return {
    allow: allowSignIn,
    move: moveSignIn,
    sendLink: async (typedEmail) => {
      const email = typedEmail.toLowerCase();
      if (!(await allowSignIn(db, email)) && !(await isOperatorMailbox(db, email))) return;
      const link = await createLink(email);
      await db.transaction().execute((trx) => jobs.send(trx, 'mail', signInEmail(email, link, linkMinutes)));
      observe({ kind: 'sign_in_link_mailed', email, link: hasMailServer ? undefined : link });
    },
    createInvitation: (email, id) => createLink(email.toLowerCase(), longLived, id),
    addUser,
    createOperatorLink: async (actor) => {
      await record(actor, { action: 'sign_in_link.created', subject: 'operator' });
      return createLink(operatorEmail);
    },
    createCustomerLink: async (actor, { id, email }) => {
      if (hasMailServer)
        fail('conflict', 'A mail server is set: the customer requests a link at /sign-in and gets it by email.');
      if (!(await allowSignIn(db, email.toLowerCase()))) fail('conflict', 'Nobody can sign in to this account.');
      await record(actor, { action: 'sign_in_link.created', subject: id, accountId: id });
      return createLink(email.toLowerCase(), longLived);
    },
    begin,
    beginFor: async (email, client, isRecorded) => begin({ token: await createToken(email) }, client, isRecorded),
    recordFailure: (client) => record({ ...system, ...client }, { action: 'session.failed', subject: 'sign-in' }),
    sessionOf: readSession,
    end: async (cookie, session, client) => {
      const { id, userId, accountId } = session;
      await endSession({ db, actor: actorOf(session, client) }, { owner: { userId }, id, accountId });
      const auth = await shortLived();
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
    passkeys,
  };

  async function begin(
    proof: SignInProof,
    { userAgent, ...client }: Client & { userAgent: string },
    isRecorded = true,
  ): Promise<BegunSession | undefined> {
    const headers = new Headers({ 'x-forwarded-for': client.address, 'user-agent': userAgent });
    try {
      const { headers: sent } = await verify(proof, headers);
      const cookies = sent.getSetCookie();
      const session = await readSession(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
      // If this fails the browser gets no cookie, so the session is not used.
      const details = { method: 'token' in proof ? 'link' : 'passkey', browser: shortUserAgent(userAgent) };
      // A passkey, or a link from before the account was deleted, is still valid here.
      if (!session) return undefined;
      if (session.role === 'holder' && !(await allowSignIn(db, session.email))) {
        await db.transaction().execute((trx) => deleteSessions(trx, session, session));
        return undefined;
      }
      // The session keeps its account even when memberships change.
      if (session.accountId !== null) await setSessionAccount(db, session.id, session.accountId);
      const { id: subject, accountId } = session;
      if (isRecorded)
        await record(actorOf(session, client), { action: 'session.started', subject, accountId, details });
      return { session, cookies };
    } catch (error) {
      // A passkey is also rejected if the database is not available.
      if (!isRejection(error) || 'passkey' in proof) await pingDatabase(db);
      if (isRejection(error)) return undefined;
      throw error;
    }
  }

  async function verify(proof: SignInProof, headers: Headers): Promise<{ headers: Headers }> {
    if ('passkey' in proof) {
      headers.set('cookie', proof.cookie);
      return passkeys.verify(proof.passkey, headers);
    }
    const { api } = await shortLived();
    return api.magicLinkVerify({ query: { token: proof.token }, headers, returnHeaders: true });
  }

  async function record(actor: Actor, change: Parameters<Audit>[0]): Promise<void> {
    await commit({ db, actor }, (_, audit) => audit(change));
  }

  async function readSession(cookie: string): Promise<Session | undefined> {
    const { api } = await shortLived();
    const headers = new Headers({ cookie });
    const found = await api.getSession({ headers }).catch(async () => {
      // better-auth hides the cause. The query throws during an outage; otherwise one connection was lost, so retry.
      await pingDatabase(db);
      return api.getSession({ headers });
    });
    if (!found) return undefined;
    const { user, session } = found;
    const role = operatorRoles.find((name) => name === user.role) ?? 'holder';
    const { id, userId, expiresAt } = session;
    const { viewedAccountId, viewExpiresAt } = session;
    const view =
      viewedAccountId && viewExpiresAt ? { accountId: viewedAccountId, expiresAt: new Date(viewExpiresAt) } : null;
    const memberships = role === 'holder' ? await selectMemberships(db, userId) : [];
    const membership = memberships.find((one) => one.id === session.accountId) ?? memberships[0];
    const [accountId, memberRole] = [membership?.id ?? null, membership?.role ?? null];
    return { id, userId, role, email: user.email, accountId, memberRole, view, expiresAt: new Date(expiresAt) };
  }
}

// Email with a sign-in link.

function signInEmail(email: string, link: string, minutes: number): MailMessage {
  return composeMail({
    to: email,
    subject: 'Sign in to Hookline',
    parts: [
      `Sign in with this link. It works once and expires in ${minutes} minutes.`,
      { button: 'Sign in', url: link },
      { note: 'If you did not request it, ignore this email. Nobody can sign in without the link.' },
    ],
  });
}

// Token in the URL of a feed or a share page. It gives access to that only.

/** 154 bits. */
const length = 26;

export function newToken(): string {
  return randomBase62(length);
}

/**
 * Returns the token for its account; `hidden` if it must not be shown (`hides`), or after a change of the operator key, when it still works
 * but cannot be decrypted.
 */
export function shownToken({ tryDecrypt }: Encryption, sealed: string, hides = false): string {
  return (hides ? undefined : tryDecrypt(sealed)) ?? 'hidden';
}

export function isToken(text: string): boolean {
  return text.length === length && /^[0-9A-Za-z]+$/.test(text);
}

/** Tokens are random, so a fast hash suffices. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

// Limits sign-in emails to a mailbox by spacing them: others can neither flood it nor keep its owner from links.

const hour = 3_600_000;
const minute = 60_000;

type MailboxLimiter = {
  /** Whether a request gets an email of its own. If not, one was sent within the last minute, and its link works. */
  isDue: (mailbox: string) => boolean;
};

/** Up to `maxPerHour` requests an hour get an email each; further requests share one per minute. */
export function createMailboxLimiter(maxPerHour: number, now: () => number = Date.now): MailboxLimiter {
  const perHour = createRateLimiter(now, { windowMs: hour, max: maxPerHour });
  const perMinute = createRateLimiter(now, { windowMs: minute, max: 1 });
  return { isDue: (mailbox) => perHour.record(mailbox) === 0 || perMinute.record(mailbox) === 0 };
}

// Moves the sign-in of an account to its new email. The account keeps an owner, and each change of its members is audited.

/**
 * A member with the new email becomes an owner, in addition to the former one. Otherwise the owner with the former email gets the new one
 * and loses sessions and passkeys, since their owner may not have access to the new mailbox. If this owner has other accounts, or the new email
 * already has a user, the new user becomes an owner in place of the former.
 */
const moveSignIn: MoveSignIn = async (trx, audit, { accountId, ...email }) => {
  const [from, to] = [email.from.toLowerCase(), email.to.toLowerCase()];
  const members = await lockMembers(trx, accountId);
  const successor = members.find((member) => member.email === to);
  if (successor) {
    if (successor.role === 'owner') return 'kept';
    await upsertOwner(trx, accountId, successor.userId);
    const details = { email: to, role: { from: successor.role, to: 'owner' } };
    await audit({ action: 'member.changed', subject: successor.id, accountId, details });
    return 'kept';
  }
  const owner = members.find((member) => member.role === 'owner' && member.email === from);
  // Nobody has signed in yet, so the first sign-in with the new email creates the owner.
  if (!owner) return 'kept';
  const isElsewhere = (await countMemberships(trx, owner.userId)) > 1;
  if (!isElsewhere && !(await hasUser(trx, to))) {
    await renameUser(trx, owner.userId, to);
    return 'moved';
  }
  await deleteMember(trx, owner, accountId);
  if (!isElsewhere) await deleteUser(trx, owner.userId);
  const userId = (await addUser(trx, to)) ?? fail('conflict', `${to} is the email of an operator.`);
  const subject = await upsertOwner(trx, accountId, userId);
  const role = 'owner';
  await audit({ action: 'member.removed', subject: owner.id, accountId, details: { email: from, role } });
  await audit({ action: 'member.joined', subject, accountId, details: { email: to, role } });
  return 'replaced';
};

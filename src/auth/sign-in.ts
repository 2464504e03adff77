// Sign-in by emailed link or by passkey, and the sessions that it starts. better-auth stores links and sessions.
import type { MoveSignIn } from '../accounts/actions.ts';
import { invitationDays } from '../accounts/key-request.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Actor, system } from '../audit/actor.ts';
import type { AuditAction, Details } from '../audit/audit.ts';
import type { Trx } from '../db/database.ts';
import { pingDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { lazily } from '../lib/lazily.ts';
import { selectMemberships, setSessionAccount } from '../members/store.ts';
import type { Observe } from '../telemetry/events.ts';
import { type AuthOptions, createAuth, isRejection, type ReceiveToken } from './better-auth.ts';
import { moveSignIn } from './move-sign-in.ts';
import { type Assertion, createPasskeys, type Passkeys } from './passkeys.ts';
import { operatorRoles } from './role.ts';
import { actorOf, type Client, endSession, type Session } from './sessions.ts';
import { signInEmail } from './sign-in-email.ts';
import { addUser, allowSignIn, deleteSessions, isOperatorMailbox, operatorEmail } from './store-users.ts';

export type SignIn = {
  /** Lets the person with this email sign in; false if it has no account and no invitation, or is an operator. */
  allow: (trx: Trx, email: string) => Promise<boolean>;
  /** After the email of an account was changed: its owner signs in with the new one, anew. */
  move: MoveSignIn;
  /** Emails a link if an account or an operator has this email. Resolves either way, so that clients cannot probe for accounts. */
  sendLink: (email: string) => Promise<void>;
  /** Link for the email of an approval or of an invitation, which `id` names, valid for days. The user may be created after it. */
  createInvitation: (email: string, id?: string) => Promise<string>;
  /** Creates the user of an invited email. undefined if it is an operator's. */
  addUser: (trx: Trx, email: string) => Promise<string | undefined>;
  createOperatorLink: (actor: Actor) => Promise<string>;
  /** Redeems the token of a link, or verifies a passkey. undefined if it is used, expired or unknown. */
  begin: (proof: SignInProof, client: Client & { userAgent: string }) => Promise<BegunSession | undefined>;
  /** Signs in the user with this email, who has proven in another way to read its mail. */
  beginFor: (email: string, client: Client & { userAgent: string }) => Promise<BegunSession | undefined>;
  /** Writes to the audit log that a token or a passkey was refused. */
  recordFailure: (client: Client) => Promise<void>;
  /** undefined if the cookie is missing, forged, or of an ended session. */
  sessionOf: (cookie: string) => Promise<Session | undefined>;
  /** Ends the session. Returns the cookies that clear it in the browser. */
  end: (cookie: string, session: Session, client: Client) => Promise<string[]>;
  passkeys: Passkeys;
};

/** `cookie` binds the passkey's answer to the options that the browser got. */
type SignInProof = { token: string } | { passkey: Assertion; cookie: string };

type BegunSession = { session: Session; cookies: string[] };

export type SignInDeps = AuthOptions & {
  jobs: Pick<Jobs, 'send'>;
  /** Base of links. */
  publicUrl: () => string;
  /** Without a mail server links are logged, so that they can be followed at all. */
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
  // Two instances, since one gives all its links the same lifetime. Both read the same links and sessions.
  const shortLived = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: linkMinutes * 60 }));
  const longLived = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: invitationDays * 86_400 }));
  const passkeys = createPasskeys({ db, operatorKey, isSecure, jobs, publicUrl });

  /** `name` is stored with it. */
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
      await record(actor, 'sign_in_link.created', 'operator');
      return createLink(operatorEmail);
    },
    begin,
    beginFor: async (email, client) => begin({ token: await createToken(email) }, client),
    recordFailure: (client) => record({ ...system, ...client }, 'session.failed', 'sign-in'),
    sessionOf: readSession,
    end: async (cookie, session, client) => {
      const { id, userId, accountId } = session;
      await endSession({ db, actor: actorOf(session, client) }, { userId }, id, accountId);
      const auth = await shortLived();
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
    passkeys,
  };

  async function begin(
    proof: SignInProof,
    { userAgent, ...client }: Client & { userAgent: string },
  ): Promise<BegunSession | undefined> {
    const headers = new Headers({ 'x-forwarded-for': client.address, 'user-agent': userAgent });
    try {
      const { headers: sent } = await verify(proof, headers);
      const cookies = sent.getSetCookie();
      const session = await readSession(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
      // If this fails the browser gets no cookie, so the session is not used.
      const details = { method: 'token' in proof ? 'link' : 'passkey' };
      // A passkey, and a link from before the deletion of the account, are known still.
      if (session?.role === 'holder' && !(await allowSignIn(db, session.email))) {
        await db.transaction().execute((trx) => deleteSessions(trx, { userId: session.userId }, { id: session.id }));
        return undefined;
      }
      if (!session) return undefined;
      // The account that it opens stays, also when memberships change.
      if (session.accountId !== null) await setSessionAccount(db, session.id, session.accountId);
      await record(actorOf(session, client), 'session.started', session.id, session.accountId, details);
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

  function record(
    actor: Actor,
    action: AuditAction,
    subject: string,
    accountId?: string | null,
    details?: Details,
  ): Promise<void> {
    const change = { action, subject, accountId: accountId ?? undefined, details };
    return db.transaction().execute((trx) => writeAudit(trx, actor, change));
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

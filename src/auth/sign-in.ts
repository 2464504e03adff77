// Sign-in by emailed link, and the sessions that it starts. better-auth stores links and sessions.
import { invitationDays } from '../accounts/key-request.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Actor, system } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import type { Trx } from '../db/database.ts';
import { pingDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Observe } from '../telemetry/events.ts';
import { type AuthOptions, createAuth, isRejection, type ReceiveToken } from './better-auth.ts';
import { operatorRoles } from './role.ts';
import { actorOf, type Client, endSession, type Session } from './sessions.ts';
import { signInEmail } from './sign-in-email.ts';
import { allowSignIn, isOperatorMailbox, operatorEmail } from './store-users.ts';

export type SignIn = {
  /** Lets the account with this email sign in; false if there is none, or the email is an operator's. */
  allow: (trx: Trx, email: string) => Promise<boolean>;
  /** Emails a link if an account or an operator has this email. Resolves either way, so that clients cannot probe for accounts. */
  sendLink: (email: string) => Promise<void>;
  /** Link for the email of an approval, valid for days. The account may be created after the link. */
  createInvitation: (email: string) => Promise<string>;
  createOperatorLink: (actor: Actor) => Promise<string>;
  /** Redeems the token of a link. undefined if it is used, expired or unknown. */
  begin: (token: string, client: Client & { userAgent: string }) => Promise<BegunSession | undefined>;
  /** Writes to the audit log that a token was refused. */
  recordFailure: (client: Client) => Promise<void>;
  /** undefined if the cookie is missing, forged, or of an ended session. */
  sessionOf: (cookie: string) => Promise<Session | undefined>;
  /** Ends the session. Returns the cookies that clear it in the browser. */
  end: (cookie: string, session: Session, client: Client) => Promise<string[]>;
};

type BegunSession = { session: Session; cookies: string[] };

export type SignInDeps = Omit<AuthOptions, 'linkSeconds'> & {
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

  async function createLink(email: string, authOf = shortLived): Promise<string> {
    const auth = await authOf();
    let token = '';
    const receiveToken: ReceiveToken = (created) => {
      token = created;
    };
    await auth.api.signInMagicLink({ body: { email, metadata: { receiveToken } }, headers: new Headers() });
    // A fragment is never sent to a server, so no log and no mail scanner sees the token.
    return `${publicUrl()}/sign-in#token=${token}`;
  }

  return {
    allow: allowSignIn,
    sendLink: async (typedEmail) => {
      const email = typedEmail.toLowerCase();
      if (!(await allowSignIn(db, email)) && !(await isOperatorMailbox(db, email))) return;
      const link = await createLink(email);
      await db.transaction().execute((trx) => jobs.send(trx, 'mail', signInEmail(email, link, linkMinutes)));
      observe({ kind: 'sign_in_link_mailed', email, link: hasMailServer ? undefined : link });
    },
    createInvitation: (email) => createLink(email.toLowerCase(), longLived),
    createOperatorLink: async (actor) => {
      await record(actor, 'sign_in_link.created', 'operator');
      return createLink(operatorEmail);
    },
    begin: async (token, { userAgent, ...client }) => {
      const headers = new Headers({ 'x-forwarded-for': client.address, 'user-agent': userAgent });
      try {
        const auth = await shortLived();
        const { headers: sent } = await auth.api.magicLinkVerify({ query: { token }, headers, returnHeaders: true });
        const cookies = sent.getSetCookie();
        const session = await readSession(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
        // If this fails the browser gets no cookie, so the session is not used.
        if (session) await record(actorOf(session, client), 'session.started', session.id, session.accountId);
        return session && { session, cookies };
      } catch (error) {
        if (isRejection(error)) return undefined;
        await pingDatabase(db);
        throw error;
      }
    },
    recordFailure: (client) => record({ ...system, ...client }, 'session.failed', 'sign-in'),
    sessionOf: readSession,
    end: async (cookie, session, client) => {
      const { id, userId, accountId } = session;
      await endSession({ db, actor: actorOf(session, client) }, { userId }, id, accountId);
      const auth = await shortLived();
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
  };

  function record(actor: Actor, action: AuditAction, subject: string, accountId?: string | null): Promise<void> {
    const change = { action, subject, accountId: accountId ?? undefined };
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
    return { id, userId, role, email: user.email, accountId: user.accountId ?? null, expiresAt: new Date(expiresAt) };
  }
}

function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

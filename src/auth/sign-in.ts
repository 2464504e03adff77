// Sign-in by emailed link, and the sessions that it starts. better-auth stores links and sessions.
import { hkdfSync } from 'node:crypto';
import { invitationDays } from '../accounts/key-request.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import type { Database, Trx } from '../db/database.ts';
import { pingDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Observe } from '../telemetry/events.ts';
import { signInEmail } from './sign-in-email.ts';
import { allowSignIn, operatorEmail } from './store.ts';

export type Session = Readonly<{
  /** `holder`: of an account. `operator`: runs the service and has no account. */
  role: 'holder' | 'operator';
  email: string;
  accountId: string | null;
  expiresAt: Date;
}>;

/** The browser that signs in; stored with the session. `address` is its IP address. */
type Client = { address: string; userAgent: string };

export type SignIn = {
  /** Lets the account with this email sign in; false if there is none. */
  allow: (trx: Trx, email: string) => Promise<boolean>;
  /** Emails a link if an account has this email. Resolves either way, so that clients cannot probe for accounts. */
  sendLink: (email: string) => Promise<void>;
  /** Link for the email of an approval, valid for days. The account may be created after the link. */
  createInvitation: (email: string) => Promise<string>;
  createOperatorLink: (actor: Actor) => Promise<string>;
  /** Redeems the token of a link. undefined if it is used, expired or unknown. */
  begin: (token: string, client: Client) => Promise<{ session: Session; cookies: string[] } | undefined>;
  /** undefined if the cookie is missing, forged, or of an ended session. */
  sessionOf: (cookie: string) => Promise<Session | undefined>;
  /** Ends the session. Returns the cookies that clear it in the browser. */
  end: (cookie: string) => Promise<string[]>;
};

export type SignInDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  operatorKey: string;
  /** Base of links. */
  publicUrl: () => string;
  /** Over https, session cookies are `Secure`. */
  isSecure: boolean;
  /** Without a mail server links are logged, so that they can be followed at all. */
  hasMailServer: boolean;
  observe: Observe;
};

export const linkMinutes = 15;
const sessionDays = 30;

/** Browsers accept a `__Host-` cookie only from this host over https, so no sibling host can overwrite it. */
const securePrefix = '__Host-';
export const sessionCookie = /(?:^|;\s*)(?:__Host-)?hookline\.session_token=/;

type ReceiveToken = (token: string) => void;

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
      if (!(await allowSignIn(db, email))) return;
      const link = await createLink(email);
      await db.transaction().execute((trx) => jobs.send(trx, 'mail', signInEmail(email, link, linkMinutes)));
      observe({ kind: 'sign_in_link_mailed', email, link: hasMailServer ? undefined : link });
    },
    createInvitation: (email) => createLink(email.toLowerCase(), longLived),
    createOperatorLink: async (actor) => {
      const change = { action: 'sign_in_link.created', subject: 'operator' } as const;
      await db.transaction().execute((trx) => writeAudit(trx, actor, change));
      return createLink(operatorEmail);
    },
    begin: async (token, { address, userAgent }) => {
      const headers = new Headers({ 'x-forwarded-for': address, 'user-agent': userAgent });
      try {
        const auth = await shortLived();
        const { headers: sent } = await auth.api.magicLinkVerify({ query: { token }, headers, returnHeaders: true });
        const cookies = sent.getSetCookie();
        const session = await readSession(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
        return session && { session, cookies };
      } catch (error) {
        if (isRejection(error)) return undefined;
        await pingDatabase(db);
        throw error;
      }
    },
    sessionOf: readSession,
    end: async (cookie) => {
      const auth = await shortLived();
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
  };

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
    const accountId = user.accountId ?? null;
    const role = accountId === null ? 'operator' : 'holder';
    return { role, email: user.email, accountId, expiresAt: new Date(session.expiresAt) };
  }
}

function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

type AuthOptions = Pick<SignInDeps, 'db' | 'operatorKey' | 'isSecure'> & { linkSeconds: number };

async function createAuth({ db, operatorKey, isSecure, linkSeconds }: AuthOptions) {
  // Loaded on the first sign-in, since the import takes 0.25 s that would delay the start of the service.
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/magic-link'),
  ]);
  const timeFields = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    // Its HTTP routes are not served; only its API functions are called.
    baseURL: isSecure ? 'https://localhost' : 'http://localhost',
    secret: Buffer.from(hkdfSync('sha256', operatorKey, '', 'hookline sessions', 32)).toString('base64url'),
    database: { db, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `${isSecure ? securePrefix : ''}hookline`,
      // Would add a second prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timeFields },
      additionalFields: { accountId: { type: 'string', required: false, input: false, fieldName: 'account_id' } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timeFields,
      },
      expiresIn: sessionDays * 86_400,
      // The cookie is written once, so the session must not outlive it.
      disableSessionRefresh: true,
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timeFields } },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: linkSeconds,
        sendMagicLink: ({ token, metadata }) => (metadata as { receiveToken: ReceiveToken }).receiveToken(token),
      }),
    ],
  });
}

/** better-auth rejects a link by throwing a redirect. */
function isRejection(error: unknown): boolean {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}

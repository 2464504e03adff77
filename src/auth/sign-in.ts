// Sign-in by mailed link, and the sessions that begin with it. better-auth keeps links and sessions; HTTP is http/sign-in.ts.
import { hkdfSync } from 'node:crypto';
import { writeAudit } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { askDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Observe } from '../telemetry/events.ts';
import { signInMail } from './sign-in-email.ts';
import { allowSignIn, operatorEmail } from './store.ts';

export type Session = Readonly<{
  /** `operator`: whoever runs the service; it has no account. */
  role: 'holder' | 'operator';
  email: string;
  accountId: string | null;
  expiresAt: Date;
}>;

/** Of the browser: what the session is stored with. */
type Client = { address: string; userAgent: string };

export type SignIn = {
  /** Mails a link where an account has the address. Who asks is told the same in either case. */
  sendLink: (email: string) => Promise<void>;
  /** For the mail of an approval, which may be read days later. The account may be made after the link. */
  createInvitation: (email: string) => Promise<string>;
  createOperatorLink: (actor: Actor) => Promise<string>;
  /** Uses the token of a link up. undefined where it has been used, has expired, or never was. */
  begin: (token: string, client: Client) => Promise<{ session: Session; cookies: string[] } | undefined>;
  /** undefined where the cookie is missing, forged, or of a session that has ended. */
  sessionOf: (cookie: string) => Promise<Session | undefined>;
  /** Ends the session; the cookies forget it. */
  end: (cookie: string) => Promise<string[]>;
};

export type SignInDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  operatorKey: string;
  /** Base of links. Sessions of https have cookies that never travel over http. */
  publicUrl: () => string;
  isSecure: boolean;
  /** Without a mail server the link is read from the log, else it stays out of it. */
  hasMailServer: boolean;
  observe: Observe;
};

export const linkMinutes = 15;
export const invitationDays = 7;
const sessionDays = 30;

/** Over https a browser takes it from this host only, for all of it: no other host of the site can put its own in its place. */
const securePrefix = '__Host-';
export const sessionCookie = /(?:^|;\s*)(?:__Host-)?hookline\.session_token=/;

type TakeToken = (token: string) => void;

export function createSignIn({
  db,
  jobs,
  operatorKey,
  publicUrl,
  isSecure,
  hasMailServer,
  observe,
}: SignInDeps): SignIn {
  // Two, since an instance gives all its links one lifetime. Each knows the links and sessions of the other.
  const short = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: linkMinutes * 60 }));
  const long = lazily(() => createAuth({ db, operatorKey, isSecure, linkSeconds: invitationDays * 86_400 }));

  async function createLink(email: string, by = short): Promise<string> {
    const auth = await by();
    let token = '';
    const take: TakeToken = (made) => {
      token = made;
    };
    await auth.api.signInMagicLink({ body: { email, metadata: { take } }, headers: new Headers() });
    // What follows # stays in the browser: no log and no scanner of mail on the way sees the token.
    return `${publicUrl()}/sign-in#token=${token}`;
  }

  return {
    sendLink: async (given) => {
      const email = given.toLowerCase();
      if (!(await allowSignIn(db, email))) return;
      const link = await createLink(email);
      await db.transaction().execute((trx) => jobs.send(trx, 'mail', signInMail(email, link, linkMinutes)));
      observe({ kind: 'sign_in_link_mailed', email, link: hasMailServer ? undefined : link });
    },
    createInvitation: (email) => createLink(email.toLowerCase(), long),
    createOperatorLink: async (actor) => {
      const change = { action: 'sign_in_link.created', subject: 'operator' } as const;
      await db.transaction().execute((trx) => writeAudit(trx, actor, change));
      return createLink(operatorEmail);
    },
    begin: async (token, { address, userAgent }) => {
      const headers = new Headers({ 'x-forwarded-for': address, 'user-agent': userAgent });
      try {
        const auth = await short();
        const { headers: sent } = await auth.api.magicLinkVerify({ query: { token }, headers, returnHeaders: true });
        const cookies = sent.getSetCookie();
        const session = await read(cookies.map((one) => one.split(';', 1)[0]).join('; '));
        return session && { session, cookies };
      } catch (error) {
        if (isRefusal(error)) return undefined;
        await askDatabase(db);
        throw error;
      }
    },
    sessionOf: read,
    end: async (cookie) => {
      const auth = await short();
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
  };

  async function read(cookie: string): Promise<Session | undefined> {
    const { api } = await short();
    const headers = new Headers({ cookie });
    const found = await api.getSession({ headers }).catch(async () => {
      // It does not tell why it failed. Where the database is away this says so; else only a connection was lost.
      await askDatabase(db);
      return api.getSession({ headers });
    });
    if (!found) return undefined;
    const { user, session } = found;
    const accountId = user.accountId ?? null;
    const role = accountId === null ? 'operator' : 'holder';
    return { role, email: user.email, accountId, expiresAt: new Date(session.expiresAt) };
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type AuthOptions = Pick<SignInDeps, 'db' | 'operatorKey' | 'isSecure'> & { linkSeconds: number };

async function createAuth({ db, operatorKey, isSecure, linkSeconds }: AuthOptions) {
  // Loaded when somebody signs in: it takes a quarter of a second, which the start of the service has better use for.
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/magic-link'),
  ]);
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    // Its own addresses are not served: what is used of it is called from here.
    baseURL: isSecure ? 'https://localhost' : 'http://localhost',
    secret: Buffer.from(hkdfSync('sha256', operatorKey, '', 'hookline sessions', 32)).toString('base64url'),
    database: { db, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `${isSecure ? securePrefix : ''}hookline`,
      // It would add a prefix of its own.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { accountId: { type: 'string', required: false, input: false, fieldName: 'account_id' } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionDays * 86_400,
      // A session lasts as long as its cookie, which is written once.
      disableSessionRefresh: true,
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    plugins: [
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: linkSeconds,
        sendMagicLink: ({ token, metadata = {} }) => (metadata.take as TakeToken)(token),
      }),
    ],
  });
}

/** better-auth answers a link that it does not accept with a redirection, which it throws. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode < 500;
}

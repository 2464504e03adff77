// better-auth, configured for sign-in links and sessions in the service's own tables. Only its API functions are called.
import { hkdfSync } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { newId, randomBase62 } from '../lib/ids.ts';

/** Browsers accept a `__Host-` cookie only from this host over https, so no sibling host can overwrite it. */
const securePrefix = '__Host-';
export const sessionCookie = /(?:^|;\s*)(?:__Host-)?hookline\.session_token=/;

const sessionDays = 30;

export type ReceiveToken = (token: string) => void;

export type AuthOptions = {
  db: Database;
  operatorKey: string;
  /** Over https, session cookies are `Secure`. */
  isSecure: boolean;
  linkSeconds: number;
};

export async function createAuth({ db, operatorKey, isSecure, linkSeconds }: AuthOptions) {
  // Loaded on the first sign-in, since the import takes 0.25 s that would delay the start of the service.
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/magic-link'),
  ]);
  const timeFields = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    // Its HTTP routes are not served.
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
      database: { generateId: ({ model }) => (model === 'session' ? newId('ses') : randomBase62(32)) },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timeFields },
      additionalFields: {
        accountId: { type: 'string', required: false, input: false, fieldName: 'account_id' },
        role: { type: 'string', required: true, input: false },
      },
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
export function isRejection(error: unknown): boolean {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}

// better-auth, configured for sign-in links, passkeys and sessions in the service's own tables. Only its API functions are called.
import { hkdfSync } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import type { Database } from '../db/database.ts';
import { newId, randomBase62 } from '../lib/ids.ts';

/** Browsers accept a `__Host-` cookie only from this host over https, so no sibling host can overwrite it. */
const securePrefix = '__Host-';
export const sessionCookie = /(?:^|;\s*)(?:__Host-)?hookline\.session_token=/;

export const sessionDays = 30;
/** Time after signing in during which passkeys and operators can be added: a stolen session must not prolong itself. */
export const freshMinutes = 60;

export type ReceiveToken = (token: string) => void;

export type AuthOptions = {
  db: Database;
  operatorKey: string;
  /** Over https, session cookies are `Secure`. */
  isSecure: boolean;
};

export async function createAuth({ linkSeconds, ...options }: AuthOptions & { linkSeconds: number }) {
  // Loaded on the first sign-in, since the import takes 0.25 s that would delay the start of the service.
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/magic-link'),
  ]);
  return betterAuth({
    ...commonOptions(options),
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

/** Called for each request with a passkey. `isUserVerified`: by PIN, fingerprint or face. Throwing refuses the request. */
export type OnPasskey = (request: { credentialId: string; isUserVerified: boolean }) => Promise<void>;

export type PasskeyAuthOptions = AuthOptions & { publicUrl: string; onAdd?: OnPasskey; onSignIn?: OnPasskey };

export async function createPasskeyAuth({ publicUrl, onAdd, onSignIn, ...options }: PasskeyAuthOptions) {
  const [{ betterAuth }, { passkey }] = await Promise.all([import('better-auth'), import('@better-auth/passkey')]);
  const { origin, hostname } = new URL(publicUrl);
  return betterAuth({
    ...commonOptions(options),
    plugins: [
      passkey({
        rpID: hostname,
        rpName: 'Hookline',
        origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
        // The plugin itself accepts a user who was not verified.
        registration: {
          afterVerification: async ({ verification: { registrationInfo } }) => {
            if (registrationInfo === undefined) throw new Error('The registration has no credential.');
            const { credential, userVerified } = registrationInfo;
            await onAdd?.({ credentialId: credential.id, isUserVerified: userVerified });
          },
        },
        authentication: {
          afterVerification: async ({ verification: { authenticationInfo } }) => {
            const { credentialID, userVerified } = authenticationInfo;
            await onSignIn?.({ credentialId: credentialID, isUserVerified: userVerified });
          },
        },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              userId: 'user_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
    ],
  });
}

export function commonOptions({ db, operatorKey, isSecure }: AuthOptions) {
  const timeFields = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return {
    // The HTTP routes of better-auth are not served here.
    baseURL: isSecure ? 'https://localhost' : 'http://localhost',
    secret: Buffer.from(hkdfSync('sha256', operatorKey, '', 'hookline sessions', 32)).toString('base64url'),
    database: { db, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `${isSecure ? securePrefix : ''}hookline`,
      // `true` would add a second prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
      database: {
        generateId: ({ model }) => newAuthId(model),
        // Validation would fail without the table of passwords, which are not used.
        validateSchema: false,
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timeFields },
      additionalFields: {
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
      freshAge: freshMinutes * 60,
      additionalFields: {
        accountId: { type: 'string', required: false, input: false, fieldName: 'account_id' },
        viewedAccountId: { type: 'string', required: false, input: false, fieldName: 'viewed_account_id' },
        viewExpiresAt: { type: 'date', required: false, input: false, fieldName: 'view_expires_at' },
      },
      // The cookie is written once, so the session must not outlive it.
      disableSessionRefresh: true,
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timeFields } },
  } satisfies BetterAuthOptions;
}

function newAuthId(model: string): string {
  if (model === 'session') return newId('ses');
  if (model === 'oauthConsent') return newId('app');
  return model === 'passkey' ? newId('psk') : randomBase62(32);
}

/** better-auth rejects a link by throwing a redirect, and a passkey by throwing a 4xx. */
export function isRejection(error: unknown): boolean {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}

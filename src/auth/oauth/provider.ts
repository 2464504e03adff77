// OAuth 2.1 for hosted MCP clients, by better-auth: authorization codes with PKCE, refresh tokens, client metadata documents. Access tokens
// have the form of keys and are looked up like keys.
import type { Auth, BetterAuthPlugin } from 'better-auth';
import type { Db } from '../../db/database.ts';
import type { Fetch } from '../../net/connect.ts';
import { type AuthOptions, commonOptions } from '../better-auth.ts';
import { hashKey, newKey } from '../keys/key.ts';
import type { KeyringRow } from '../keys/keyring.ts';
import { loadKeyring } from '../keys/store.ts';
import type { Secrets } from '../secret-index.ts';
import { loadAccessTokens } from './store.ts';

type OAuthOptions = AuthOptions & {
  /** Base of the service's URLs, and the issuer. */
  publicUrl: string;
  /** Reads metadata documents of clients. */
  fetchMetadata: Fetch;
};

/** Scopes of an app: the same access as keys with the scope `read`, and staying connected. */
const oauthScopes = ['read', 'offline_access'] as const;
export const signInPath = '/connect/sign-in';
export const consentPath = '/connect/consent';
export const oauthErrorPath = '/connect/error';
const accessTokenSeconds = 3600;

type Schema = NonNullable<BetterAuthPlugin['schema']>;

/** Loaded at the first request, since the import takes a second. */
export async function createOAuthProvider({ publicUrl, fetchMetadata, ...options }: OAuthOptions): Promise<Auth> {
  const [{ betterAuth }, { mcp }, { cimd }] = await Promise.all([
    import('better-auth'),
    import('@better-auth/mcp'),
    import('@better-auth/cimd'),
  ]);
  const provider = mcp({
    resource: `${publicUrl}/mcp`,
    loginPage: signInPath,
    consentPage: consentPath,
    scopes: [...oauthScopes],
    clientRegistrationDefaultScopes: [...oauthScopes],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: accessTokenSeconds,
    // All clients use the same resource.
    enforcePerClientResources: false,
    // Opaque tokens can be revoked at once.
    disableJwtPlugin: true,
    generateOpaqueAccessToken: newKey,
    storeTokens: { hash: async (token) => hashKey(token) },
  });
  nameColumns(provider.schema as Schema);
  const auth = betterAuth({
    ...commonOptions(options),
    baseURL: publicUrl,
    basePath: '/',
    onAPIError: { errorURL: `${publicUrl}${oauthErrorPath}` },
    plugins: [provider, cimd({ fetchClientMetadataResource: fetchMetadata, metadataProfile: 'mcp-2026-07-28' })],
  });
  return auth as unknown as Auth;
}

/** Converts the names of tables and columns to snake case. */
function nameColumns(schema: Schema): void {
  for (const [model, table] of Object.entries(schema)) {
    table.modelName = `${toSnakeCase(model)}s`;
    for (const [name, field] of Object.entries(table.fields)) field.fieldName = toSnakeCase(name);
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
}

// Credentials of the keyring: keys, and the access tokens of connected apps.

/** Loads all credentials, or only these. */
export async function loadCredentials(db: Db, only?: Secrets): Promise<KeyringRow[]> {
  const [keys, tokens] = await Promise.all([loadKeyring(db, only), loadAccessTokens(db, only)]);
  return [...keys, ...tokens];
}

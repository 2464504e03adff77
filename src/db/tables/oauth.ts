// Tables of apps that connect by OAuth, limited to the columns read here. better-auth writes them.
import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type OauthClientTable = {
  id: string;
  client_id: string;
  client_discovery_id: string | null;
  name: string | null;
  redirect_uris: Json<string[]>;
  scopes: Json<string[]> | null;
  grant_types: Json<string[]> | null;
  response_types: Json<string[]> | null;
  token_endpoint_auth_method: string | null;
  created_at: Timestamp | null;
};

export type OauthConsentTable = {
  id: string;
  client_id: string;
  user_id: string | null;
  /** Account whose catalog and quota the app uses; null until the consent is recorded. */
  account_id: string | null;
  created_at: Timestamp;
  day_limit: number | null;
  month_limit: number | null;
};

type Token = {
  id: string;
  client_id: string;
  user_id: string | null;
  /** SHA-256 of the token, hex. */
  token: string;
  /** SHA-256 of the authorization code that it was issued for, hex. */
  authorization_code_id: string | null;
  expires_at: Timestamp;
  revoked: Timestamp | null;
  scopes: Json<string[]>;
};
export type OauthAccessTokenTable = Token;
export type OauthRefreshTokenTable = Token;

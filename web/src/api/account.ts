// Client of the session, account, plan and key routes.
import { request } from './client.ts';
import type { Account, IssuedKey, Key, KeyRequest, Plan, SessionRecord } from './openapi.ts';

export type Session = SessionRecord;

export const keysPath = '/account/keys';

export const requestSignInLink = (email: string) => request('POST', '/sign-in-links', { body: { email } });
export const signIn = (token: string) => request<Session>('POST', '/session', { body: { token } });
/** Everything in memory belongs to the previous account, so the page must be reloaded. */
export const switchAccount = (account_id: string) => request('PATCH', '/session', { body: { account_id } });
export const signOut = () => request('DELETE', '/session');

type Restrictions = Pick<Key, 'scopes' | 'allowed_ips'>;

/** Key management of the signed-in account, or of a customer in the console. */
export type KeyActions = {
  create: (body: { name?: string; expires_at?: string } & Restrictions) => Promise<IssuedKey>;
  update: (id: string, body: { name?: string } & Partial<Restrictions>) => Promise<Key>;
  regenerate: (id: string, graceSeconds: number) => Promise<IssuedKey>;
  revoke: (id: string) => Promise<Key>;
};

export const ownKeys: KeyActions = {
  create: (body) => request('POST', keysPath, { body }),
  update: (id, body) => request('PATCH', `${keysPath}/${id}`, { body }),
  regenerate: (id, grace_seconds) => request('POST', `${keysPath}/${id}/regenerate`, { body: { grace_seconds } }),
  revoke: (id) => request('DELETE', `${keysPath}/${id}`),
};

/** Response of GET /account. */
export type OwnAccount = { account: Account; plan: Plan };
export const accountPath = '/account';
export const requestsPath = '/account/requests';
type PlanRequest = { kind?: 'reactivation'; plan?: string; use_case?: string; expected_calls_per_month?: number };
export const requestPlan = (body: PlanRequest) => request<KeyRequest>('POST', requestsPath, { body });
export const withdrawRequest = (id: string) => request('DELETE', `${requestsPath}/${id}`);
export const plansPath = '/plans';

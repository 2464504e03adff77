// Client of the session, account, plan and key routes.
import type { Account } from '../../../src/accounts/account.ts';
import type { IssuedKey, Key } from '../../../src/auth/key.ts';
import type { PlanRecord } from '../../../src/http/endpoints/plans.ts';
import type { SessionRecord } from '../../../src/http/endpoints/sign-in.ts';
import { request } from './client.ts';

export type Session = SessionRecord;

export const keysPath = '/account/keys';

export const requestSignInLink = (email: string) => request('POST', '/sign-in-links', { body: { email } });
export const signIn = (token: string) => request<Session>('POST', '/session', { body: { token } });
export const signOut = () => request('DELETE', '/session');

/** Key management: of the signed-in account, or of a customer in the console. */
export type KeyActions = {
  create: (body: { name?: string; expires_at?: string }) => Promise<IssuedKey>;
  regenerate: (id: string, graceSeconds: number) => Promise<IssuedKey>;
  revoke: (id: string) => Promise<Key>;
};

export const ownKeys: KeyActions = {
  create: (body) => request('POST', keysPath, { body }),
  regenerate: (id, grace_seconds) => request('POST', `${keysPath}/${id}/regenerate`, { body: { grace_seconds } }),
  revoke: (id) => request('DELETE', `${keysPath}/${id}`),
};

/** Response of GET /account. */
export type OwnAccount = { account: Account; plan: PlanRecord };
export const accountPath = '/account';
export const plansPath = '/plans';

// The account holder's own routes: session, account, plans, keys, with the shapes of their answers.
import type { Account } from '../../../src/accounts/account.ts';
import type { IssuedKey, Key } from '../../../src/accounts/key.ts';
import type { PlanRecord } from '../../../src/http/plans.ts';
import type { SessionRecord } from '../../../src/http/sign-in.ts';
import { request } from './client.ts';

export type Session = SessionRecord;

export const keysPath = '/account/keys';

export const askForSignInLink = (email: string) => request('POST', '/sign-in-links', { body: { email } });
export const signIn = (token: string) => request<Session>('POST', '/session', { body: { token } });
export const signOut = () => request('DELETE', '/session');

export const createKey = (body: { name?: string; expires_at?: string }) =>
  request<IssuedKey>('POST', keysPath, { body });
export const regenerateKey = (id: string, grace_seconds: number) =>
  request<IssuedKey>('POST', `${keysPath}/${id}/regenerate`, { body: { grace_seconds } });
export const revokeKey = (id: string) => request<Key>('DELETE', `${keysPath}/${id}`);

/** What GET /account answers. */
export type OwnAccount = { account: Account; plan: PlanRecord };
export const accountPath = '/account';
export const plansPath = '/plans';

// Client of the operator routes for accounts, their keys and webhooks, key requests and the audit log.
import type { Delivery, Webhook, WebhookWithSecret } from '@hookline/sdk';
import type { PlanName } from '../../../src/accounts/caller.ts';
import type { CreateWebhookInput } from '../../../src/webhooks/webhook.ts';
import type { KeyActions } from './account.ts';
import { type KeysetPage, type Query, request } from './client.ts';
import type {
  AccountOverview,
  AccountOverviewPage,
  Approval,
  IssuedKey,
  Key,
  KeyRequest,
  KeyRequestOverview,
  KeyRequestPage,
  NamedAuditPage,
  NamedAuditRecord,
  OperatorAccount,
  SignInLink,
} from './openapi.ts';

type CountedPage<T> = KeysetPage<T> & { total: number };

export async function readAccounts(query: Query): Promise<CountedPage<AccountOverview>> {
  const { accounts: data, ...page } = await request<AccountOverviewPage>('GET', '/operator/accounts', { query });
  return { data, ...page };
}

export async function readKeyRequests(query: Query): Promise<CountedPage<KeyRequestOverview>> {
  const { key_requests: data, ...page } = await request<KeyRequestPage>('GET', '/operator/key-requests', { query });
  return { data, ...page };
}

export async function readAudit(query: Query): Promise<KeysetPage<NamedAuditRecord>> {
  const { records: data, next } = await request<NamedAuditPage>('GET', '/operator/audit', { query });
  return { data, next };
}

export const accountPath = (id: string) => `/operator/accounts/${encodeURIComponent(id)}`;

export const accountDataPath = (id: string) => `${accountPath(id)}/data`;
export const deleteAccount = (id: string, body: { reason?: string; notify: boolean }) =>
  request<OperatorAccount>('DELETE', accountPath(id), { body });
export const restoreAccount = (id: string, body: { message?: string; notify: boolean }) =>
  request<OperatorAccount>('POST', `${accountPath(id)}/restore`, { body });
export const eraseAccount = (id: string) => request<OperatorAccount>('POST', `${accountPath(id)}/erase`);

export const createSignInLink = (id: string) => request<SignInLink>('POST', `${accountPath(id)}/sign-in-links`);
export const beginView = (id: string) => request('POST', `${accountPath(id)}/view`);
export const endView = () => request('DELETE', '/operator/view');

type CustomLimits = { per_day: number | null; per_month: number | null };
type NewAccount = { name?: string; email?: string; plan?: string };
type AccountChange = {
  name?: string;
  email?: string;
  note?: string | null;
  plan?: PlanName;
  limits?: CustomLimits;
  suspended?: boolean;
  /** Included in the email to the customer, who gets one unless `notify` is false. */
  message?: string;
  notify?: boolean;
};

export const createAccount = (body: NewAccount) => request<OperatorAccount>('POST', '/operator/accounts', { body });
export const changeAccount = (id: string, body: AccountChange) =>
  request<OperatorAccount>('PATCH', accountPath(id), { body });

/** Key management on the customer's behalf. */
export function keysOf(accountId: string): KeyActions {
  const path = `${accountPath(accountId)}/keys`;
  return {
    create: (body) => request<IssuedKey>('POST', path, { body }),
    update: (id, body) => request<Key>('PATCH', `${path}/${id}`, { body }),
    regenerate: (id, grace_seconds) =>
      request<IssuedKey>('POST', `${path}/${id}/regenerate`, { body: { grace_seconds } }),
    revoke: (id) => request<Key>('DELETE', `${path}/${id}`),
  };
}

const requestPath = (id: string) => `/operator/key-requests/${id}`;

export const approveKeyRequest = (id: string, body: { plan?: string; message?: string }) =>
  request<Approval>('POST', `${requestPath(id)}/approve`, { body });
export const declineKeyRequest = (id: string, body: { reason?: string }) =>
  request<KeyRequest>('POST', `${requestPath(id)}/decline`, { body });

const webhookPath = (id: string) => `/operator/webhooks/${id}`;

export const createWebhook = (accountId: string, body: Partial<CreateWebhookInput>) =>
  request<WebhookWithSecret>('POST', `${accountPath(accountId)}/webhooks`, { body });
export const deleteWebhook = (id: string) => request<Webhook>('DELETE', webhookPath(id));
export const pauseWebhook = (id: string) => request<Webhook>('POST', `${webhookPath(id)}/pause`);
export const resumeWebhook = (id: string, backlog: string) =>
  request<Webhook>('POST', `${webhookPath(id)}/resume`, { body: { backlog } });
export const rotateWebhookSecret = (id: string) =>
  request<WebhookWithSecret>('POST', `${webhookPath(id)}/rotate-secret`);
export const testWebhook = (id: string) => request<Delivery>('POST', `${webhookPath(id)}/test`);

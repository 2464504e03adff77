// Loads all data of the overview at once, so that the layout does not shift.
import type { Export, SavedSearch, UsageRecord, Webhook } from '@hookline/sdk';
import { keysPath } from '../../api/account.ts';
import { request } from '../../api/client.ts';
import { readMeta } from '../../api/meta.ts';
import type { Key } from '../../api/openapi.ts';
import { readHistory, readUsage } from '../../api/usage.ts';
import type { AccountState } from './account-problems.ts';

export type OverviewData = AccountState & { history: UsageRecord[] };

export const historyQuery = { by: ['day', 'endpoint', 'status'] } as const;

/** Skips routes the plan does not include: they would return 403. */
export async function readOverview(): Promise<OverviewData> {
  const [usage, history, keys, meta, searches] = await Promise.all([
    readUsage(),
    readHistory(historyQuery),
    request<Key[]>('GET', keysPath),
    readMeta(),
    request<SavedSearch[]>('GET', '/searches'),
  ]);
  const { features } = meta.account;
  const [webhooks, exports] = await Promise.all([
    features.includes('webhooks') ? request<Webhook[]>('GET', '/webhooks') : [],
    features.includes('export') ? request<Export[]>('GET', '/exports', { query: { limit: 20 } }) : [],
  ]);
  return { usage, history, keys, meta, searches, webhooks, exports };
}

/** Whether the account has never made a call. */
export function isNewAccount({ history, keys }: OverviewData): boolean {
  return history.length === 0 && keys.every((key) => key.last_used_at === null);
}

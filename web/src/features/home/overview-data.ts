// What the overview reads, in one go, so that nothing on it moves when the rest comes.
import type { Export, UsageRecord, Webhook } from '@hookline/sdk';
import type { Key } from '../../../../src/auth/key.ts';
import { keysPath } from '../../api/account.ts';
import { request } from '../../api/client.ts';
import { readMeta } from '../../api/meta.ts';
import { readHistory, readUsage } from '../../api/usage.ts';
import type { AccountState } from './account-problems.ts';

export type OverviewData = AccountState & { history: UsageRecord[] };

export const historyQuery = { by: ['day', 'endpoint', 'status'] } as const;

/** What the plan does not have is not asked for: it would be refused. */
export async function readOverview(): Promise<OverviewData> {
  const [usage, history, keys, meta] = await Promise.all([
    readUsage(),
    readHistory(historyQuery),
    request<Key[]>('GET', keysPath),
    readMeta(),
  ]);
  const { features } = meta.account;
  const [webhooks, exports] = await Promise.all([
    features.includes('webhooks') ? request<Webhook[]>('GET', '/webhooks') : [],
    features.includes('export') ? request<Export[]>('GET', '/exports', { query: { limit: 20 } }) : [],
  ]);
  return { usage, history, keys, meta, webhooks, exports };
}

/** No call was ever seen of it. */
export function isUntouched({ history, keys }: OverviewData): boolean {
  return history.length === 0 && keys.every((key) => key.last_used_at === null);
}

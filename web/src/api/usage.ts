// Client of the usage routes. Without the SDK's client, to keep the page small.
import type { Usage, UsageHistoryQuery, UsageRecord } from '@hookline/sdk';
import { request } from './client.ts';

export const readUsage = () => request<Usage>('GET', '/usage');
export const readHistory = (query: UsageHistoryQuery = {}) =>
  request<UsageRecord[]>('GET', '/usage/history', { query });

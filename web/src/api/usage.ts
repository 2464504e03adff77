// What was called, and what is left. By `request` in place of the SDK's client: a light page stays light.
import type { Usage, UsageHistoryQuery, UsageRecord } from '@hookline/sdk';
import { request } from './client.ts';

export const readUsage = () => request<Usage>('GET', '/usage');
export const readHistory = (query: UsageHistoryQuery = {}) =>
  request<UsageRecord[]>('GET', '/usage/history', { query });

// What was called, what is left, and the catalog in figures. By `request` in place of the SDK's client: a light page stays light.
import type { Meta, Usage, UsageHistoryQuery, UsageRecord } from '@hookline/sdk';
import { request } from './client.ts';

export const readUsage = () => request<Usage>('GET', '/usage');
export const readHistory = (query: UsageHistoryQuery = {}) =>
  request<UsageRecord[]>('GET', '/usage/history', { query });
export const readMeta = () => request<Meta>('GET', '/meta');

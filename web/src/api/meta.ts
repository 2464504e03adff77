// The catalog in figures, with the values that labels may have: read by one function, and under one key of the cache.
import type { Meta } from '@hookline/sdk';
import { request } from './client.ts';
import { useApi } from './use-api.ts';

export const readMeta = () => request<Meta>('GET', '/meta');

export function useMeta() {
  return useApi(['meta'], readMeta);
}

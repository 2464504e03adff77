// Client of GET /meta: catalog figures and label values, under one cache key.
import type { Meta } from '@hookline/sdk';
import { request } from './client.ts';
import { useApi } from './use-api.ts';

export const readMeta = () => request<Meta>('GET', '/meta');

export function useMeta() {
  return useApi(['meta'], readMeta);
}

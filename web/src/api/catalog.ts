// Client of the catalog routes: hooks, facets, trends. Without the SDK's client, to keep list pages small.
import type { Hook, HookDetail, HookQuery, RandomQuery, Trend, TrendQuery } from '@hookline/sdk';
import { request, requestBody } from './client.ts';

/**
 * `highlights` are the matches of `q`, present with `highlight`. `views_gained_7d` is present when the list is sorted by it; null is
 * unknown.
 */
export type ListedHook = Hook & {
  highlights?: readonly (readonly [start: number, end: number])[];
  views_gained_7d?: number | null;
  views_per_day?: number | null;
  views_vs_creator?: number | null;
};

type HookPage = {
  data: ListedHook[];
  total: number;
  nextCursor: string | null;
  facets?: Record<string, Record<string, number>>;
  views_gained_unknown?: number;
};
export type Trends = { data: Trend[]; from: string; until: string };

/** `isFull` requests all fields, which not all plans include. */
export async function listHooks(query: HookQuery, isFull = false): Promise<HookPage> {
  const { next_cursor: nextCursor, ...page } = await requestBody<HookPage & { next_cursor: string | null }>(
    isFull ? '/hooks/full' : '/hooks',
    query,
  );
  return { ...page, nextCursor };
}

export const readRandomHooks = (query: RandomQuery) => request<Hook[]>('GET', '/hooks/random', { query });
export const readHook = (id: string) => request<HookDetail>('GET', `/hooks/${encodeURIComponent(id)}`);
export const readTrends = (query: TrendQuery) => requestBody<Trends>('/trends', query);

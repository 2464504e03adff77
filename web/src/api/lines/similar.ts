// Client of GET /hooks/{id}/similar.
import type { SimilarHook } from '@hookline/sdk';
import { request } from '../client.ts';

/** `score` is 0 to 1. */
export type Similarity = SimilarHook['similarity'];

const fewHooks = 3;

/** Omits loosely related hooks if at least three others remain, else returns the first three. */
export function closeOnes<H extends { similarity: Similarity }>(hooks: readonly H[]): readonly H[] {
  const close = hooks.filter(({ similarity }) => similarity.closeness !== 'related');
  return close.length < fewHooks ? hooks.slice(0, fewHooks) : close;
}

export const readSimilarHooks = (id: string, limit: number) =>
  request<SimilarHook[]>('GET', `/hooks/${encodeURIComponent(id)}/similar`, { query: { limit } });

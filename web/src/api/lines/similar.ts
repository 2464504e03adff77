// Client of GET /hooks/{id}/similar.
import type { SimilarHook } from '@hookline/sdk';
import { request } from '../client.ts';

/** `score` is 0 to 1. */
export type Similarity = SimilarHook['similarity'];

export const readSimilarHooks = (id: string, limit: number) =>
  request<SimilarHook[]>('GET', `/hooks/${encodeURIComponent(id)}/similar`, { query: { limit } });

// Client of GET /hooks/{id}/similar.
import type { Hook } from '@hookline/sdk';
import { request } from './client.ts';

export type SimilarReason =
  | { kind: 'words'; words: string[] }
  | { kind: 'template'; template: string }
  | { kind: 'archetype'; value: string }
  | { kind: 'meaning'; similarity: number };

/** `score` is 0 to 1. */
export type Similarity = { score: number; why: SimilarReason[] };
export type SimilarHook = Hook & { similarity: Similarity };

export const readSimilarHooks = (id: string, limit: number) =>
  request<SimilarHook[]>('GET', `/hooks/${encodeURIComponent(id)}/similar`, { query: { limit } });

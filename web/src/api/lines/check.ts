// Client of POST /check: what a line is, and where lines like it stand.
import type { DraftCheck } from '@hookline/sdk';
import { request } from '../client.ts';

/** `niche`, `platform` and `language` are guessed, any and detected unless they are given. */
export type Draft = { text: string; niche?: string; platform?: string; language?: string };

export const checkDraft = (draft: Draft) => request<DraftCheck>('POST', '/check', { body: draft });

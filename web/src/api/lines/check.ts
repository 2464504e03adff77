// Client of POST /check, which compares a draft with proven hooks.
import type { DraftCheck } from '@hookline/sdk';
import { request } from '../client.ts';

/** Defaults: `niche` is guessed, `platform` is any, `language` is detected. */
export type Draft = { text: string; niche?: string; platform?: string; language?: string };

export const checkDraft = (draft: Draft) => request<DraftCheck>('POST', '/check', { body: draft });

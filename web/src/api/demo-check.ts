// Client of POST /demo/check, the check of the public page.
import { request } from './client.ts';
import type { DraftCheck } from './openapi.ts';

export type DemoCheck = Omit<DraftCheck, 'language' | 'rising'>;

export const checkDemo = (text: string) => request<DemoCheck>('POST', '/demo/check', { body: { text } });

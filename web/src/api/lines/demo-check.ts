// Client of POST /demo/check, the check of the public page.
import type { DraftCheck } from '@hookline/sdk';
import { request } from '../client.ts';

export type DemoCheck = Omit<DraftCheck, 'language' | 'rising'>;

export const checkDemo = (text: string) => request<DemoCheck>('POST', '/demo/check', { body: { text } });

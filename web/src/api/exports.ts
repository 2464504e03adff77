// The routes of exports as their page asks them: without the SDK's client, whose chunk it then need not load at once.
import type { Export, NewExport } from '@hookline/sdk';
import { type Query, request, requestCursorPage } from './client.ts';

export const listExports = (query: Query) => requestCursorPage<Export>('/exports', query);
export const createExport = (body: NewExport) => request<Export>('POST', '/export', { body });
export const endExport = (id: string) => request<Export>('DELETE', `/export/${encodeURIComponent(id)}`);

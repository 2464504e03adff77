// Client of the export routes. Without the SDK's client, to keep the page small.
import type { Export, NewExport } from '@hookline/sdk';
import { type Query, request, requestCursorPage } from './client.ts';

export const listExports = (query: Query) => requestCursorPage<Export>('/exports', query);
export const createExport = (body: NewExport) => request<Export>('POST', '/export', { body });
export const deleteExport = (id: string) => request<Export>('DELETE', `/export/${encodeURIComponent(id)}`);

// Client of the export routes. Without the SDK's client, to keep the page small.
import type { Export, ExportSchedule, ExportScheduleUpdate, NewExport } from '@hookline/sdk';
import { type Query, request, requestCursorPage } from './client.ts';

export const listExports = (query: Query) => requestCursorPage<Export>('/exports', query);
export const createExport = (body: NewExport) => request<Export>('POST', '/export', { body });
export const deleteExport = (id: string) => request<Export>('DELETE', `/export/${encodeURIComponent(id)}`);

export const schedulesPath = '/exports/schedules';
const schedulePath = (id: string) => `${schedulesPath}/${encodeURIComponent(id)}`;
export const changeSchedule = (id: string, body: ExportScheduleUpdate) =>
  request<ExportSchedule>('PATCH', schedulePath(id), { body });
export const deleteSchedule = (id: string) => request<ExportSchedule>('DELETE', schedulePath(id));

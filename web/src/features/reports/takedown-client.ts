// Client of the routes for takedowns and reports.
import type { BlockKind } from '../../../../src/catalog/takedowns/takedown.ts';
import { type Query, request } from '../../api/client.ts';
import type { Report, ReportPage, ReportReceipt, Takedown, TakedownPage } from '../../api/openapi.ts';

export const reportsPath = '/operator/reports';
export const takedownsPath = '/operator/takedowns';

export type NewReport = Record<'hook_id' | 'url' | 'reason' | 'email' | 'details', string | undefined>;
export const sendReport = (body: NewReport) => request<ReportReceipt>('POST', '/report', { body });

export const readReports = async (query: Query) => {
  const { reports, total, next } = await request<ReportPage>('GET', reportsPath, { query });
  return { data: reports, total, nextCursor: next };
};
export const dismissReport = (id: string) => request<Report>('POST', `${reportsPath}/${id}/dismiss`, { body: {} });

export const readTakedowns = async (query: Query) => {
  const { takedowns, total, next } = await request<TakedownPage>('GET', takedownsPath, { query });
  return { data: takedowns, total, nextCursor: next };
};
type TakedownBody = { reason: string | undefined; blocks: readonly BlockKind[]; all_by_creator: boolean };
export const takeDown = (hookId: string, body: TakedownBody) =>
  request<Takedown>('POST', `/operator/hooks/${hookId}/takedown`, { body });
export const liftTakedown = (id: string) => request<Takedown>('DELETE', `${takedownsPath}/${id}`);

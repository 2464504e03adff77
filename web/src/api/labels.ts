// Client of the operator routes for guessed labels: training and relabelling. The report is read by the page "Labels".
import { request } from './client.ts';
import type { RelabelReport, TrainingReport } from './openapi.ts';

export const labelsReportPath = '/operator/labels/report';

/** Starts a training and waits for it, up to 20 s. */
export const trainLabels = () => request<TrainingReport>('POST', '/operator/labels/train', { body: {} });

export type RelabelRequest = {
  source?: string;
  where?: Readonly<Record<string, string>>;
  method?: 'llm';
  sample?: number;
  dry_run?: boolean;
};
export const relabel = (body: RelabelRequest) => request<RelabelReport>('POST', '/operator/labels/run', { body });

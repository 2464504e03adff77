// /operator/labels: guesses of labels.
import type { Actor, Refresh } from '../../audit/actor.ts';
import {
  type RelabelInput,
  type RelabelReport,
  relabelInput,
  relabelReportSchema,
} from '../../catalog/labelling/relabel/relabel.ts';
import { type ReportDeps, readLabelsReport } from '../../catalog/labelling/report/report.ts';
import { labelsReportSchema } from '../../catalog/labelling/report/report-schema.ts';
import { trainNow } from '../../catalog/labelling/training/actions.ts';
import { trainingReportSchema } from '../../catalog/labelling/training/training.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { acting } from './acting.ts';

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export type LabelDeps = ReportDeps & {
  jobs: Pick<Jobs, 'send'>;
  /** Resolves when the relabelling is committed. */
  relabel: (input: RelabelInput, actor: Actor) => Promise<RelabelReport>;
  refresh: Refresh;
};

export function labelEndpoints(deps: LabelDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      path: '/operator/labels/report',
      summary: 'Get labels report',
      description:
        'How right the labels are: agreement with curators, reliability, models, and which waiting hooks would teach most.',
      response: labelsReportSchema,
      handler: () => readLabelsReport(deps),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/labels/run',
      summary: 'Relabel hooks',
      description:
        'Guesses the labels of published hooks again, as one catalog version, or previews it. Labels that a source gave or a curator decided stay, and so do hooks that a curator touched. `POST /operator/edits/{id}/undo` undoes it. It takes about 20 s for 200,000 hooks, and ends also if the connection is lost; `GET /operator/edits` then lists it.',
      body: relabelInput,
      requiresBody: true,
      response: relabelReportSchema,
      handler: async (request) => {
        const report = await deps.relabel(request.body, request.actor());
        if (report.edit_id !== null) await deps.refresh.catalog();
        return report;
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/labels/train',
      summary: 'Train labels',
      description:
        'Trains a model of labels now. Waits 20 s for the end. Imports and decisions of curators start trainings without it.',
      response: trainingReportSchema,
      handler: (request) => trainNow(acting(deps, request)),
    }),
  ];
}

// /operator/hooks: hooks in any state. With state=pending it is the review queue; a PATCH decides.
import type { Refresh } from '../../../audit/actor.ts';
import { editHook } from '../../../catalog/curation/actions.ts';
import type { EditDeps } from '../../../catalog/curation/apply-edit.ts';
import { editHookInput } from '../../../catalog/curation/edit.ts';
import {
  explainedHookSchema,
  hookPageSchema,
  operatorHookSchema,
  reviewedHookSchema,
  reviewQueueSchema,
} from '../../../catalog/curation/operator-hook.ts';
import { explainHook, findHooks, getHook, getReviewQueue, listHooksInput } from '../../../catalog/curation/queries.ts';
import { claimDecisionInput, decideClaim } from '../../../catalog/holders/actions.ts';
import { requestTrainingAfterDecisions } from '../../../catalog/labelling/training/actions.ts';
import { removeSampleHooks, sampleRemovalSchema } from '../../../catalog/seed/actions.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import type { Limits } from '../../../config/limits.ts';
import type { Database } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { type AnnounceLimits, announceHooksWith } from '../../../webhooks/events/announce.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { operatorPage } from '../../pipeline/parameters.ts';
import { acting } from '../acting.ts';

const hookParameters = listHooksInput.extend({ limit: operatorPage.limit });
const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export type OperatorHookDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  refresh: Refresh;
  labeller: () => Labeller;
  catalog: () => Catalog;
  limits: AnnounceLimits & Pick<Limits, 'languages' | 'hooksPerEdit'>;
};

export function editDepsOf({ jobs, limits }: Pick<OperatorHookDeps, 'jobs' | 'limits'>): EditDeps {
  return {
    announce: announceHooksWith(limits),
    requestTraining: (trx) => requestTrainingAfterDecisions(trx, { jobs }),
    limits,
  };
}

export function operatorHookEndpoints(deps: OperatorHookDeps): ClientEndpoint[] {
  const { db } = deps;
  const editDeps = editDepsOf(deps);
  return [
    defineEndpoint({
      ...common,
      path: '/operator/hooks',
      summary: 'List hooks in any state',
      query: hookParameters,
      response: hookPageSchema,
      handler: ({ query }) => findHooks(db, query, deps.labeller()),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/review',
      summary: 'Get review queue',
      description: 'Counts the hooks that wait for review, by reason, source and language.',
      response: reviewQueueSchema,
      handler: () => getReviewQueue(db),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/hooks/:id',
      summary: 'Get hook in any state',
      response: explainedHookSchema,
      handler: ({ params }) => explainHook(db, params.id, deps.labeller(), deps.catalog().snapshot),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/operator/hooks/:id',
      summary: 'Edit hook',
      description: 'Changes text, labels or state of a hook.',
      body: editHookInput,
      requiresBody: true,
      response: operatorHookSchema,
      handler: (request) => editHook(acting(deps, request), request.params.id, request.body, editDeps),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/hooks/:id/claims',
      summary: 'Decide view count',
      description: 'Accepts or rejects a view count that waits for a decision.',
      body: claimDecisionInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await decideClaim(acting(deps, request), request.params.id, request.body);
        return getHook(db, request.params.id, deps.labeller());
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/sample',
      summary: 'Remove sample hooks',
      description: 'Removes the sample hooks of the starter set.',
      response: sampleRemovalSchema,
      handler: (request) => removeSampleHooks(acting(deps, request)),
    }),
  ];
}

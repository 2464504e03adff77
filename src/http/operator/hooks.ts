// /operator/hooks: hooks in any state. With state=pending it is the review queue; a PATCH decides.
import { z } from 'zod';
import type { Refresh } from '../../audit/actor.ts';
import { editHook, editHooks } from '../../catalog/curation/actions.ts';
import {
  editHookInput,
  editHooksInput,
  editPageSchema,
  editResultSchema,
  undoneEditSchema,
} from '../../catalog/curation/edit.ts';
import {
  hookPageSchema,
  operatorHookSchema,
  reviewedHookSchema,
  reviewQueueSchema,
} from '../../catalog/curation/operator-hook.ts';
import { findHooks, getHook, getReviewQueue, listEdits, listHooksInput } from '../../catalog/curation/queries.ts';
import { undoEdit } from '../../catalog/curation/undo.ts';
import { claimDecisionInput, decideClaim } from '../../catalog/holders/actions.ts';
import { mergeHook, mergeInput } from '../../catalog/merging/actions.ts';
import { dismissNearDuplicate } from '../../catalog/near-duplicates/actions.ts';
import { removeSampleHooks, sampleRemovalSchema } from '../../catalog/seed/actions.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database, Trx } from '../../db/database.ts';
import { type AnnounceLimits, announceHooksWith } from '../../webhooks/announce.ts';
import { countSent, skipUnsent } from '../../webhooks/store-undo.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import { acting } from './acting.ts';

const hookParameters = listHooksInput.extend({ limit: operatorPage.limit });
const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export type OperatorHookDeps = {
  db: Database;
  refresh: Refresh;
  limits: AnnounceLimits & Pick<Limits, 'languages' | 'hooksPerEdit'>;
};

export function operatorHookEndpoints(deps: OperatorHookDeps): ClientEndpoint[] {
  const { db } = deps;
  const editDeps = { announce: announceHooksWith(deps.limits), limits: deps.limits };
  return [
    defineEndpoint({
      ...common,
      path: '/operator/hooks',
      summary: 'List hooks in any state',
      query: hookParameters,
      response: hookPageSchema,
      handler: ({ query }) => findHooks(db, query),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/operator/hooks',
      summary: 'Change labels or state of several hooks, as one catalog version',
      body: editHooksInput,
      requiresBody: true,
      response: editResultSchema,
      handler: (request) => editHooks(acting(deps, request), request.body, editDeps),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/edits',
      summary: 'List edits of hooks, newest first',
      query: z.object(operatorPage),
      response: editPageSchema,
      handler: ({ query }) => listEdits(db, query),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/edits/:id/undo',
      summary: 'Undo an edit of hooks',
      response: undoneEditSchema,
      handler: (request) => undoEdit(acting(deps, request), request.params.id, settleDeliveries),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/review',
      summary: 'Count the hooks that wait for review, by reason, source and language',
      response: reviewQueueSchema,
      handler: () => getReviewQueue(db),
    }),
    defineEndpoint({
      ...common,
      path: '/operator/hooks/:id',
      summary: 'Get a hook in any state',
      response: reviewedHookSchema,
      handler: ({ params }) => getHook(db, params.id),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/operator/hooks/:id',
      summary: 'Change text, labels or state of a hook',
      body: editHookInput,
      requiresBody: true,
      response: operatorHookSchema,
      handler: (request) => editHook(acting(deps, request), request.params.id, request.body, editDeps),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/hooks/:id/claims',
      summary: 'Accept or reject a view count that waits for a decision',
      body: claimDecisionInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await decideClaim(acting(deps, request), request.params.id, request.body);
        return getHook(db, request.params.id);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/hooks/:id/merge',
      summary: 'Merge a hook into another, which answers for both from then on',
      body: mergeInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await mergeHook(acting(deps, request), request.params.id, request.body);
        return getHook(db, request.body.into);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/hooks/:id/near-duplicates/:other',
      summary: 'Say that two hooks are no near duplicates. They are not listed as such again',
      response: reviewedHookSchema,
      handler: async (request) => {
        await dismissNearDuplicate(acting(deps, request), request.params.id, request.params.other);
        return getHook(db, request.params.id);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/sample',
      summary: 'Remove the sample hooks of the starter set',
      response: sampleRemovalSchema,
      handler: (request) => removeSampleHooks(acting(deps, request)),
    }),
  ];
}

async function settleDeliveries(trx: Trx, eventId: string, now: Date): Promise<number> {
  await skipUnsent(trx, { eventId }, now);
  return countSent(trx, { eventId });
}

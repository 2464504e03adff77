// /operator/hooks: hooks in any state. With state=pending it is the review queue; a PATCH decides.

import { z } from 'zod';
import { type EditDeps, editHook, editHooks, undoEdit } from '../../catalog/curation/actions.ts';
import {
  editHookInput,
  editHooksInput,
  editPageSchema,
  editResultSchema,
  undoneEditSchema,
} from '../../catalog/curation/edit.ts';
import {
  explainedHookSchema,
  hookPageSchema,
  operatorHookSchema,
  reviewedHookSchema,
  reviewQueueSchema,
} from '../../catalog/curation/operator-hook.ts';
import {
  explainHook,
  findHooks,
  getHook,
  getReviewQueue,
  listEdits,
  listHooksInput,
} from '../../catalog/curation/queries.ts';
import { requestTrainingAfterDecisions } from '../../catalog/labelling/training/actions.ts';
import { mergeHook, mergeInput } from '../../catalog/merging/actions.ts';
import { dismissNearDuplicate } from '../../catalog/near-duplicates/actions.ts';
import { removeSampleHooks, sampleRemovalSchema } from '../../catalog/sample/sample.ts';
import { claimDecisionInput, decideClaim } from '../../catalog/source-records/actions.ts';
import { listTrusts, setTrust, sourceTrustSchema, trustInput } from '../../catalog/source-records/trust.ts';
import type { Trx } from '../../db/database.ts';
import { announceHooksWith } from '../../webhooks/events/announce.ts';
import { countSent, skipUndelivered } from '../../webhooks/store-deliveries.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const hookParameters = listHooksInput.extend({ limit: operatorPage.limit });

function editDepsOf({ jobs, limits }: Pick<Services, 'jobs' | 'limits'>): EditDeps {
  return {
    announce: announceHooksWith(limits),
    requestTraining: (trx) => requestTrainingAfterDecisions(trx, { jobs }),
    limits,
  };
}

export function operatorHookEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  const editDeps = editDepsOf(services);
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/hooks',
      summary: 'List hooks in any state',
      query: hookParameters,
      response: hookPageSchema,
      handler: ({ query }) => findHooks(services, query),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/review',
      summary: 'Get review queue',
      description: 'Counts the hooks pending review, by reason, source and language.',
      response: reviewQueueSchema,
      handler: () => getReviewQueue(db),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/hooks/:id',
      summary: 'Get hook in any state',
      response: explainedHookSchema,
      handler: ({ params }) => explainHook(services, params),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'PATCH',
      path: '/operator/hooks/:id',
      summary: 'Edit hook',
      description: 'Changes text, labels or state of a hook.',
      body: editHookInput,
      requiresBody: true,
      response: operatorHookSchema,
      handler: (request) =>
        editHook(contextOf({ ...services, ...editDeps }, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/hooks/:id/claims',
      summary: 'Decide view count',
      description: 'Accepts or rejects a pending view count.',
      body: claimDecisionInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await decideClaim(contextOf(services, request), { ...request.body, ...request.params });
        return getHook(services, request.params);
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/sample',
      summary: 'Remove sample hooks',
      description: 'Removes the sample hooks.',
      response: sampleRemovalSchema,
      handler: (request) => removeSampleHooks(contextOf(services, request)),
    }),
  ];
}

// /operator/hooks/{id}/merge and …/near-duplicates: near-duplicates are merged into one hook, or kept as two.

export function duplicateEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/hooks/:id/merge',
      summary: 'Merge hook',
      description: 'Merges a hook into another, which replaces both from then on.',
      body: mergeInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await mergeHook(contextOf(services, request), { ...request.body, ...request.params });
        return getHook(services, { id: request.body.into });
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/hooks/:id/near-duplicates/:other',
      summary: 'Dismiss near duplicate',
      description: 'Marks two hooks as not near duplicates. They are not listed as such again.',
      response: reviewedHookSchema,
      handler: async (request) => {
        await dismissNearDuplicate(contextOf(services, request), request.params);
        return getHook(services, request.params);
      },
    }),
  ];
}

// /operator/edits and PATCH /operator/hooks: edits of several hooks, their log and their undo.

export function operatorEditEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  const editDeps = editDepsOf(services);
  return [
    operatorEndpoint({
      permission: 'catalog',
      method: 'PATCH',
      path: '/operator/hooks',
      summary: 'Edit hooks',
      description: 'Changes labels or state of several hooks, as one catalog version.',
      body: editHooksInput,
      requiresBody: true,
      response: editResultSchema,
      handler: (request) => editHooks(contextOf({ ...services, ...editDeps }, request), request.body),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/edits',
      summary: 'List edits',
      description: 'Edits of hooks, newest first.',
      query: z.object(operatorPage),
      response: editPageSchema,
      handler: ({ query }) => listEdits(db, query),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/edits/:id/undo',
      summary: 'Undo edit',
      description: 'Undoes an edit of hooks.',
      response: undoneEditSchema,
      handler: (request) => undoEdit(contextOf({ ...services, settleDeliveries }, request), request.params),
    }),
  ];
}

async function settleDeliveries(trx: Trx, eventId: string, now: Date): Promise<number> {
  await skipUndelivered(trx, { eventId }, now);
  return countSent(trx, { eventId });
}

// /operator/trust: which sources are trusted if several have the same video.

export function trustEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/trust',
      summary: 'List trust',
      description: 'Sources with their trust, the most trusted first.',
      response: z.object({ sources: z.array(sourceTrustSchema) }),
      handler: async () => ({ sources: await listTrusts(services.db) }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/trust',
      summary: 'Set trust',
      description: 'Sets the trust in a source. Hooks that other sources have too show the most trusted at once.',
      requiresBody: true,
      body: trustInput,
      response: z.object({ source: z.string(), trust: z.number().int(), changed: z.number().int() }),
      handler: (request) => setTrust(contextOf(services, request), request.body),
    }),
  ];
}

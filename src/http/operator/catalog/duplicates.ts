// /operator/hooks/{id}/merge and …/near-duplicates: hooks that say the same become one, or stay two.

import { reviewedHookSchema } from '../../../catalog/curation/operator-hook.ts';
import { getHook } from '../../../catalog/curation/queries.ts';
import { mergeHook, mergeInput } from '../../../catalog/merging/actions.ts';
import { dismissNearDuplicate } from '../../../catalog/near-duplicates/actions.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { acting } from '../acting.ts';
import type { OperatorHookDeps } from './hooks.ts';

const common = { audience: 'operator', permission: 'catalog', tag: 'Operator' } as const;

export function duplicateEndpoints(deps: OperatorHookDeps): ClientEndpoint[] {
  const { db } = deps;
  return [
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/operator/hooks/:id/merge',
      summary: 'Merge hook',
      description: 'Merges a hook into another, which answers for both from then on.',
      body: mergeInput,
      requiresBody: true,
      response: reviewedHookSchema,
      handler: async (request) => {
        await mergeHook(acting(deps, request), request.params.id, request.body);
        return getHook(db, request.body.into, deps.labeller());
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/operator/hooks/:id/near-duplicates/:other',
      summary: 'Dismiss near duplicate',
      description: 'Says that two hooks are no near duplicates. They are not listed as such again.',
      response: reviewedHookSchema,
      handler: async (request) => {
        await dismissNearDuplicate(acting(deps, request), request.params.id, request.params.other);
        return getHook(db, request.params.id, deps.labeller());
      },
    }),
  ];
}

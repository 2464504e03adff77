// /collections/{id}/hooks: saves, places and removes hooks of a collection.
import {
  maxHooksPerRequest,
  removedHooksSchema,
  removeHooksInput,
  savedHookSchema,
  savedHooksSchema,
  saveHookInput,
  saveHooksInput,
} from '../../../collections/collection.ts';
import { removeHooks, saveHook, saveHooks } from '../../../collections/hook-actions.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import type { CollectionDeps } from './collections.ts';

const common = { audience: 'key', tag: 'Collections', isCounted: false } as const;

export function collectionHookEndpoints(deps: CollectionDeps): CallerEndpoint[] {
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/hooks',
      summary: 'Save several hooks',
      description: `Adds up to ${maxHooksPerRequest} hooks at the end, in the given order. Those that are there keep their place and note. Not counted.`,
      requiresBody: true,
      body: saveHooksInput.meta({ example: { ids: ['hook_1204', 'hook_88'], tags: ['spring'] } }),
      response: savedHooksSchema,
      handler: (request) => saveHooks(acting(request), request.params.id, request.caller.accountId, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/hooks/remove',
      summary: 'Remove several hooks',
      description: `Removes up to ${maxHooksPerRequest} hooks. Those that are not there are no error. Not counted.`,
      requiresBody: true,
      body: removeHooksInput.meta({ example: { ids: ['hook_1204', 'hook_88'] } }),
      response: removedHooksSchema,
      handler: (request) => removeHooks(acting(request), request.params.id, request.caller.accountId, request.body.ids),
    }),
    defineEndpoint({
      ...common,
      method: 'PUT',
      path: '/collections/:id/hooks/:hook_id',
      summary: 'Save hook',
      description:
        'Adds a hook to a collection, or changes its note, tags or place there. What you leave out stays as it is; a new hook comes last. Not counted.',
      body: saveHookInput.meta({ example: { note: 'For the second cut', tags: ['spring'], position: 1 } }),
      response: savedHookSchema,
      handler: (request) => {
        const { id, hook_id } = request.params;
        return saveHook(acting(request), id, hook_id, request.caller.accountId, request.body);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id/hooks/:hook_id',
      summary: 'Remove hook',
      description: 'A hook that is not there is no error. Not counted.',
      response: removedHooksSchema,
      handler: (request) => {
        const { id, hook_id } = request.params;
        return removeHooks(acting(request), id, request.caller.accountId, [hook_id]);
      },
    }),
  ];
}

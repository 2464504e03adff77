// /searches: saved searches of an account.

import type { Refresh } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import { createSearch, removeSearch, rotateToken, type SearchDeps, updateSearch } from '../../searches/actions.ts';
import { getSearch, listSearches } from '../../searches/queries.ts';
import { createSearchInput, searchSchema, updateSearchInput } from '../../searches/search.ts';
import { list, toList } from '../openapi/schemas.ts';
import { hidesTokens } from '../pipeline/caller/access.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../pipeline/endpoint.ts';

export type SavedSearchDeps = SearchDeps & { db: Database; refresh: Refresh };

const common = { audience: 'key', tag: 'Searches', isCounted: false } as const;

export function searchEndpoints(deps: SavedSearchDeps): CallerEndpoint[] {
  const shownTo = (request: Pick<CallerRequest, 'actor' | 'member'>) => ({
    ...deps,
    hidesTokens: hidesTokens(request),
  });
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      path: '/searches',
      summary: 'List saved searches',
      description: 'Your saved searches, newest first, with the use of their feeds. Not counted.',
      response: list(searchSchema),
      handler: async (request) => toList(await listSearches(shownTo(request), request.caller.accountId)),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/searches',
      summary: 'Create saved search',
      description: 'Saves filters under a name. Their newest hooks are a feed, at `feed_url`. Not counted.',
      body: createSearchInput.meta({
        example: { name: 'Finance hooks over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } },
      }),
      status: 201,
      response: searchSchema,
      handler: async (request, reply) => {
        const created = await createSearch(acting(request), request.caller.accountId, request.body);
        reply.header('location', `${deps.publicUrl()}/searches/${created.search_id}`);
        return created;
      },
    }),
    defineEndpoint({
      ...common,
      path: '/searches/:id',
      summary: 'Get saved search',
      description: 'Not counted.',
      response: searchSchema,
      handler: (request) => getSearch(shownTo(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/searches/:id',
      summary: 'Update saved search',
      description: 'Changes the name, filters or sort. The address of the feed stays. Not counted.',
      body: updateSearchInput,
      response: searchSchema,
      handler: (request) => updateSearch(acting(request), request.params.id, request.caller.accountId, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/searches/:id/rotate',
      summary: 'Rotate feed address',
      description: 'Gives the feed another address. The former one fails at once. Not counted.',
      response: searchSchema,
      handler: (request) => rotateToken(acting(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/searches/:id',
      summary: 'Delete saved search',
      description: 'Deletes a saved search. Its feed fails at once. Not counted.',
      response: searchSchema,
      handler: (request) => removeSearch(acting(request), request.params.id, request.caller.accountId),
    }),
  ];
}

// /collections: the collections of an account and their share pages.
import { z } from 'zod';
import {
  type CollectionDeps as CollectionActionDeps,
  createCollection,
  removeCollection,
  shareCollection,
  unshareCollection,
  updateCollection,
} from '../../../collections/actions.ts';
import {
  collectionSchema,
  createCollectionInput,
  shareInput,
  updateCollectionInput,
} from '../../../collections/collection.ts';
import { listCollections } from '../../../collections/queries.ts';
import { mediaTypes } from '../../lists/output.ts';
import { list, toList } from '../../openapi/schemas.ts';
import { hidesTokens } from '../../pipeline/caller/access.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import { collectionPageSchema, getCollectionPage, type PageDeps, pageParameters } from './list-collection-hooks.ts';

export type CollectionDeps = CollectionActionDeps & PageDeps;

const listParameters = z.object({
  hook: z
    .string()
    .optional()
    .meta({ description: 'Id of a hook: only collections that hold it', example: 'hook_1204' }),
});

const common = { audience: 'key', tag: 'Collections', isCounted: false } as const;

export function collectionEndpoints(deps: CollectionDeps): CallerEndpoint[] {
  const shownTo = (request: Pick<CallerRequest, 'actor' | 'member'>) => ({
    ...deps,
    hidesTokens: hidesTokens(request),
  });
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      path: '/collections',
      summary: 'List collections',
      description: 'Your collections, newest first. Not counted.',
      query: listParameters,
      response: list(collectionSchema),
      handler: async (request) =>
        toList(await listCollections(shownTo(request), request.caller.accountId, request.query.hook)),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/collections',
      summary: 'Create collection',
      description: 'Not counted.',
      body: createCollectionInput.meta({ example: { name: 'Openers for the spring campaign' } }),
      status: 201,
      response: collectionSchema,
      handler: async (request, reply) => {
        const created = await createCollection(acting(request), request.caller.accountId, request.body);
        reply.header('location', `${deps.publicUrl()}/collections/${created.collection_id}`);
        return created;
      },
    }),
    defineEndpoint({
      ...common,
      path: '/collections/:id',
      isCounted: true,
      isRead: true,
      summary: 'Get collection',
      description:
        'A collection with its hooks in their order, page by page. Retired hooks stay, as a line that says so. CSV and JSON Lines have a line for each hook of the page. Counts as one call.',
      query: pageParameters,
      response: collectionPageSchema,
      produces: Object.values(mediaTypes),
      rawHandler: (request) => getCollectionPage(shownTo(request), request, request.params.id),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/collections/:id',
      summary: 'Update collection',
      description:
        'Changes the name or the description, or whether search engines may list the share page, which keeps its address. Not counted.',
      body: updateCollectionInput,
      response: collectionSchema,
      handler: (request) =>
        updateCollection(acting(request), request.params.id, request.caller.accountId, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id',
      summary: 'Delete collection',
      description:
        'Deletes a collection and its share page. Filters that name it find nothing from then on. Not counted.',
      response: collectionSchema,
      handler: (request) => removeCollection(acting(request), request.params.id, request.caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/collections/:id/share',
      summary: 'Share collection',
      description:
        'Gives the collection a page that anyone with its address can read. A second time gives it another address, and the former one fails at once. Not counted.',
      body: shareInput,
      response: collectionSchema,
      handler: (request) => shareCollection(acting(request), request.params.id, request.caller.accountId, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/collections/:id/share',
      summary: 'Stop sharing collection',
      description: 'The share page fails at once. Not counted.',
      response: collectionSchema,
      handler: (request) => unshareCollection(acting(request), request.params.id, request.caller.accountId),
    }),
  ];
}

// GET /hooks/{id}/similar and POST /similar: hooks whose lines are most similar to a hook or a text, and why.
import { z } from 'zod';
import { draftText } from '../../../catalog/check/check-schema.ts';
import type { Meaning } from '../../../catalog/embeddings/meaning.ts';
import { collectionsKey, resolveCollections } from '../../../catalog/search/collection-filter.ts';
import { type Filter, toFilter } from '../../../catalog/search/filter.ts';
import { type FilterLimits, filterInput, readFilters } from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { type Similar, type SimilarHook, similarHookSchema } from '../../../catalog/similar/similar-hook.ts';
import { similarHooks } from '../../../catalog/similar/similar-hooks.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { readText } from '../../../catalog/snapshot/record-text.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { briefRecord } from '../../../catalog/summary.ts';
import { list, toList } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/etag.ts';
import { filterShape, toCheckedFilter } from '../../pipeline/hook-parameters.ts';
import { parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { type HttpResponse, jsonResponse, notModified } from '../../pipeline/response.ts';
import { findHook, movedSchema, redirectToHook } from './find-hook.ts';

export type SimilarEndpointDeps = {
  catalog: () => Catalog;
  meaning: Meaning | undefined;
  limits: FilterLimits;
  linkSecret: string;
};

const defaultLimit = 10;
const maxLimit = 50;
const described = `Hooks at most. Default ${defaultLimit}`;

const similarParameters = z.object({
  ...filterShape,
  limit: wholeNumber('limit', { min: 1, max: maxLimit, description: described }).optional(),
});

const limitError = `\`limit\` must be an integer from 1 to ${maxLimit}.`;
const similarInput = z
  .strictObject({
    text: draftText.meta({ description: 'The line to compare' }),
    limit: z
      .int({ error: limitError })
      .min(1, limitError)
      .max(maxLimit, limitError)
      .optional()
      .meta({ description: described }),
    filters: filterInput.optional(),
  })
  .meta({ example: { text: 'Nobody tells you this about money', filters: { niche: ['finance'] } } });

const description =
  'Compares words, word pairs and the template; rare ones count most. The most similar first, but of hooks with the same text only the most viewed, and lines that nearly repeat a better one last. Nothing is returned that is similar only by chance, so the list may be shorter than `limit`, or empty.';

export function similarEndpoints(deps: SimilarEndpointDeps): CallerEndpoint[] {
  const { catalog, limits, meaning } = deps;
  return [
    defineEndpoint({
      audience: 'key',
      path: '/hooks/:id/similar',
      isInMemory: true,
      tag: 'Lines',
      summary: 'List similar hooks',
      description: `The hooks most similar to a hook. ${description}`,
      query: similarParameters,
      response: list(similarHookSchema),
      redirect: movedSchema,
      rawHandler: (request) => getSimilar(deps, request, request.params.id),
    }),
    defineEndpoint({
      audience: 'key',
      method: 'POST',
      path: '/similar',
      isInMemory: true,
      tag: 'Lines',
      summary: 'Find similar hooks',
      description: `The hooks most similar to a text. ${description}`,
      requiresBody: true,
      body: similarInput,
      response: list(similarHookSchema),
      handler: async ({ body: { text, limit = defaultLimit, filters }, collections }) => {
        const current = catalog();
        const { snapshot } = current;
        const checked = filters && readFilters(filters, { snapshot, limits, collections });
        const rows = checked && rowsOf(current, toFilter(resolveCollections(checked, collections)));
        return toList(toHooks(snapshot, await similarHooks({ snapshot, meaning }, { text, rows, limit })));
      },
    }),
  ];
}

async function getSimilar(
  { catalog, limits, linkSecret, meaning }: SimilarEndpointDeps,
  { path, query, headers, collections }: CallerRequest,
  hookId: string,
): Promise<HttpResponse> {
  const current = catalog();
  const { snapshot } = current;
  const { limit = defaultLimit, ...given } = parseParameters(similarParameters, query);
  const filter = toCheckedFilter(given, { snapshot, limits, collections });
  const found = findHook(snapshot, hookId);
  if ('movedTo' in found)
    return redirectToHook(found, (id) => `../${id}/similar${query === '' ? '' : `?${query.replaceAll('>', '%3E')}`}`);
  // Vectors come after their hooks, and another model has others.
  const etag = etagOf(
    linkSecret,
    snapshot.version,
    `${path} ${query} ${meaning?.figures()?.vectors ?? 0} ${meaning?.model ?? ''}${collectionsKey(collections)}`,
  );
  if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
  const { row } = found;
  const rows = Object.keys(given).length > 0 ? rowsOf(current, filter) : undefined;
  const similar = await similarHooks(
    { snapshot, meaning },
    { text: readText(snapshot, row, 'text'), row, rows, limit },
  );
  return jsonResponse(toList(toHooks(snapshot, similar)), { etag });
}

function rowsOf({ snapshot, cache }: Catalog, filter: Filter): Uint32Array {
  return resolve(snapshot, cache, filter).rows;
}

function toHooks(snapshot: Snapshot, similar: readonly Similar[]): SimilarHook[] {
  return similar.map(({ row, score, why }) => ({ ...briefRecord(snapshot, row), similarity: { score, why } }));
}

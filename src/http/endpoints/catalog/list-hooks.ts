// GET /hooks and /hooks/full, and POST /hooks/query and /hooks/full/query, which take the same query as JSON.
import { z } from 'zod';
import { fullHookSchema, hookSchema } from '../../../catalog/hook.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { dimensions } from '../../../catalog/snapshot/snapshot.ts';
import { listBody, readListBody } from '../../lists/list-body.ts';
import { listKey, listParameters, toListQuery } from '../../lists/list-query.ts';
import { acceptedOutput, mediaTypes } from '../../lists/output.ts';
import { renderList } from '../../lists/render-list.ts';
import { list } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import { etagOf } from '../../pipeline/etag.ts';
import { cachedPage, cachePages, type PageDeps, sendPage, toPage, withCursor } from '../../pipeline/page-cache.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import type { HttpResponse } from '../../pipeline/response.ts';

export type ListDeps = PageDeps & { limits: FilterLimits };

export const highlights = z
  .array(z.tuple([z.int(), z.int()]))
  .optional()
  .meta({
    description: 'With `highlight`: what of `text` matches q, as `[start, end]` in UTF-16 units, `end` exclusive',
  });

const views = z.number().int().min(0);
const group = z
  .object({
    ...Object.fromEntries(dimensions.map((dimension) => [dimension, z.string().nullable().optional()])),
    count: z.number().int(),
    median_views: views,
    p90_views: views.meta({ description: '90th percentile' }),
  })
  .meta({ id: 'HookGroup', description: 'Hooks with the same labels, by the labels of `group_by`' });

/** With `fields`, any field may be missing. Copied, since a named schema would stay in the document under its name. */
function pageOf(schema: z.ZodObject) {
  return list(z.object({ ...schema.partial().shape, highlights })).extend({
    groups: z.array(group).optional().meta({
      description: 'With `group_by`: the groups with the most hooks first, at most 1,000. An unknown label is null',
    }),
    groups_total: z.number().int().optional().meta({ description: 'With `group_by`: number of all groups' }),
  });
}

const inForms = {
  isInMemory: true,
  tag: 'Catalog',
  produces: Object.values(mediaTypes),
} as const;

const formsDescription =
  'CSV and JSON Lines have a line for each hook of the page; `X-Total-Count` is the total and `X-Next-Cursor` the cursor of the next page. `facets` and `group_by` need JSON.';
const bodyDescription = `The query of the same list as JSON, for long lists of ids or values: at most 1,000 ids. It counts as one call, and the cursors of both fit each other. ${formsDescription}`;

export function listEndpoints(deps: ListDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      ...inForms,
      audience: 'key',
      path: '/hooks',
      summary: 'List hooks',
      description: `Hooks that match, most viewed first. ${formsDescription}`,
      query: listParameters,
      response: pageOf(hookSchema),
      rawHandler: listByUrl(deps, false),
    }),
    defineEndpoint({
      ...inForms,
      audience: 'key',
      method: 'POST',
      path: '/hooks/query',
      summary: 'Query hooks',
      description: `Hooks that match a query in the body. ${bodyDescription}`,
      body: listBody,
      response: pageOf(hookSchema),
      rawHandler: listByBody(deps, false),
    }),
    defineEndpoint({
      ...inForms,
      audience: 'key',
      path: '/hooks/full',
      feature: 'full',
      summary: 'List full hooks',
      description: `Hooks that match, with all their fields. ${formsDescription}`,
      query: listParameters,
      response: pageOf(fullHookSchema),
      rawHandler: listByUrl(deps, true),
    }),
    defineEndpoint({
      ...inForms,
      audience: 'key',
      method: 'POST',
      path: '/hooks/full/query',
      feature: 'full',
      summary: 'Query full hooks',
      description: `Hooks that match a query in the body, with all their fields. ${bodyDescription}`,
      body: listBody,
      response: pageOf(fullHookSchema),
      rawHandler: listByBody(deps, true),
    }),
  ];
}

type Handler = (request: CallerRequest) => HttpResponse;

function listByUrl(deps: ListDeps, isFull: boolean): Handler {
  const { limits } = deps;
  return cachePages(
    deps,
    ({ query: text, headers, collections }, catalog) => {
      const given = parseParameters(listParameters, text);
      const accepted = acceptedOutput(headers.accept);
      const query = toListQuery(given, { snapshot: catalog.snapshot, limits, collections }, { isFull, accepted });
      const page = renderList(query, catalog, isFull);
      page.nextQuery = withCursor(text, page.cursor);
      return page;
    },
    acceptedForm,
  );
}

/** `output` wins over the header. */
function acceptedForm({ query, headers }: CallerRequest): string | undefined {
  if (query.startsWith('output=') || query.includes('&output=')) return undefined;
  const output = acceptedOutput(headers.accept);
  return output === 'json' ? '' : output;
}

function listByBody({ catalog, limits, linkSecret }: ListDeps, isFull: boolean): Handler {
  return ({ path, query: text, body, headers, collections }) => {
    parseParameters(noParameters, text);
    const current = catalog();
    const { snapshot } = current;
    const reading = { isFull, accepted: acceptedOutput(headers.accept) };
    const query = readListBody(body, { snapshot, limits, collections }, reading);
    const key = `POST ${path} ${listKey(query)}`;
    const page = cachedPage(current, key, () =>
      toPage(etagOf(linkSecret, snapshot.version, key), renderList(query, current, isFull)),
    );
    return sendPage(page, headers['if-none-match']);
  };
}

// GET /collections/{id}: a collection with a page of its hooks, as JSON, CSV or JSON Lines.
import { z } from 'zod';
import { fullHookFields, hookFields } from '../../../catalog/hook.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { type CollectionHook, collectionHookSchema, collectionSchema } from '../../../collections/collection.ts';
import { getCollection, listCollectionHooks, type ShowDeps } from '../../../collections/queries.ts';
import type { Database } from '../../../db/database.ts';
import { columnsOf, type FlatHook, flatten } from '../../../exports/formats/columns.ts';
import { toCell } from '../../../exports/formats/csv.ts';
import { outputParameter } from '../../lists/list-query.ts';
import { acceptedOutput } from '../../lists/output.ts';
import { textForm } from '../../lists/render-list.ts';
import { list, toList } from '../../openapi/schemas.ts';
import type { CallerRequest } from '../../pipeline/endpoint.ts';
import { nextLink, pageCursor, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { toByteString } from '../../pipeline/records.ts';
import { type HttpResponse, jsonResponse, responseHeaders } from '../../pipeline/response.ts';

export type PageDeps = ShowDeps & { db: Database; catalog: () => Catalog };

export const pageParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Hooks per page. Default 20' }).optional(),
  cursor: pageCursor,
  output: outputParameter,
});

export const collectionPageSchema = list(collectionHookSchema)
  .omit({ facets: true })
  .extend({ collection: collectionSchema });

export async function getCollectionPage(
  deps: PageDeps,
  { caller, path, query: text, headers }: CallerRequest,
  id: string,
): Promise<HttpResponse> {
  const given = parseParameters(pageParameters, text);
  const { limit = 20, cursor, output = acceptedOutput(headers.accept) } = given;
  const collection = await getCollection(deps, id, caller.accountId);
  const isFull = caller.features.has('full');
  const { snapshot } = deps.catalog();
  const page = await listCollectionHooks({ db: deps.db, snapshot, isFull }, id, { limit, after: cursor });
  const link = page.next === null ? undefined : nextLink(deps.publicUrl(), path, { ...given, cursor: page.next });
  const options = { cacheControl: 'private, no-cache', ...(link === undefined ? {} : { link }) };
  if (output === 'json')
    return jsonResponse({ ...toList(page.items, collection.hooks, page.next), collection }, options);
  const { contentType, headers: more = [] } = textForm(output, collection.hooks, page.next);
  const body =
    output === 'csv' ? toCsv(page.items, isFull) : page.items.map((item) => `${JSON.stringify(item)}\n`).join('');
  return {
    status: 200,
    headers: responseHeaders({ ...options, contentType, headers: more }),
    body: toByteString(body),
  };
}

const placeColumns = ['position', 'state', 'note', 'tags', 'saved_at'] as const;

/** The columns of the collection, then those of exports. */
function toCsv(items: readonly CollectionHook[], isFull: boolean): string {
  const names = [...columnsOf(isFull ? fullHookFields : hookFields).map(({ name }) => name), ...placeColumns];
  const lines = items.map((item) => {
    const { position, state, note, added_at } = item;
    const line: FlatHook = { ...flatHook(item), position, state, note, tags: item.tags.join(', '), saved_at: added_at };
    return names.map((name) => toCell(line[name] ?? null)).join();
  });
  return [names.join(), ...lines, ''].join('\r\n');
}

/** Only full hooks have columns within objects. A retired hook has its id and text. */
function flatHook({ hook }: CollectionHook): FlatHook {
  if (hook.labels) return flatten(JSON.stringify(hook));
  return Object.fromEntries(hookFields.map((field) => [field, hook[field] ?? null]));
}

// GET /changes: what a client that mirrors the catalog must add, replace and delete since the version it has.
import { z } from 'zod';
import { fullHookSchema } from '../../../catalog/hook.ts';
import { type Change, listChanges } from '../../../catalog/search/changes.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../../catalog/search/cursor.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { recordBytes } from '../../../catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { list } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import { cachePages, type PageDeps, type Rendered, withCursor } from '../../pipeline/page-cache.ts';
import { cursorParameter, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { type ByteString, envelope } from '../../pipeline/records.ts';

const changeParameters = z.object({
  since: wholeNumber('since', {
    description: 'The `catalog_version` of your copy. Default 0, which lists all hooks',
  }).optional(),
  limit: wholeNumber('limit', { min: 1, max: 1000, description: 'Changes per page. Default 100' }).optional(),
  cursor: cursorParameter,
});

const changeSchema = z
  .object({
    id: z.string(),
    change: z.enum(['added', 'updated', 'retired']),
    catalog_version: z.number().int(),
    hook: fullHookSchema.nullable(),
    merged_into: z
      .string()
      .nullable()
      .meta({ description: 'Where it is retired: the hook that replaced it, as it is of the same video' }),
  })
  .meta({ id: 'Change', description: 'Store `hook` under its id in your copy; delete it where it is retired' });
const changesSchema = list(changeSchema).extend({
  since: z.number().int(),
  catalog_version: z.number().int().meta({ description: 'After the last page: the `since` of your next walk' }),
});

export function changeEndpoints(deps: PageDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      path: '/changes',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'List changes',
      description: 'Hooks added, updated and retired since a catalog version, to keep a copy in sync.',
      query: changeParameters,
      response: changesSchema,
      rawHandler: cachePages(deps, renderChanges),
    }),
  ];
}

function renderChanges({ query: text }: CallerRequest, { snapshot }: Catalog): Rendered {
  const { since = 0, limit = 100, cursor } = parseParameters(changeParameters, text);
  const fingerprint = queryFingerprint(`changes ${since}`);
  const place = cursor === undefined ? null : decodeCursor(cursor, fingerprint);
  const after = place && { version: place.key, id: place.id };
  const { changes, total, next } = listChanges(snapshot, { since, after, limit });
  const nextCursor = next && encodeCursor({ tier: 0, key: next.version, id: next.id }, fingerprint);
  const joined = joinChanges(snapshot, changes);
  const more = JSON.stringify({ since, catalog_version: snapshot.version });
  const body = envelope(joined, changes.length, total, nextCursor, more);
  return { body, nextQuery: withCursor(text, nextCursor) };
}

function joinChanges(snapshot: Snapshot, changes: readonly Change[]): ByteString {
  const pieces = changes.map(({ id, version, kind, row, mergedInto }) => {
    const hook = row === undefined ? 'null' : recordBytes(snapshot, row).toString('latin1');
    const replacement = mergedInto === undefined ? 'null' : `"hook_${mergedInto}"`;
    return `{"id":"hook_${id}","change":"${kind}","catalog_version":${version},"hook":${hook},"merged_into":${replacement}}`;
  });
  return pieces.join();
}

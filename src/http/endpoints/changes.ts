// GET /changes: what a client that mirrors the catalog has to add, to replace and to delete since the version it has.
import { z } from 'zod';
import { type Change, listChanges } from '../../catalog/changes.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../catalog/search/cursor.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { recordEnd, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { cachePages, type Rendered, withCursor } from '../pipeline/page-cache.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { type ByteString, envelope } from '../pipeline/records.ts';

export const changeParameters = z.object({
  since: wholeNumber('since', {
    description: 'The `catalog_version` that you have; 0, as if left out, gives all hooks',
  }).optional(),
  limit: wholeNumber('limit', { min: 1, max: 1000, description: 'Changes per page, 100 unless told' }).optional(),
  cursor: z
    .string()
    .max(200, 'cursor is not one that this API gave out.')
    .optional()
    .meta({ description: '`next_cursor` of the page before' }),
});

export function createChangesHandlers(deps: { catalog: () => Catalog; publicUrl: () => string }) {
  return { changes: cachePages(deps, renderChanges) };
}

function renderChanges({ query: text }: Call, { snapshot }: Catalog): Rendered {
  const { since = 0, limit = 100, cursor } = parseParameters(changeParameters, text);
  const fingerprint = queryFingerprint(`changes ${since}`);
  const place = cursor === undefined ? null : decodeCursor(cursor, fingerprint);
  const after = place && { version: place.key, id: place.id };
  const { changes, total, next } = listChanges(snapshot, { since, after, limit });
  const nextCursor = next && encodeCursor({ tier: 0, key: next.version, id: next.id }, fingerprint);
  const joined = joinChanges(snapshot, changes);
  const body = envelope(joined, changes.length, total, nextCursor, { since, catalog_version: snapshot.version });
  return { body, nextQuery: withCursor(text, nextCursor) };
}

function joinChanges(snapshot: Snapshot, changes: readonly Change[]): ByteString {
  const { records, offsets } = snapshot;
  const pieces = changes.map(({ id, version, kind, row }) => {
    const hook = row === undefined ? 'null' : records.toString('latin1', offsets[row], recordEnd(snapshot, row));
    return `{"id":"hook_${id}","change":"${kind}","catalog_version":${version},"hook":${hook}}`;
  });
  return pieces.join();
}

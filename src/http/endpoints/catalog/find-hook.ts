// Finds the hook that a path names, or where it went.
import { z } from 'zod';
import { findRetired, findRow, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { fail } from '../../../lib/errors.ts';
import { hookNumber } from '../../../lib/ids.ts';
import { single, toSingle } from '../../openapi/schemas.ts';
import { type HttpResponse, jsonResponse } from '../../pipeline/response.ts';

/** Numbers of ids. */
type MovedHook = { id: number; movedTo: number };

/** Throws for an id that no hook has or had, and for a retired hook that no other replaced. */
export function findHook(snapshot: Snapshot, hookId: string): { id: number; row: number } | MovedHook {
  const id = hookNumber(hookId) ?? fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
  const row = findRow(snapshot, id);
  if (row !== undefined) return { id, row };
  const retired = findRetired(snapshot, id) ?? fail('not_found', `There is no hook_${id}.`);
  if (retired.mergedInto === undefined) fail('gone', `hook_${id} was retired from the catalog.`);
  return { id, movedTo: retired.mergedInto };
}

export const movedSchema = single(z.object({ id: z.string(), merged_into: z.string() })).describe(
  'Merged into another hook, as both are of the same video: `Location` is that hook. Not counted against the quota',
);

/**
 * The location is relative to the request's URL: clients drop the key when a redirect leads to another origin. `locationOf` is for
 * paths that go on after the id.
 */
export function redirectToHook(
  { id, movedTo }: MovedHook,
  locationOf: (hookId: string) => string = (hookId) => hookId,
): HttpResponse {
  const data = { id: `hook_${id}`, merged_into: `hook_${movedTo}` };
  const headers = ['location', locationOf(data.merged_into)];
  return jsonResponse(toSingle(data), { status: 308, cacheControl: 'no-store', headers });
}

// GET /hooks/{id}: one hook, and why it has its labels.
import { LRUCache } from 'lru-cache';
import type { FullHook } from '../../../catalog/hook.ts';
import { explainLabels, hookDetailSchema } from '../../../catalog/labelling/why.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { recordBytes } from '../../../catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { single } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/etag.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import { type ByteString, currentTime, fromByteString, toByteString } from '../../pipeline/records.ts';
import { type HttpResponse, notModified, responseHeaders } from '../../pipeline/response.ts';
import { findHook, movedSchema, redirectToHook } from './find-hook.ts';

export type HookDeps = { catalog: () => Catalog; linkSecret: string; labeller: () => Labeller };

type Reasons = { labellerVersion: number; json: ByteString };
const maxCachedReasonBytes = 16 * 2 ** 20;

/** By hook: finding reasons takes longer than the rest of the response. */
const reasonsOf = perSnapshot(
  () =>
    new LRUCache<number, Reasons>({
      maxSize: maxCachedReasonBytes,
      sizeCalculation: ({ json }) => json.length + 200,
    }),
);

export function hookEndpoints({ catalog, linkSecret, labeller }: HookDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      path: '/hooks/:id',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'Get hook',
      description: 'One hook with all its fields.',
      response: single(hookDetailSchema),
      redirect: movedSchema,
      rawHandler: ({ query, params, headers }) => {
        parseParameters(noParameters, query);
        return getHook(params.id, headers['if-none-match'], catalog(), labeller(), linkSecret);
      },
    }),
  ];
}

function getHook(
  hookId: string,
  ifNoneMatch: string | undefined,
  { snapshot }: Catalog,
  labeller: Labeller,
  linkSecret: string,
): HttpResponse {
  const found = findHook(snapshot, hookId);
  if ('movedTo' in found) return redirectToHook(found);
  const { id, row } = found;
  // Another model finds other reasons.
  const etag = etagOf(linkSecret, snapshot.version, `/hooks/${id} ${labeller.version}`);
  if (matchesEtag(ifNoneMatch, etag)) return notModified(etag);
  const record = recordBytes(snapshot, row).toString('latin1');
  const why = whyOf(id, record, snapshot, labeller);
  const body = `{"success":true,"data":${record.slice(0, -1)},"why":${why}},"timestamp":"${currentTime()}"}`;
  return { status: 200, headers: responseHeaders({ etag }), body };
}

function whyOf(id: number, record: ByteString, snapshot: Snapshot, labeller: Labeller): ByteString {
  const known = reasonsOf(snapshot).get(id);
  if (known?.labellerVersion === labeller.version) return known.json;
  const hook: FullHook = JSON.parse(fromByteString(record));
  const json = toByteString(JSON.stringify(explainLabels(hook, id, snapshot, labeller)));
  reasonsOf(snapshot).set(id, { labellerVersion: labeller.version, json });
  return json;
}

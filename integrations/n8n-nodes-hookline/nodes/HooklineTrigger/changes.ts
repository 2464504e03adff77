// Follows GET /changes from the catalog version that the workflow has seen.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { assertSuccess, call, send } from '../shared/api';

export type Change = IDataObject & { id: string; change: 'added' | 'updated' | 'retired'; hook: IDataObject | null };

type Page = { data: Change[]; catalog_version: number; next_cursor: string | null };

/** n8n stores it with the workflow. */
type Seen = {
  /** Catalog version of the last complete walk. */
  since?: number;
  /** Cursor to continue a walk that was too long for one poll. */
  cursor?: string;
  /** ETag of the last response without changes: the next one is a 304, which is not counted. */
  etag?: string;
};

const changesPerPage = 1000;
/** Bounds the memory of a poll after a large import. */
const pagesPerPoll = 10;

export async function followChanges(context: IPollFunctions): Promise<Change[]> {
  const seen = context.getWorkflowStaticData('node') as Seen;
  if (seen.since === undefined) {
    // The workflow was just activated, and existing hooks must not trigger it.
    const { data } = await call<{ data: { catalog_version: number } }>(context, { url: '/meta' });
    seen.since = data.catalog_version;
    return [];
  }
  const { since, etag } = seen;
  const found: Change[] = [];
  let { cursor } = seen;
  for (let pages = 0; pages < pagesPerPoll; pages++) {
    const response = await send(context, {
      url: '/changes',
      qs: { since, limit: changesPerPage, cursor },
      headers: !cursor && etag ? { 'If-None-Match': etag } : undefined,
    });
    if (response.statusCode === 304) return found;
    assertSuccess(context.getNode(), response);
    const { data, catalog_version, next_cursor } = response.body as unknown as Page;
    found.push(...data);
    if (next_cursor === null) {
      const tag = data.length === 0 ? (response.headers.etag as string | undefined) : undefined;
      Object.assign(seen, { since: catalog_version, cursor: undefined, etag: tag });
      return found;
    }
    cursor = next_cursor;
  }
  Object.assign(seen, { cursor, etag: undefined });
  return found;
}

/** The newest hooks, as changes. */
export async function listNewest(
  context: IPollFunctions,
  filters: Record<string, string[] | number>,
): Promise<Change[]> {
  const { min_views, ...labels } = filters;
  const joined = Object.entries(labels).map(([name, values]) => [name, [values].flat().join(',') || undefined]);
  const qs = { ...Object.fromEntries(joined), min_views: min_views || undefined, sort: '-added_at', limit: 3 };
  const { data } = await call<{ data: Array<IDataObject & { id: string }> }>(context, { url: '/hooks/full', qs });
  return data.map((hook) => ({ id: hook.id, change: 'added', catalog_version: null, hook, merged_into: null }));
}

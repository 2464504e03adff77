// useIsSaved: whether a hook that is shown is in a collection. The hooks of a page are read in one request.
import type { Collection } from '@hookline/sdk';
import { listHooks } from '../../../api/catalog.ts';
import { request } from '../../../api/client.ts';
import { useApi } from '../../../api/use-api.ts';
import { chunks, collectionsPath } from '../collection-client.ts';

/** The key begins with this path, so a change of any collection reloads it. */
export const useIsSaved = (id: string) => useApi([collectionsPath, 'holding', id], () => readSaved(id)).data ?? false;

/** Hooks that buttons request before the next turn of the event loop. */
let batch: { ids: string[]; saved: Promise<ReadonlySet<string>> } | undefined;

async function readSaved(id: string): Promise<boolean> {
  batch ??= { ids: [], saved: new Promise((resolve) => setTimeout(resolve)).then(readBatch) };
  batch.ids.push(id);
  return (await batch.saved).has(id);
}

async function readBatch(): Promise<ReadonlySet<string>> {
  const { ids = [] } = batch ?? {};
  batch = undefined;
  const collections = await request<Collection[]>('GET', collectionsPath);
  if (collections.length === 0) return new Set();
  const collection = collections.map(({ collection_id }) => collection_id);
  const pages = chunks(ids).map((some) => listHooks({ ids: some, collection, fields: 'id', limit: some.length }));
  return new Set((await Promise.all(pages)).flatMap(({ data }) => data.map((hook) => hook.id)));
}

// usePendingHooks: the review queue with the edits made in it. usePendingRows: the queue as rows, one batch at a time. Both load ahead.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { type LoadedPages, usePages } from '../../api/use-pages.ts';
import { editsSettled } from '../bulk/edit-store.ts';
import { batchOf, groupsOf, rowsOf } from '../bulk/rows.ts';
import { useEdits } from '../bulk/use-edits.ts';

export type PendingHooks = ReturnType<typeof usePendingHooks>;
export type PendingRows = ReturnType<typeof usePendingRows>;
export type ReviewQuery = Readonly<Record<string, string>>;

const batchSize = 50;
const pageSize = 100;

/** Number of opened lists. Each list reloads the queue, since decided hooks would still be in the cache. */
let opened = 0;

export const isPending = ({ state }: ReviewedHook) => state === 'pending';

export function usePendingHooks(query: ReviewQuery, onReload: () => void) {
  const [number] = useState(() => ++opened);
  const pages = usePages<ReviewedHook>(['review', query, number], async (after) => {
    await editsSettled();
    return readHooks({ ...query, state: 'pending', limit: pageSize, after });
  });
  const { store, edits, notice, hooks } = useEdits(pages.data, (edit) => {
    // Hooks that were not loaded return to earlier pages, so the queue is reloaded.
    if (edit.count !== edit.ids.size) onReload();
  });
  const loaded = new Set(hooks.map(({ id }) => id));
  // An edit by a filter, or a merge, also decides hooks that are not loaded.
  const elsewhere = edits
    .filter(({ values }) => 'state' in values)
    .reduce((sum, { count, ids }) => sum + Math.max(0, count - ids.intersection(loaded).size), 0);
  const unloaded = pages.hasMore ? Math.max(0, (pages.total ?? 0) - loaded.size - elsewhere) : 0;
  const remaining = hooks.filter(isPending).length + unloaded;
  return { pages, store, edits, notice, hooks, unloaded, remaining };
}

export function usePendingRows(query: ReviewQuery, onReload: () => void) {
  const pending = usePendingHooks(query, onReload);
  const { pages, hooks } = pending;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggleGroup = useCallback((key: string) => setOpen((now) => now.symmetricDifference(new Set([key]))), []);
  const [count, setCount] = useState(batchSize);
  const groups = useMemo(() => groupsOf(hooks), [hooks]);
  const batch = useMemo(() => batchOf(groups, count, batchSize), [groups, count]);
  const rows = useMemo(() => rowsOf(batch.groups, open), [batch, open]);
  const shownIds = useMemo(() => batch.groups.flat().map(({ id }) => id), [batch]);
  useLoadAhead(pages, groups.length < batch.count + batchSize);
  useEffect(() => setCount(batch.count), [batch.count]);
  return {
    ...pending,
    rows,
    shownIds,
    open,
    hasNext: groups.length > batch.count || pages.hasMore,
    showMore: () => setCount(batch.count + batchSize),
    toggleGroup,
  };
}

export function useLoadAhead({ hasMore, isLoadingMore, error, loadMore }: LoadedPages<unknown>, wantsMore: boolean) {
  useEffect(() => {
    if (wantsMore && hasMore && !isLoadingMore && !error) loadMore();
  }, [wantsMore, hasMore, isLoadingMore, error, loadMore]);
}

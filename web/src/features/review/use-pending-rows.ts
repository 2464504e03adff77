// usePendingRows: the review queue as rows, one batch at a time, with the next page loaded ahead.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { editsSettled } from '../bulk/edit-store.ts';
import { batchOf, groupsOf, rowsOf } from '../bulk/rows.ts';
import { useEdits } from '../bulk/use-edits.ts';

export type PendingRows = ReturnType<typeof usePendingRows>;
export type ReviewQuery = Readonly<Record<string, string>>;

const batchSize = 50;
const pageSize = 100;

/** Lists that were opened. Each reloads the queue, since decided hooks would still be in the cache. */
let opened = 0;

export function usePendingRows(query: ReviewQuery, onReload: () => void) {
  const [number] = useState(() => ++opened);
  const pages = usePages<ReviewedHook>(['review', query, number], async (after) => {
    await editsSettled();
    return readHooks({ ...query, state: 'pending', limit: pageSize, after });
  });
  const {
    store,
    edits,
    notice,
    hooks = [],
  } = useEdits(pages.data, (edit) => {
    // Hooks that were not loaded return to pages that have been passed.
    if (edit.count !== edit.ids.size) onReload();
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggleGroup = useCallback((key: string) => setOpen((now) => now.symmetricDifference(new Set([key]))), []);
  const [count, setCount] = useState(batchSize);
  const groups = useMemo(() => groupsOf(hooks), [hooks]);
  const batch = useMemo(() => batchOf(groups, count, batchSize), [groups, count]);
  const rows = useMemo(() => rowsOf(batch.groups, open), [batch, open]);
  const shownIds = useMemo(() => batch.groups.flat().map(({ id }) => id), [batch]);
  const { hasMore, isLoadingMore, error, loadMore } = pages;
  const wantsMore = hasMore && groups.length < batch.count + batchSize;
  useEffect(() => {
    if (wantsMore && !isLoadingMore && !error) loadMore();
  }, [wantsMore, isLoadingMore, error, loadMore]);
  useEffect(() => setCount(batch.count), [batch.count]);

  const pending = groups.flat().filter(({ state }) => state === 'pending').length;
  // An edit by a filter, or a merge, also decides hooks that are not loaded.
  const loaded = new Set(hooks.map(({ id }) => id));
  const elsewhere = edits
    .filter(({ values }) => 'state' in values)
    .reduce((sum, { count, ids }) => sum + count - ids.intersection(loaded).size, 0);
  const unloaded = hasMore ? Math.max(0, (pages.total ?? 0) - groups.flat().length - elsewhere) : 0;
  return {
    pages,
    store,
    edits,
    notice,
    hooks,
    rows,
    shownIds,
    open,
    remaining: pending + unloaded,
    hasNext: groups.length > batch.count || hasMore,
    showMore: () => setCount(batch.count + batchSize),
    toggleGroup,
  };
}

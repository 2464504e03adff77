// BoardList: the hooks of a collection in order, which can be dragged, selected and filtered by tag.
import type { CollectionHook } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Rows } from '../../kit/display/rows.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useSortable } from '../../kit/display/sortable.ts';
import { LinkButton } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import type { Selection } from '../bulk/selection.ts';
import { BoardRow } from './board-row.tsx';
import { useBoard } from './use-board.ts';

const BoardBar = lazyPart(() => import('./board-bar.tsx'), 'default');

export function BoardList({ id, isViewOnly }: { id: string; isViewOnly: boolean }) {
  const board = useBoard(id);
  const { data: items, error, hasMore, isLoadingMore, loadMore, retry } = board.pages;
  const [tag, setTag] = useQueryState('tag');
  const [removing, setRemoving] = useState<CollectionHook[]>();
  const shown = tag ? items?.filter(({ tags }) => tags.includes(tag)) : items;
  // Any page may contain hooks with the tag, so all pages are loaded.
  useEffect(() => {
    if (tag && hasMore && !isLoadingMore && !error) loadMore();
  });
  const tags = countTags(items ?? []);
  const [selection, onSelect] = useState<Selection>();
  const ids = shown?.map(({ hook }) => hook.id) ?? [];
  const selecting = { ids, selection, onSelect };
  const sortable = useSortable({
    ids,
    nameOf: (hook) => shown?.find((item) => item.hook.id === hook)?.hook.text ?? hook,
    onMove: (hook, to) => {
      const others = ids.filter((id) => id !== hook);
      const [before, after] = [others[to], others[to - 1]];
      if (after !== undefined) board.move(hook, { after });
      else if (before !== undefined) board.move(hook, { before });
    },
  });
  if (error && !items) return <Problem error={error} onRetry={retry} />;
  if (!items || !shown) return <Skeleton className="h-96 w-full" />;
  if (items.length === 0) return <NoHooks isViewOnly={isViewOnly} />;
  const byId = new Map(shown.map((item) => [item.hook.id, item]));
  const ordered = sortable.ids.flatMap((hook) => byId.get(hook) ?? []);
  return (
    <div className="stack gap-3">
      {(tags.size > 0 || tag) && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-xs text-muted">Tags</span>
          {[...new Set([...tags.keys(), ...(tag ? [tag] : [])])].map((one) => (
            <Chip key={one} isActive={one === tag} onClick={() => setTag(one === tag ? '' : one)}>
              {one} <span className="text-faint">{tags.get(one) ?? 0}</span>
            </Chip>
          ))}
        </div>
      )}
      <p className="sr-only" aria-live="polite">
        {sortable.announcement}
      </p>
      {shown.length === 0 ? (
        <EmptyState title={`No hook here has the tag “${tag}”`} />
      ) : (
        <ul aria-label="Hooks of the collection" className="divide-y rounded-md border bg-surface">
          <Rows rows={ordered} spacer="li">
            {(item, index, measure) => (
              <BoardRow
                key={item.hook.id}
                item={item}
                index={index}
                count={shown.length}
                measure={measure}
                board={board}
                selecting={selecting}
                sortable={isViewOnly ? undefined : sortable}
                onRemove={() => setRemoving([item])}
                tag={tag}
                onTag={(one) => setTag(one === tag ? '' : one)}
              />
            )}
          </Rows>
        </ul>
      )}
      <LoadMore from={board.pages} />
      {!isViewOnly && <BoardBar {...{ board, items, selecting, removing }} onRemove={setRemoving} />}
    </div>
  );
}

function countTags(items: readonly CollectionHook[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

function NoHooks({ isViewOnly }: { isViewOnly: boolean }) {
  return (
    <EmptyState
      title="No hooks in this collection yet"
      action={
        <LinkButton kind="primary" icon="hook" href="/dashboard/hooks">
          Browse hooks
        </LinkButton>
      }
    >
      {isViewOnly ? (
        'Developers and owners of the account can save hooks here.'
      ) : (
        <>
          Press <kbd>s</kbd> on any hook, or select several with <kbd>x</kbd> and save them at once.
        </>
      )}
    </EmptyState>
  );
}

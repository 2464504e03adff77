// BoardRow: one hook of a board: its place, text, figures, note and tags.
import type { CollectionHook } from '@hookline/sdk';
import { type RefCallback, Suspense } from 'react';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { useMeta } from '../../api/meta.ts';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import type { useSortable } from '../../kit/display/sortable.ts';
import { Menu } from '../../kit/overlay/menu.tsx';
import { formatCompact } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { NoteField } from './note-field.tsx';
import type { Selecting } from './save/use-selecting.ts';
import { TagsField } from './tags-field.tsx';
import type { Board } from './use-board.ts';

const SelectBox = lazyPart(() => import('./save/select-box.tsx'), 'default');

type BoardRowProps = {
  item: CollectionHook;
  index: number;
  count: number;
  measure?: RefCallback<HTMLElement> | undefined;
  board: Board;
  /** undefined for view-only members. */
  sortable: ReturnType<typeof useSortable> | undefined;
  selecting: Selecting;
  onRemove: () => void;
  /** The tag that the list is filtered by. */
  tag: string;
  onTag: (tag: string) => void;
};

export function BoardRow({
  item,
  index,
  count,
  measure,
  board,
  sortable,
  selecting,
  onRemove,
  ...tagging
}: BoardRowProps) {
  const { hook, note, tags } = item;
  const name = hook.text ?? hook.id;
  const { ref, ...row } = sortable?.row(hook.id) ?? {};
  const { move } = sortable ?? {};
  return (
    <li
      ref={(element) => {
        measure?.(element);
        ref?.(element);
      }}
      data-row={hook.id}
      data-index={index}
      {...row}
      className="flex gap-2 px-2 py-2.5 has-checked:bg-accent-soft data-dragged:relative data-dragged:z-1 data-dragged:bg-sunken data-dragged:outline-2 data-dragged:outline-accent sm:gap-3 sm:px-3"
    >
      {sortable && (
        <div className="flex shrink-0 items-center gap-1 self-start max-sm:flex-col">
          <button
            type="button"
            {...sortable.handle(hook.id)}
            aria-label={`Move ${name}`}
            title="Drag, or press Alt and ↑ or ↓"
            className="inline-flex size-8 cursor-grab touch-none items-center justify-center rounded-md text-faint hover:bg-sunken hover:text-ink active:cursor-grabbing"
          >
            <Icon name="updown" />
          </button>
          <Suspense fallback={<span className="size-4" />}>
            <SelectBox id={hook.id} name={name} selecting={selecting} />
          </Suspense>
        </div>
      )}
      <div className="stack min-w-0 flex-1 gap-1.5">
        <HookLine item={item} />
        <div className="flex flex-wrap items-center gap-1.5">
          <NoteField name={name} note={note} onSave={sortable && ((text) => board.setNote(item, text))} />
          <TagsField
            name={name}
            tags={tags}
            onAdd={sortable && ((one) => board.addTag([hook.id], one))}
            onRemove={(one) => board.removeTag(hook.id, one)}
            {...tagging}
          />
        </div>
      </div>
      {move && (
        <Menu
          label={`Actions for ${name}`}
          items={[
            { label: 'Move up', disabled: index === 0, onSelect: () => move(hook.id, index - 1) },
            { label: 'Move down', disabled: index === count - 1, onSelect: () => move(hook.id, index + 1) },
            { label: 'Move to the top', disabled: index === 0, onSelect: () => move(hook.id, 0) },
            'separator',
            { label: 'Remove…', icon: 'trash', danger: true, onSelect: onRemove },
          ]}
        />
      )}
    </li>
  );
}

/** Shows a retired hook as a grey line with its state. */
function HookLine({ item: { hook, state, merged_into: replacement } }: { item: CollectionHook }) {
  const href = useHookHref();
  if (state === 'retired')
    return (
      <div className="text-muted">
        {hook.text !== null && <p className="text-hook line-clamp-3 line-through wrap-anywhere">{hook.text}</p>}
        <p className="text-xs">
          Retired from the catalog
          {replacement && (
            <>
              {' · replaced by '}
              <Link href={href(replacement)}>{replacement}</Link>
            </>
          )}
        </p>
      </div>
    );
  const facts = [
    hook.views === undefined ? '' : `${formatCompact(hook.views)} views`,
    ...[hook.platform, hook.archetype, hook.emotional_trigger, hook.niche].map((label) => label && labelName(label)),
  ];
  return (
    <>
      <Link href={href(hook.id)} data-opens>
        <HookText>{hook.text}</HookText>
      </Link>
      <p className="text-xs text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}

/** Returns the hook's page, or the dialog with the seven basic fields on plans without full hooks. */
function useHookHref(): (id: string) => string {
  const { data: meta } = useMeta();
  const isFull = meta?.account.features.includes('full') ?? true;
  return (id) => (isFull ? `/dashboard/hooks/${id}` : `/dashboard/hooks?ids=${id}&hook=${id}`);
}

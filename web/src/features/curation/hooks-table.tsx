// HooksTable: hooks in any state as rows, of which several can be relabelled, edited, retired or decided at once.
import { useMemo } from 'react';
import type { ReviewedHook } from '../../api/openapi.ts';
import type { LoadedPages } from '../../api/use-pages.ts';
import { Key } from '../../kit/display/key.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { undoable } from '../bulk/edits.ts';
import { toEditFilter } from '../bulk/hook-query.ts';
import { RowList } from '../bulk/row-list.tsx';
import { rowOf } from '../bulk/rows.ts';
import { useEdits } from '../bulk/use-edits.ts';
import { useRowCommands } from '../bulk/use-row-commands.ts';
import { useSelection } from '../bulk/use-selection.ts';

type HooksTableProps = { pages: LoadedPages<ReviewedHook>; query: Readonly<Record<string, string>> };

export function HooksTable({ pages, query }: HooksTableProps) {
  const { store, edits, notice, hooks } = useEdits(pages.data, pages.mutate);
  const rows = useMemo(() => hooks.map(rowOf), [hooks]);
  const [selection, select] = useSelection(rows);
  const commands = useRowCommands({ store, rows, hooks, selection, filter: toEditFilter(query) });
  const states = new Set(commands.targets().map(({ state }) => state));
  const has = (state: ReviewedHook['state']) => commands.isEverything || states.has(state);
  const retire = () => has('published') && commands.decide('retired', 'published');
  const accept = () => has('pending') && commands.decide('published', 'pending');
  useShortcuts({ a: accept, r: retire });
  const isUndoable = undoable(edits) !== undefined;
  const isBarShown = selection.ids.size > 0 || notice !== '' || isUndoable;
  return (
    <div className="stack">
      <RowList label="Hooks" showState {...{ rows, commands, selection, select }} />
      {isBarShown && (
        <BulkBar
          {...{ commands, selection, select, notice, isUndoable }}
          shown={rows.length}
          total={pages.total ?? rows.length}
          noun="hooks"
          items={others.map(({ label, state, from }) => ({
            label,
            disabled: !has(from),
            onSelect: () => commands.decide(state, from),
          }))}
        >
          {has('pending') && (
            <Button onClick={accept}>
              Accept <Key>a</Key>
            </Button>
          )}
          {has('published') && (
            <Button onClick={retire}>
              Retire <Key>r</Key>
            </Button>
          )}
        </BulkBar>
      )}
    </div>
  );
}

const others = [
  { label: 'Reject pending', state: 'rejected', from: 'pending' },
  { label: 'Reopen rejected', state: 'pending', from: 'rejected' },
  { label: 'Publish retired again', state: 'published', from: 'retired' },
] as const;

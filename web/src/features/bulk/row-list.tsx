// RowList: rows of hooks with the editor of the row that is edited, and the dialog that sets a label.
import { type ReactNode, useMemo, useRef } from 'react';
import { Rows } from '../../kit/display/rows.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { useShortcuts } from '../../kit/page/shortcuts.ts';
import { HookEditor } from './hook-editor.tsx';
import { hookHref, toggleHookFilter } from './hook-query.ts';
import { HookRow, type RowActions, RowHeader } from './hook-row.tsx';
import { type CuratedField, fieldKeys } from './label-fields.ts';
import { LabelPicker } from './label-picker.tsx';
import type { Row } from './rows.ts';
import { isSelected, type Selection } from './selection.ts';
import { type RowCommands, withoutTyping } from './use-row-commands.ts';
import type { Select } from './use-selection.ts';

const fields = Object.entries(fieldKeys) as [CuratedField, string][];

type RowListProps = {
  label: string;
  rows: readonly Row[];
  commands: RowCommands;
  selection: Selection;
  select: Select;
  showState?: boolean;
  /** Keys of open groups. */
  open?: ReadonlySet<string>;
  onToggleGroup?: (key: string) => void;
  /** Content after the last row. */
  children?: ReactNode;
};

export function RowList({ label, rows, commands, selection, select, open, onToggleGroup, ...rest }: RowListProps) {
  const latest = useRef(commands);
  latest.current = commands;
  // Memoized, so that a key press renders only the rows that it changes.
  const actions = useMemo<RowActions>(
    () => ({
      href: hookHref,
      onFilter: toggleHookFilter,
      onToggleGroup,
      merge: (hook) => latest.current.merge(hook),
      dismiss: (hook) => latest.current.dismiss(hook),
    }),
    [onToggleGroup],
  );
  // Enter also activates a focused link or button, so it opens the row only from the checkbox.
  const openRow = ({ target }: KeyboardEvent) => {
    const { cursorHook } = commands;
    if (cursorHook && (target as Partial<Element>).matches?.('[data-select]')) changeQuery({ hook: cursorHook.id });
  };
  useShortcuts({
    Enter: openRow,
    ...Object.fromEntries(fields.map(([field, key]) => [key, withoutTyping(() => commands.pick(field))])),
  });
  return (
    <>
      <ul aria-label={label} className="divide-y overflow-clip rounded-t-md border border-b-0 bg-surface">
        <RowHeader />
        <Rows rows={rows} spacer="li">
          {(row, index, measure) => (
            <HookRow
              key={row.key}
              {...{ row, index, measure }}
              actions={actions}
              select={select}
              isCursor={row.key === selection.cursor}
              isSelected={isSelected(selection, row)}
              isOpen={open?.has(row.key)}
              showState={rest.showState}
              editor={
                commands.editing === row.key && (
                  <HookEditor hook={row.hook} onSave={commands.save(row.hook)} onClose={commands.stopEditing} />
                )
              }
            />
          )}
        </Rows>
        {rest.children}
      </ul>
      {commands.picking && (
        <LabelPicker
          field={commands.picking}
          hooks={commands.targets()}
          onChoose={(value) => commands.picking && commands.choose(commands.picking, value)}
          onClose={commands.stopPicking}
        />
      )}
    </>
  );
}

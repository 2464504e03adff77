// RowList: rows of hooks with the editor of the row that is edited, and the dialog that sets a label.
import { type ReactNode, useMemo, useRef } from 'react';
import { editHooks, type HookChange } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Rows } from '../../kit/display/rows.tsx';
import { edited } from './drafts.ts';
import type { EditStore } from './edit-store.ts';
import { HookEditor } from './hook-editor.tsx';
import { hookHref, toggleHookFilter } from './hook-query.ts';
import { HookRow, type RowActions, RowHeader } from './hook-row.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { Row } from './rows.ts';
import { isSelected, type Selection } from './selection.ts';
import type { RowCommands } from './use-row-commands.ts';
import type { Select } from './use-selection.ts';

type RowListProps = {
  label: string;
  rows: readonly Row[];
  store: EditStore;
  commands: RowCommands;
  selection: Selection;
  select: Select;
  showState?: boolean;
  /** Keys of open groups. */
  open?: ReadonlySet<string>;
  onToggleGroup?: (key: string) => void;
  /** After the last row. */
  children?: ReactNode;
};

export function RowList({
  label,
  rows,
  store,
  commands,
  selection,
  select,
  open,
  onToggleGroup,
  ...rest
}: RowListProps) {
  const latest = useRef(commands);
  latest.current = commands;
  // The same object, so that a key press renders only the rows that it changes.
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
  const save = (hook: ReviewedHook) => async (set: HookChange) =>
    store.apply(edited(hook, set, await editHooks({ ids: [hook.id], set })));
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
                  <HookEditor hook={row.hook} onSave={save(row.hook)} onClose={commands.stopEditing} />
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

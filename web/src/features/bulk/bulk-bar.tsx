// BulkBar: sticky bar below a list of hooks with the selection, the last edit with Undo, and the buttons.
import type { ReactNode } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import { Key } from '../../kit/display/key.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { type CuratedField, fieldTitles } from './label-fields.ts';
import type { Selection } from './selection.ts';
import type { RowCommands } from './use-row-commands.ts';
import type { Select } from './use-selection.ts';

type BulkBarProps = {
  selection: Selection;
  select: Select;
  commands: RowCommands;
  /** Numbers of hooks in the rows and in the whole list. */
  shown: number;
  total: number;
  /** Word for the hooks in the count, such as “pending”. */
  noun: string;
  /** Text about the last edit. */
  notice: string;
  isUndoable: boolean;
  /** Menu items after the items that set labels. */
  items: readonly MenuItem[];
  /** Buttons. */
  children: ReactNode;
};

const fields = Object.entries(fieldTitles) as [CuratedField, string][];

export function BulkBar({ commands, notice, isUndoable, items, children, ...counts }: BulkBarProps) {
  const setLabels = fields.map(([field, title]): MenuItem => {
    return { label: `Set ${title.toLowerCase()}…`, onSelect: () => commands.pick(field) };
  });
  return (
    <div className="sticky bottom-0 z-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-b-md border bg-surface py-2 pr-2 pl-3 max-md:bottom-12">
      {counts.shown > 0 && <Counts commands={commands} {...counts} />}
      <LastEdit {...{ notice, isUndoable }} onUndo={commands.undo} />
      {counts.shown > 0 && (
        <span className="flex items-center gap-2 max-sm:w-full">
          <span className="grid flex-1 auto-cols-fr grid-flow-col gap-2">{children}</span>
          <Menu label="More actions" items={[...setLabels, 'separator', ...items]} />
        </span>
      )}
    </div>
  );
}

type LastEditProps = Pick<BulkBarProps, 'notice' | 'isUndoable'> & { onUndo: () => void };

export function LastEdit({ notice, isUndoable, onUndo }: LastEditProps) {
  return (
    <div
      role="status"
      className={`flex min-h-8 min-w-0 flex-1 items-center justify-end gap-1.5 text-muted max-sm:basis-full max-sm:justify-between ${notice || isUndoable ? '' : 'max-sm:hidden'}`}
    >
      {notice && <Icon name="check" className="text-good max-sm:hidden" />}
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{notice}</span>
      {isUndoable && (
        <Button small kind="ghost" onClick={onUndo}>
          Undo <Key>u</Key>
        </Button>
      )}
    </div>
  );
}

type CountsProps = Pick<BulkBarProps, 'selection' | 'select' | 'commands' | 'shown' | 'total' | 'noun'>;

function Counts({ selection, select, commands, shown, total, noun }: CountsProps) {
  const selected = selection.ids.size;
  return (
    <p className="flex min-h-8 items-center gap-x-2 whitespace-nowrap">
      <span className="font-medium">
        {selected > 0
          ? `${formatNumber(commands.isEverything ? total : selected)} selected`
          : `${formatNumber(total)} ${noun}`}
      </span>
      {selected >= shown && total > shown && !commands.isEverything && (
        <TextButton onClick={commands.selectEverything}>Select all {formatNumber(total)}</TextButton>
      )}
      {selected > 0 ? (
        <TextButton onClick={select.clear}>
          Clear <Key>Esc</Key>
        </TextButton>
      ) : (
        <TextButton onClick={select.toggleAll}>
          Select {formatNumber(shown)} shown <Key>s</Key>
        </TextButton>
      )}
    </p>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="rounded-sm px-1 text-muted hover:text-ink touch:min-h-10">
      {children}
    </button>
  );
}

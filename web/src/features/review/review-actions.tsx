// ReviewActions: buttons above the hook under review, each with its keyboard shortcut. Keeps its place between hooks.

import { Key } from '../../kit/display/key.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';

type ReviewActionsProps = {
  /** Position of the hook in the queue, from 1, and the number of hooks. */
  position: number;
  total: number;
  onMove: (by: 1 | -1) => void;
  onKeys: () => void;
  onAccept: () => void;
  onReject: () => void;
};

export function ReviewActions({ position, total, onMove, onKeys, onAccept, onReject }: ReviewActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 max-md:sticky max-md:bottom-12 max-md:z-1 max-md:order-last max-md:rounded-b-md max-md:border-t max-md:border-b-0 max-md:bg-surface">
      <p className="mr-auto flex items-center gap-1 whitespace-nowrap">
        <span className="font-medium">
          {formatNumber(position)} of {formatNumber(total)}
        </span>
        <IconButton icon="left" label="Previous (k)" onClick={() => onMove(-1)} />
        <IconButton icon="right" label="Skip (j)" onClick={() => onMove(1)} />
        <IconButton icon="info" label="Keyboard shortcuts (?)" onClick={onKeys} />
      </p>
      <div className="grid grid-cols-2 gap-3 max-md:w-full">
        <Button onClick={onReject}>
          Reject <Key>r</Key>
        </Button>
        <Button kind="primary" onClick={onAccept}>
          Accept <Key>a</Key>
        </Button>
      </div>
    </div>
  );
}

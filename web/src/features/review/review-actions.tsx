// ReviewActions: buttons above the hook under review, each with its keyboard shortcut. Keeps its place between hooks.

import { Key } from '../../kit/display/key.tsx';
import { Button, IconButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import type { Queue } from './review-queue.ts';
import type { Review } from './review-store.ts';

export function ReviewActions({ review, queue, onKeys }: { review: Review; queue: Queue; onKeys: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 max-md:sticky max-md:bottom-12 max-md:z-1 max-md:order-last max-md:rounded-b-md max-md:border-t max-md:border-b-0 max-md:bg-surface">
      <p className="mr-auto flex items-center gap-1 whitespace-nowrap">
        <span className="font-medium">
          {formatNumber(queue.at + 1)} of {formatNumber(queue.total)}
        </span>
        <IconButton icon="left" label="Previous (k)" onClick={() => review.move(-1)} />
        <IconButton icon="right" label="Skip (j)" onClick={() => review.move(1)} />
        <IconButton icon="info" label="Keyboard shortcuts (?)" onClick={onKeys} />
      </p>
      <Button kind="ghost" disabled={queue.steps.length === 0} onClick={() => review.undo()}>
        Undo <Key>u</Key>
      </Button>
      <div className="grid grid-cols-2 gap-3 max-md:w-full">
        <Button onClick={() => review.decide('rejected')}>
          Reject <Key>r</Key>
        </Button>
        <Button kind="primary" onClick={() => review.decide('accepted')}>
          Accept <Key>a</Key>
        </Button>
      </div>
    </div>
  );
}

// ReviewList: the queue beside the hook under review. HeldDecisions: decisions that can still be undone.
import { useEffect, useRef } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { capitalized, formatNumber } from '../../kit/page/format.ts';
import { type Entry, holdMs, type Queue, tallyOf } from './review-queue.ts';

/** Below the card, so that the list can grow without moving it. */
export function HeldDecisions({ queue, onUndo }: { queue: Queue; onUndo: (id: string) => void }) {
  const held = queue.entries.filter(({ phase }) => phase === 'held').sort((a, b) => (b.heldAt ?? 0) - (a.heldAt ?? 0));
  return (
    <ul aria-label="Decisions that can be undone" aria-live="polite" className="stack min-h-11 gap-1.5">
      {held.map(({ hook, decision }) => (
        <li key={hook.id} className="flex items-center gap-2.5 rounded-md border bg-surface py-1 pr-1.5 pl-3">
          <Icon
            name={decision === 'accepted' ? 'check' : 'close'}
            className={decision === 'accepted' ? 'text-good' : 'text-bad'}
          />
          <span className="whitespace-nowrap">{decision === 'accepted' ? 'Accepted' : 'Rejected'}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-muted [unicode-bidi:isolate]">
            {hook.text}
          </span>
          <span className="text-xs whitespace-nowrap text-faint max-sm:hidden">saves in {holdMs / 1000} s</span>
          <Button small kind="ghost" onClick={() => onUndo(hook.id)}>
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}

type ReviewListProps = { queue: Queue; onGo: (id: string) => void; onUndo: (id: string) => void };

export function ReviewList({ queue, onGo }: ReviewListProps) {
  const { accepted, rejected } = tallyOf(queue);
  const current = useRef<HTMLLIElement>(null);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current hook changes
  useEffect(() => {
    // scrollIntoView would scroll the page as well.
    const [box, row] = [list.current, current.current];
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 3;
  }, [queue.at]);
  const hidden = queue.total - queue.entries.length;
  return (
    <section aria-label="Queue" className="stack gap-2">
      <p className="flex justify-between gap-2 text-xs text-muted">
        <span>{formatNumber(queue.total - accepted - rejected)} pending</span>
        <span aria-live="polite">
          {formatNumber(accepted)} accepted · {formatNumber(rejected)} rejected
        </span>
      </p>
      <ol
        ref={list}
        className="relative max-h-140 divide-y overflow-y-auto rounded-md border bg-surface max-lg:max-h-64"
      >
        {queue.entries.map((entry, at) => (
          <Row key={entry.hook.id} entry={entry} ref={at === queue.at ? current : undefined} onGo={onGo} />
        ))}
        {hidden > 0 && <li className="px-3 py-2 text-xs text-muted">{formatNumber(hidden)} more</li>}
      </ol>
    </section>
  );
}

type RowProps = { entry: Entry; ref: React.Ref<HTMLLIElement> | undefined; onGo: (id: string) => void };

function Row({ entry: { hook, decision, problem }, ref, onGo }: RowProps) {
  const isCurrent = ref !== undefined;
  return (
    <li ref={ref} className={isCurrent ? 'bg-accent-soft' : ''}>
      <button
        type="button"
        disabled={decision !== undefined}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onGo(hook.id)}
        className="flex w-full items-start gap-2 px-3 py-2 text-left focus-visible:-outline-offset-2 enabled:hover:bg-sunken aria-[current]:hover:bg-accent-soft"
      >
        <span
          dir="auto"
          className={`line-clamp-2 min-w-0 flex-1 wrap-anywhere [unicode-bidi:isolate] ${decision ? 'text-muted' : ''}`}
        >
          {hook.text}
        </span>
        {decision && <Badge tone={decision === 'accepted' ? 'good' : 'neutral'}>{capitalized(decision)}</Badge>}
        {problem && <Badge tone="bad">Not saved</Badge>}
      </button>
    </li>
  );
}

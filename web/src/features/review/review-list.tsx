// Beside the hook that is reviewed: the queue with what became of each, and the verdicts that can still be undone.
import { useEffect, useRef } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { type Entry, holdMs, type Queue, tallyOf } from './review-queue.ts';

/** The last ones that can be undone, so that nothing moves above them. */
export function HeldVerdicts({ queue, onUndo }: { queue: Queue; onUndo: (id: string) => void }) {
  const held = queue.entries.filter(({ phase }) => phase === 'held').sort((a, b) => (b.heldAt ?? 0) - (a.heldAt ?? 0));
  return (
    <ul aria-label="Decisions that can be undone" aria-live="polite" className="stack min-h-11 gap-1.5">
      {held.map(({ hook, verdict }) => (
        <li key={hook.id} className="flex items-center gap-2.5 rounded-md border bg-surface py-1 pr-1.5 pl-3">
          <Icon
            name={verdict === 'accepted' ? 'check' : 'close'}
            className={verdict === 'accepted' ? 'text-good' : 'text-bad'}
          />
          <span className="whitespace-nowrap">{verdict === 'accepted' ? 'Accepted' : 'Rejected'}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-muted [unicode-bidi:isolate]">
            {hook.text}
          </span>
          <span className="text-xs whitespace-nowrap text-faint max-sm:hidden">sent after {holdMs / 1000} s</span>
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled when another hook is looked at
  useEffect(() => {
    // Within the list only: scrollIntoView would move the page too.
    const [box, row] = [list.current, current.current];
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 3;
  }, [queue.at]);
  const hidden = queue.total - queue.entries.length;
  return (
    <section aria-label="Queue" className="stack gap-2">
      <p className="flex justify-between gap-2 text-xs text-muted">
        <span>{formatNumber(queue.total - accepted - rejected)} wait</span>
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
        {hidden > 0 && <li className="px-3 py-2 text-xs text-muted">and {formatNumber(hidden)} more</li>}
      </ol>
    </section>
  );
}

type RowProps = { entry: Entry; ref: React.Ref<HTMLLIElement> | undefined; onGo: (id: string) => void };

function Row({ entry: { hook, verdict, problem }, ref, onGo }: RowProps) {
  const isCurrent = ref !== undefined;
  return (
    <li ref={ref} className={isCurrent ? 'bg-accent-soft' : ''}>
      <button
        type="button"
        disabled={verdict !== undefined}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onGo(hook.id)}
        className="flex w-full items-start gap-2 px-3 py-2 text-left focus-visible:-outline-offset-2 enabled:hover:bg-sunken aria-[current]:hover:bg-accent-soft"
      >
        <span
          dir="auto"
          className={`line-clamp-2 min-w-0 flex-1 wrap-anywhere [unicode-bidi:isolate] ${verdict ? 'text-muted' : ''}`}
        >
          {hook.text}
        </span>
        {verdict && <Badge tone={verdict === 'accepted' ? 'good' : 'neutral'}>{verdict}</Badge>}
        {problem && <Badge tone="bad">refused</Badge>}
      </button>
    </li>
  );
}

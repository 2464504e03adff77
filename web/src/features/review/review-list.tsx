// ReviewList: the queue next to the hook under review.
import { useEffect, useRef } from 'react';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { capitalized, formatNumber } from '../../kit/page/format.ts';
import { stateTones } from '../bulk/hook-state.ts';
import type { Tally } from './tally.ts';
import { isPending, type PendingHooks } from './use-pending.ts';

type ReviewListProps = {
  list: PendingHooks;
  tally: Tally;
  /** Id of the hook under review. */
  current: string | undefined;
  onGo: (id: string) => void;
};

export function ReviewList({ list: { hooks, remaining, unloaded }, tally, current, onGo }: ReviewListProps) {
  const row = useRef<HTMLLIElement>(null);
  const box = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current hook changes
  useEffect(() => {
    // scrollIntoView would scroll the page as well.
    if (box.current && row.current) box.current.scrollTop = row.current.offsetTop - box.current.clientHeight / 3;
  }, [current]);
  return (
    <section aria-label="Queue" className="stack gap-2">
      <p className="flex justify-between gap-2 text-xs text-muted">
        <span>{formatNumber(remaining)} pending</span>
        <span aria-live="polite">
          {formatNumber(tally.accepted)} accepted · {formatNumber(tally.rejected)} rejected
        </span>
      </p>
      <ol
        ref={box}
        className="relative max-h-140 divide-y overflow-y-auto rounded-md border bg-surface max-lg:max-h-64"
      >
        {hooks.map((hook) => (
          <Row key={hook.id} hook={hook} ref={hook.id === current ? row : undefined} onGo={onGo} />
        ))}
        {unloaded > 0 && <li className="px-3 py-2 text-xs text-muted">{formatNumber(unloaded)} more</li>}
      </ol>
    </section>
  );
}

type RowProps = { hook: ReviewedHook; ref: React.Ref<HTMLLIElement> | undefined; onGo: (id: string) => void };

const decisions = { published: 'accepted' } as Partial<Record<ReviewedHook['state'], string>>;

function Row({ hook, ref, onGo }: RowProps) {
  const isCurrent = ref !== undefined;
  const isDecided = !isPending(hook);
  return (
    <li ref={ref} className={isCurrent ? 'bg-accent-soft' : ''}>
      <button
        type="button"
        disabled={isDecided}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onGo(hook.id)}
        className="flex w-full items-start gap-2 px-3 py-2 text-left focus-visible:-outline-offset-2 enabled:hover:bg-sunken aria-[current]:hover:bg-accent-soft"
      >
        <span
          dir="auto"
          className={`line-clamp-2 min-w-0 flex-1 wrap-anywhere [unicode-bidi:isolate] ${isDecided ? 'text-muted' : ''}`}
        >
          {hook.text}
        </span>
        {isDecided && <Badge tone={stateTones[hook.state]}>{capitalized(decisions[hook.state] ?? hook.state)}</Badge>}
      </button>
    </li>
  );
}

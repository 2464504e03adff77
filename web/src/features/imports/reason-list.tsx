// ReasonList: why records of an import are not published, most frequent first, with examples.
import type { ImportDetail } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { capitalized, formatNumber } from '../../kit/page/format.ts';
import { isReason, reviewReasons } from '../bulk/hook-state.ts';

export function reasonName(reason: string): string {
  // The variable that sets a limit is for the log.
  return isReason(reason) ? reviewReasons[reason] : capitalized(reason.replace(/ \(HOOKLINE_\w+\)/, ''));
}

type ReasonListProps = { title: string; note?: string; reasons: ImportDetail['reasons'] };

export function ReasonList({ title, note, reasons }: ReasonListProps) {
  return (
    <section className="stack gap-2" aria-label="Reasons">
      <h3 className="font-medium">{title}</h3>
      {note && <p className="text-xs text-muted">{note}</p>}
      <ul className="divide-y rounded-md border">
        {reasons.map(({ result, reason, count, examples }) => (
          <li key={`${result} ${reason}`} className="stack gap-1 px-3 py-2">
            <div className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">{reasonName(reason)}</span>
              <Badge tone={result === 'pending' ? 'warn' : 'bad'}>
                {result === 'pending' ? 'Needs a look' : 'Rejected'}
              </Badge>
              <span className="w-14 text-right font-medium">{formatNumber(count)}</span>
            </div>
            {examples.map(({ line, text }) => (
              <div key={`${line} ${text}`} className="flex gap-2 text-xs text-muted">
                {line !== null && <span className="w-16 shrink-0 tabular-nums">line {formatNumber(line)}</span>}
                <span className="min-w-0 flex-1 line-clamp-2">
                  <bdi>{text}</bdi>
                </span>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

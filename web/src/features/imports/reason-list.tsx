// ReasonList: why records of an import are pending or rejected, most frequent first, with examples.
import type { ImportDetail } from '../../api/openapi.ts';
import { capitalized, formatNumber } from '../../kit/page/format.ts';
import { isReason, reviewReasons } from '../bulk/hook-state.ts';

export function reasonName(reason: string): string {
  // The variable that sets a limit is meant for the log only.
  return isReason(reason) ? reviewReasons[reason] : capitalized(reason.replace(/ \(HOOKLINE_\w+\)/, ''));
}

const groups = { pending: 'To review before they are published', rejected: 'Rejected' } as const;

/** `note` is about the rejected records. */
export function ReasonList({ note, reasons }: { note?: string; reasons: ImportDetail['reasons'] }) {
  return Object.entries(groups).map(([group, title]) => {
    const ofGroup = reasons.filter(({ result }) => result === group);
    if (ofGroup.length === 0) return null;
    return (
      <section key={group} className="stack gap-2" aria-label={title}>
        <h3 className="font-medium">{title}</h3>
        {note && group === 'rejected' && <p className="text-xs text-muted">{note}</p>}
        <ul className="divide-y rounded-md border">
          {ofGroup.map(({ reason, count, examples }) => (
            <li key={reason} className="stack gap-1 px-3 py-2">
              <div className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 wrap-anywhere">{reasonName(reason)}</span>
                <span className="font-medium">{formatNumber(count)}</span>
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
  });
}

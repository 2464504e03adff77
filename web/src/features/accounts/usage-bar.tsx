// UsageBar: usage of one quota window in a table row. Gauge in the kit is the large version.
import type { UsageWindow } from '@hookline/sdk';
import { formatCompact, formatNumber, formatPercent } from '../../kit/page/format.ts';

const titles = { day: 'today', month: 'this month' } as const;

export function UsageBar({ usage: { window, used, limit } }: { usage: UsageWindow }) {
  const share = limit === null ? 0 : used / Math.max(limit, 1);
  const fill = share >= 1 ? 'bg-bad-mark' : share >= 0.8 ? 'bg-warn-mark' : 'bg-faint';
  const exact = `${formatNumber(used)}${limit === null ? '' : ` of ${formatNumber(limit)}`} ${used === 1 && limit === null ? 'call' : 'calls'} ${titles[window]}`;
  return (
    <div
      title={limit === null ? `${exact}, no limit` : `${exact}, ${formatPercent(share)}`}
      className="grid gap-1 sm:w-32"
    >
      <span className="whitespace-nowrap max-sm:text-right">
        <span className="sr-only">{exact}</span>
        <span aria-hidden="true">
          {formatCompact(used)}
          <span className="text-muted">{limit === null ? ', no limit' : ` of ${formatCompact(limit)}`}</span>
        </span>
      </span>
      {limit !== null && (
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line max-sm:w-32">
          <div className={`h-full rounded-full ${fill}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

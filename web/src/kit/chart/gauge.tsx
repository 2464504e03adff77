// Gauge: usage of a limit, its window, and when it resets. Without a limit there is only the number.

import { Time } from '../display/time.tsx';
import { formatNumber, formatPercent, unitOf } from '../page/format.ts';

type GaugeProps = {
  /** The window: “Today”, “This month”. */
  label: string;
  used: number;
  /** null when no limit is enforced. */
  limit: number | null;
  unit: string;
  resetsAt?: string;
};

export function Gauge({ label, used, limit, unit, resetsAt }: GaugeProps) {
  const share = limit ? used / limit : 0;
  const [fill, tone] =
    share >= 1 ? ['bg-bad-mark', 'text-bad'] : share >= 0.8 ? ['bg-warn-mark', 'text-warn'] : ['bg-faint', ''];
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-xs text-muted">{label}</span>
        <span>
          <span className="font-medium">{formatNumber(used)}</span>
          <span className="text-muted">
            {limit === null ? ` ${unitOf(used, unit)}` : ` of ${formatNumber(limit)} ${unitOf(limit, unit)}`}
          </span>
        </span>
      </div>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be styled consistently across browsers
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={`${formatNumber(used)} of ${formatNumber(limit)} ${unitOf(limit, unit)}`}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div className={`h-full rounded-full ${fill}`} style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </div>
      )}
      <div className="flex justify-between gap-4 text-xs text-muted">
        <span className={tone}>{limit === null ? 'No limit' : `${formatPercent(share)} used`}</span>
        {resetsAt && (
          <span>
            Resets <Time at={resetsAt} />
          </span>
        )}
      </div>
    </div>
  );
}

// Quota gauges of the windows that have a limit or included calls, with a forecast from the last days.
import type { Usage, UsageWindow } from '@hookline/sdk';
import { shownWindows } from '../../api/plan-text.ts';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { plural } from '../../kit/page/format.ts';
import { forecastOf, forecastText } from '../usage/forecast.ts';

type QuotaGaugesProps = {
  usage: Usage;
  /** Calls counted against the quota, by UTC day, today last. */
  days: readonly { day: string; counted: number }[];
  /** Calls a month included in a plan without a hard limit. */
  included: number | null;
};

const names = { day: 'Today', month: 'This month' } as const;

export function QuotaGauges({ usage, days, included }: QuotaGaugesProps) {
  const windows = shownWindows(usage.windows).filter(
    ({ window, limit }) => limit !== null || (window === 'month' && included),
  );
  return (
    <Card>
      <div className="grid gap-x-10 gap-y-6 sm:auto-cols-fr sm:grid-flow-col">
        {windows.map((window) => (
          <div key={window.window} className="grid content-start gap-2">
            <Gauge
              label={names[window.window]}
              used={window.used}
              limit={window.limit}
              unit="calls"
              resetsAt={window.resets_at}
            />
            <ForecastNote window={window} days={days} included={included} />
          </div>
        ))}
      </div>
    </Card>
  );
}

export function QuotaSkeleton() {
  return (
    <Card>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {['day', 'month'].map((window) => (
          <div key={window} className="grid h-19 content-between">
            <Skeleton className="w-full" />
            <Skeleton className="w-40" />
          </div>
        ))}
      </div>
    </Card>
  );
}

function ForecastNote({ window, days, included }: { window: UsageWindow } & Omit<QuotaGaugesProps, 'usage'>) {
  const now = useNow();
  const forecast = forecastOf(window, days, now);
  const runsOut = forecast !== undefined && 'runsOutAt' in forecast;
  const text = forecast
    ? forecastText(forecast, window, now)
    : window.window === 'month' && window.limit === null && included !== null
      ? `${plural(included, 'call')} a month included, no hard limit.`
      : '';
  return text && <p className={`text-xs ${runsOut ? 'font-medium text-warn' : 'text-muted'}`}>{text}</p>;
}

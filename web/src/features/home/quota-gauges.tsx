// The quota of the day and of the month, and when each runs out at the pace of the last days.
import type { Usage, UsageWindow } from '@hookline/sdk';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { forecastOf, forecastWords } from '../usage/forecast.ts';

type QuotaGaugesProps = {
  usage: Usage;
  /** Calls that took quota, by UTC day, in order, today the last. */
  days: readonly { day: string; counted: number }[];
  /** Calls a month that the plan includes where none is refused. */
  included: number | null;
};

const names = { day: 'Today', month: 'This month' } as const;

export function QuotaGauges({ usage, days, included }: QuotaGaugesProps) {
  return (
    <Card>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {usage.windows.map((window) => (
          <div key={window.window} className="grid content-start gap-2">
            <Gauge
              label={names[window.window]}
              used={window.used}
              limit={window.limit}
              unit="calls"
              resetsAt={window.resets_at}
            />
            <Outlook window={window} days={days} included={included} />
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

function Outlook({ window, days, included }: { window: UsageWindow } & Omit<QuotaGaugesProps, 'usage'>) {
  const now = useNow();
  const forecast = forecastOf(window, days, now);
  const runsOut = forecast !== undefined && 'runsOutAt' in forecast;
  const text = forecast
    ? forecastWords(forecast, window, now)
    : window.window === 'month' && window.limit === null && included !== null
      ? `The plan includes ${formatNumber(included)} a month; none is refused beyond.`
      : '';
  return text && <p className={`text-xs ${runsOut ? 'font-medium text-warn' : 'text-muted'}`}>{text}</p>;
}

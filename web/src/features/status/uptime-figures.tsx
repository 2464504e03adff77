// Uptime on /status: percentages over four periods, a bar per day, and a table for screen readers.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Uptime } from '../../api/openapi.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { dayMs, formatDate, formatDay } from '../../kit/page/format.ts';
import { formatUptime, isGood, isPoor, periodText } from './uptime-text.ts';

const periods = [
  ['last_24h', 1],
  ['last_7d', 7],
  ['last_30d', 30],
  ['last_90d', 90],
] as const;

/** Periods with no more measured days than the one before are left out: their figure is the same. */
function measuredPeriods({ measured_since: since }: Uptime, now: number) {
  const measuredDays = since === null ? 0 : (now - Date.parse(since)) / dayMs;
  return periods.filter((_, at) => (periods[at - 1]?.[1] ?? 0) <= measuredDays);
}

export function UptimeFigures({ uptime }: { uptime: Uptime | null }) {
  const now = useNow();
  return (
    <Section
      title="Uptime"
      description={
        uptime?.measured_since ? (
          <>
            Share of the time that the service was up. Measured since{' '}
            <Time at={uptime.measured_since} format={formatDate} />.
          </>
        ) : (
          'Share of the time that the service was up.'
        )
      }
    >
      <Card>
        {uptime ? (
          <div className="stack gap-5">
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              {measuredPeriods(uptime, now).map(([period, days]) => (
                <div key={period} className="flex flex-col-reverse justify-end">
                  <dt className="text-xs text-muted">{periodText(days, uptime.measured_since, now)}</dt>
                  <dd className="text-title font-semibold">{formatUptime(uptime[period])}</dd>
                </div>
              ))}
            </dl>
            <DayBars days={uptime.days} />
          </div>
        ) : (
          'Unavailable while the database can’t be reached.'
        )}
      </Card>
    </Section>
  );
}

type DaysProps = { days: Uptime['days'] };

function DayBars({ days }: DaysProps) {
  const last = days.length - 1;
  const [active, setActive] = useState<number>();
  const at = Math.min(active ?? last, last);
  const shown = days[at];
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  const [first] = days;
  if (!first || !shown) return null;
  const { day, uptime } = shown;
  return (
    <div className="stack gap-2">
      <p className="text-xs text-muted">
        {active === undefined ? (
          'By day (UTC)'
        ) : (
          <>
            <span className="font-medium text-ink">{formatDay(day)}</span> {formatUptime(uptime)}
          </>
        )}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Uptime by day. Use the arrow keys to read values."
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${formatDay(day)}: ${formatUptime(uptime)}`}
        className="grid h-10 touch-pan-y auto-cols-fr grid-flow-col gap-px rounded-sm sm:gap-0.5"
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setActive(undefined)}
      >
        {days.map((one, index) => (
          <span
            key={one.day}
            className={`rounded-[2px] ${colourOf(one.uptime)} ${active !== undefined && active !== index ? 'opacity-60' : ''}`}
          />
        ))}
      </div>
      <div aria-hidden="true" className="flex justify-between text-xs text-faint">
        <span>{formatDay(first.day)}</span>
        <span>Today (UTC)</span>
      </div>
      <DaysTable days={days} />
    </div>
  );
}

function DaysTable({ days }: DaysProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>Uptime by day (UTC), newest first</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Uptime</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, uptime }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{formatUptime(uptime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function colourOf(uptime: number | null): string {
  if (uptime === null) return 'bg-line';
  if (isGood(uptime)) return 'bg-good-mark';
  return isPoor(uptime) ? 'bg-bad-mark' : 'bg-warn-mark';
}

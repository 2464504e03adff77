// Live figures of the public page: number of hooks, freshness, latency.
import { Stat } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMs, formatNumber, plural } from '../../kit/page/format.ts';
import { NextUpdate } from './next-update.tsx';
import { type ReadStatus, useStatus } from './use-status.ts';

export function LiveNumbers() {
  const { data, error } = useStatus();
  return (
    <section
      aria-label="Live figures"
      className="grid grid-cols-3 gap-x-6 gap-y-4 border-t pt-4 lg:border-t-0 lg:border-l lg:py-1 lg:pl-6"
    >
      {data ? <Numbers status={data} /> : <NumbersPlaceholder isUnavailable={error !== undefined} />}
    </section>
  );
}

function Numbers({ status: { catalog, latency } }: { status: ReadStatus }) {
  const { p95_ms, requests, window_minutes } = latency;
  return (
    <>
      <Stat label="Hooks" value={formatNumber(catalog.hooks)} note={`Version ${formatNumber(catalog.version)}`} />
      <Stat
        label="Last change"
        value={<Time at={catalog.updated_at} />}
        note={
          catalog.next_update_at ? (
            <>
              Next update <NextUpdate at={catalog.next_update_at} />
            </>
          ) : (
            'Catalog'
          )
        }
      />
      <Stat
        label="p95 latency"
        value={p95_ms === null ? '–' : formatMs(p95_ms)}
        note={
          p95_ms === null
            ? `No calls in the last ${window_minutes} min`
            : `${plural(requests, 'call')} in ${window_minutes} min`
        }
      />
    </>
  );
}

function NumbersPlaceholder({ isUnavailable }: { isUnavailable: boolean }) {
  const value = isUnavailable ? '–' : <Skeleton className="my-1.5 w-16" />;
  const note = isUnavailable ? 'Unavailable' : <Skeleton className="w-20" />;
  return ['Hooks', 'Last change', 'p95 latency'].map((label) => (
    <Stat key={label} label={label} value={value} note={note} />
  ));
}

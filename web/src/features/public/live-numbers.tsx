// Live figures of the public page: number of hooks, freshness, speed. Unknown ones are hidden.
import { Stat } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMs, formatNumber, plural } from '../../kit/page/format.ts';
import { NextUpdate } from './next-update.tsx';
import { SampleNote } from './sample-note.tsx';
import { type ReadStatus, useStatus } from './use-status.ts';

export function LiveNumbers() {
  const { data, error } = useStatus();
  if (error && !data) return null;
  return (
    <section aria-label="Live figures" className="grid gap-y-3 border-t pt-4 lg:border-t-0 lg:border-l lg:py-1 lg:pl-6">
      <div className="grid auto-cols-fr grid-flow-col gap-x-6">
        {data ? <Numbers status={data} /> : <Skeleton className="my-1.5 h-15 w-full" />}
      </div>
      {data?.catalog.sample_data && <SampleNote />}
    </section>
  );
}

function Numbers({ status: { catalog, latency } }: { status: ReadStatus }) {
  const { p95_ms, requests, window_minutes } = latency;
  return (
    <>
      <Stat label="Hooks" value={formatNumber(catalog.hooks)} />
      <Stat
        label="Updated"
        value={<Time at={catalog.updated_at} />}
        note={
          catalog.next_update_at && (
            <>
              Next <NextUpdate at={catalog.next_update_at} />
            </>
          )
        }
      />
      {p95_ms !== null && (
        <Stat
          label="Response time"
          value={formatMs(p95_ms)}
          note={`${plural(requests, 'call')} in ${window_minutes} min`}
        />
      )}
    </>
  );
}

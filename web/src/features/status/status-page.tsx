// /status: whether the service is well, why not, and what has been measured of it.
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { type ReadStatus, useStatus } from '../public/use-status.ts';
import { CatalogFigures, DeliveryFigures, LatencyFigures } from './status-figures.tsx';
import { UptimeFigures } from './uptime-figures.tsx';

export function StatusPage() {
  const status = useStatus();
  const { data, error, mutate } = status;
  return (
    <PageBody>
      <PageHeader
        title="Status"
        description="What the service measures of itself. This page reads it every 30 seconds."
      />
      {data && error ? (
        <Banner tone="bad" title="The service does not answer">
          The last answer came <Time at={data.readAt} />, at {formatMoment(data.readAt)}. What stands below is from
          then. It is tried again every 30 seconds.
        </Banner>
      ) : (
        data && <Verdict status={data} />
      )}
      <Load from={{ data, error, mutate }} skeleton={<Waiting />}>
        {(read) => <Figures status={read} />}
      </Load>
    </PageBody>
  );
}

function Verdict({ status: { status, reasons, readAt } }: { status: ReadStatus }) {
  if (status === 'up')
    return (
      <Banner tone="good" title="Everything works">
        As of <Time at={readAt} of={formatMoment} />.
      </Banner>
    );
  return (
    <Banner tone="warn" title="It works, but something is amiss">
      <ul className={reasons.length > 1 ? 'list-disc pl-4' : ''}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="mt-1 text-xs">
        As of <Time at={readAt} of={formatMoment} />.
      </p>
    </Banner>
  );
}

function Figures({ status }: { status: ReadStatus }) {
  return (
    <>
      <UptimeFigures uptime={status.uptime} />
      <div className="stack items-start gap-6 lg:grid-cols-3">
        <Section title="Catalog">
          <CatalogFigures catalog={status.catalog} />
        </Section>
        <Section title="Answer time">
          <LatencyFigures latency={status.latency} />
        </Section>
        <Section title="Webhook deliveries">
          <DeliveryFigures deliveries={status.deliveries} />
        </Section>
      </div>
      <p className="text-xs text-muted">
        Version {status.version}, running since <Time at={status.started_at} of={formatMoment} />. All of this by API,
        without a key:{' '}
        <a href="/health/status" className="font-mono underline underline-offset-2 hover:text-ink">
          GET /health/status
        </a>
      </p>
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-15 w-full" />
      <Skeleton className="h-66 w-full" />
      <div className="stack gap-6 lg:grid-cols-3">
        <Skeleton className="h-46 w-full" />
        <Skeleton className="h-46 w-full" />
        <Skeleton className="h-46 w-full" />
      </div>
    </>
  );
}

// /status: service status with reasons, uptime and live metrics.
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { type ReadStatus, useStatus } from '../public/use-status.ts';
import { CurrentAnnouncements, PastAnnouncements } from './status-announcements.tsx';
import { CatalogFigures, DeliveryFigures, LatencyFigures } from './status-figures.tsx';
import { SubscribeForm } from './status-subscribe.tsx';
import { UptimeFigures } from './uptime-figures.tsx';

export function StatusPage() {
  const status = useStatus();
  const { data, error, mutate } = status;
  return (
    <PageBody>
      <PageHeader title="Status" description="Refreshes every 30 seconds." />
      {data && error ? (
        <Banner tone="bad" title="Can’t reach Hookline">
          Last response <Time at={data.readAt} />, at {formatMoment(data.readAt)}. The figures below are from then.
          Retrying every 30 seconds.
        </Banner>
      ) : (
        data && <StatusBanner status={data} />
      )}
      <Load from={{ data, error, mutate }} skeleton={<StatusSkeleton />}>
        {(current) => <Figures status={current} />}
      </Load>
    </PageBody>
  );
}

function StatusBanner({ status: { status, reasons, readAt } }: { status: ReadStatus }) {
  if (status === 'up')
    return (
      <Banner tone="good" title="All systems operational">
        As of <Time at={readAt} format={formatMoment} />.
      </Banner>
    );
  return (
    <Banner tone="warn" title="Degraded">
      <ul className={reasons.length > 1 ? 'list-disc pl-4' : ''}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="mt-1 text-xs">
        As of <Time at={readAt} format={formatMoment} />.
      </p>
    </Banner>
  );
}

function Figures({ status }: { status: ReadStatus }) {
  return (
    <>
      <CurrentAnnouncements announcements={status.announcements} />
      <UptimeFigures uptime={status.uptime} />
      <div className="stack items-start gap-6 lg:grid-cols-3">
        <Section title="Catalog">
          <CatalogFigures catalog={status.catalog} />
        </Section>
        <Section title="Response time">
          <LatencyFigures latency={status.latency} />
        </Section>
        <Section title="Webhook deliveries">
          <DeliveryFigures deliveries={status.deliveries} />
        </Section>
      </div>
      <PastAnnouncements announcements={status.announcements} />
      <SubscribeForm />
      <p className="text-xs text-muted">
        Version {status.version}, running since <Time at={status.started_at} format={formatMoment} />. Also available
        without a key:{' '}
        <a href="/health/status" className="font-mono underline underline-offset-2 hover:text-ink">
          GET /health/status
        </a>
      </p>
    </>
  );
}

function StatusSkeleton() {
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

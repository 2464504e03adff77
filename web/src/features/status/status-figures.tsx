// The smaller figures of /status: catalog, latency, deliveries, each with its unit, window and age.
import type { ReactNode } from 'react';
import type { Status } from '../../../../src/status/status.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMs, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { NextUpdate } from '../public/next-update.tsx';

const unknown = <span className="text-faint">unknown</span>;

export function CatalogFigures({ catalog }: { catalog: Status['catalog'] }) {
  const { hooks, updated_at, checked_at, next_update_at } = catalog;
  return (
    <Lines note={`Catalog version ${formatNumber(catalog.version)}.`}>
      <Line name="Hooks">{formatNumber(hooks)}</Line>
      <Line name="Last change">
        <Time at={updated_at} />
      </Line>
      <Line name="Sources last read">{checked_at ? <Time at={checked_at} /> : unknown}</Line>
      <Line name="Next update">{next_update_at ? <NextUpdate at={next_update_at} /> : 'none planned'}</Line>
    </Lines>
  );
}

export function LatencyFigures({ latency }: { latency: Status['latency'] }) {
  const { p50_ms, p95_ms, p99_ms, requests, window_minutes } = latency;
  const none = <span className="text-faint">–</span>;
  const tell = (ms: number | null) => (ms === null ? none : formatMs(ms));
  return (
    <Lines note={`Of the API, in the last ${window_minutes} minutes, without the network.`}>
      <Line name="50% within (p50)">{tell(p50_ms)}</Line>
      <Line name="95% within (p95)">{tell(p95_ms)}</Line>
      <Line name="99% within (p99)">{tell(p99_ms)}</Line>
      <Line name="Answers">{formatNumber(requests)}</Line>
    </Lines>
  );
}

export function DeliveryFigures({ deliveries }: { deliveries: Status['deliveries'] }) {
  if (!deliveries) return <Card>It cannot be told now, since the database does not answer.</Card>;
  const { window_hours, delivered, failed, pending, success_ratio, oldest_pending_at } = deliveries;
  return (
    <Lines note={`Made in the last ${window_hours} hours, to the webhooks of all customers. Tests are left out.`}>
      <Line name="Delivered">
        {formatNumber(delivered)}
        {success_ratio !== null && <span className="text-muted"> · {formatPercent(success_ratio)}</span>}
      </Line>
      <Line name="Refused by receivers">{formatNumber(failed)}</Line>
      <Line name="Waiting now">{formatNumber(pending)}</Line>
      <Line name="Oldest of them">{oldest_pending_at ? <Time at={oldest_pending_at} /> : 'none'}</Line>
    </Lines>
  );
}

function Lines({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="stack gap-2">
      <Card flush>
        <dl className="divide-y">{children}</dl>
      </Card>
      <p className="text-xs text-muted">{note}</p>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-3 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}

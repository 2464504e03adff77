// Figures of /status: catalog, latency and webhook deliveries.
import type { ReactNode } from 'react';
import type { Status } from '../../api/openapi.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMs, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { NextUpdate } from '../public/next-update.tsx';

export function CatalogFigures({ catalog }: { catalog: Status['catalog'] }) {
  const { hooks, updated_at, checked_at, next_update_at } = catalog;
  return (
    <Lines>
      <Line name="Hooks">{formatNumber(hooks)}</Line>
      <Line name="Last change">
        <Time at={updated_at} />
      </Line>
      {checked_at && (
        <Line name="Sources checked">
          <Time at={checked_at} />
        </Line>
      )}
      {next_update_at && (
        <Line name="Next update">
          <NextUpdate at={next_update_at} />
        </Line>
      )}
    </Lines>
  );
}

export function LatencyFigures({ latency }: { latency: Status['latency'] }) {
  const { p50_ms, p99_ms, window_minutes } = latency;
  return (
    <Lines note={`Over the last ${window_minutes} minutes, not counting the network.`}>
      {p50_ms !== null && <Line name="Half of calls within">{formatMs(p50_ms)}</Line>}
      {p99_ms !== null && <Line name="99 of 100 within">{formatMs(p99_ms)}</Line>}
      {p50_ms === null && <Line name="Calls">None yet</Line>}
    </Lines>
  );
}

export function DeliveryFigures({ deliveries }: { deliveries: Status['deliveries'] }) {
  if (!deliveries) return <Card>Unavailable while the database can’t be reached.</Card>;
  const { window_hours, delivered, failed, pending, success_ratio, oldest_pending_at } = deliveries;
  return (
    <Lines note={`Last ${window_hours} hours, all customers. Test deliveries are excluded.`}>
      <Line name="Delivered">
        {formatNumber(delivered)}
        {success_ratio !== null && <span className="text-muted"> · {formatPercent(success_ratio)}</span>}
      </Line>
      <Line name="Failed">{formatNumber(failed)}</Line>
      <Line name="Waiting">
        {formatNumber(pending)}
        {oldest_pending_at && (
          <span className="text-muted">
            , oldest <Time at={oldest_pending_at} />
          </span>
        )}
      </Line>
    </Lines>
  );
}

function Lines({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <div className="stack gap-2">
      <Card flush>
        <dl className="divide-y">{children}</dl>
      </Card>
      {note && <p className="text-xs text-muted">{note}</p>}
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

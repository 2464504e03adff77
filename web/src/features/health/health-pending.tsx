// PendingWork: pending reviews, key requests, reports, deliveries and exports.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OperatorHealth } from '../../api/openapi.ts';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';

type Tile = {
  label: string;
  /** undefined during a database outage. */
  count: number | undefined;
  unit: string;
  note?: ReactNode;
  href: string;
};

/** Tiles of pending work. A tile with nothing to do is left out. */
export function PendingWork({ health }: { health: OperatorHealth }) {
  const tiles = tilesOf(health).filter(({ count }) => count);
  if (tiles.length === 0) return null;
  return (
    <ul aria-label="Pending work" className="flex flex-wrap gap-px overflow-hidden rounded-md border bg-line">
      {tiles.map(({ label, count = 0, unit, note, href }) => (
        <li key={label} className="grow basis-1/3 bg-surface md:basis-1/5">
          <Link
            href={href}
            className="grid h-full content-start gap-1 px-4 py-3 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="text-xs text-muted">{label}</span>
            <span className="text-title font-semibold">
              {formatNumber(count)}
              <span className="text-base font-normal text-muted"> {unit}</span>
            </span>
            <span className="line-clamp-2 text-xs text-muted wrap-anywhere">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function tilesOf(health: OperatorHealth): Tile[] {
  const { review, key_requests, deliveries, exports, reports } = health;
  return [
    {
      label: 'Review queue',
      count: review?.waiting,
      unit: review?.waiting === 1 ? 'hook to review' : 'hooks to review',
      note: <Oldest at={review?.oldest_at} />,
      href: '/console/review',
    },
    {
      label: 'Requests',
      count: key_requests?.pending,
      unit: 'pending',
      note: <Oldest at={key_requests?.oldest_at} />,
      href: '/console/requests',
    },
    {
      label: 'Reports',
      count: reports?.waiting,
      unit: 'waiting',
      note: <Oldest at={reports?.oldest_at} />,
      href: '/console/reports',
    },
    {
      label: 'Deliveries',
      count: deliveries?.due,
      unit: 'due now',
      note: deliveries && (
        <>
          {formatNumber(deliveries.pending)} pending, {formatNumber(deliveries.failed_today)} failed today
          {deliveries.skipped_today > 0 && `, ${formatNumber(deliveries.skipped_today)} skipped`}
        </>
      ),
      href: '/console/deliveries?status=pending',
    },
    {
      label: 'Exports',
      count: exports?.processing,
      unit: 'processing',
      note: exports && <>{formatNumber(exports.failed_today)} failed today</>,
      href: '/console/exports',
    },
  ];
}

function Oldest({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <>
      Oldest <Time at={at} />
    </>
  );
}

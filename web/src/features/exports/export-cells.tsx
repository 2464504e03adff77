// Table cells of an export, for the dashboard and the console: status, records, size, menu items.
import type { Export } from '@hookline/sdk';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import type { MenuItem } from '../../kit/overlay/menu.tsx';
import { capitalized, formatBytes, formatNumber } from '../../kit/page/format.ts';
import { isProcessing, truncation } from './export-state.ts';

const none = <span className="text-faint">–</span>;

export const countColumns = [
  {
    id: 'records',
    header: 'Records',
    align: 'right',
    cell: ({ records }: Export) => (records === null ? none : formatNumber(records)),
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    cell: ({ size_bytes: bytes }: Export) =>
      bytes === null ? (
        none
      ) : (
        <span title={`${formatNumber(bytes)} bytes`} className="whitespace-nowrap">
          {formatBytes(bytes)}
        </span>
      ),
  },
] as const;

export const exportTones = {
  processing: 'accent',
  complete: 'good',
  failed: 'bad',
  canceled: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Export['status'], string>;

export function ExportStatus({ of: one }: { of: Export }) {
  const truncated = truncation(one);
  return (
    <div className="stack gap-1 sm:w-52 sm:py-1 max-sm:justify-items-end max-sm:text-right">
      <span
        className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end"
        role={isProcessing(one) ? 'status' : undefined}
      >
        <span className={isProcessing(one) ? 'animate-pulse' : ''}>
          <StatusDot tone={exportTones[one.status]}>{capitalized(one.status)}</StatusDot>
        </span>
        <span className="text-xs text-muted">
          <Note of={one} />
        </span>
      </span>
      {truncated && <span className="text-xs text-warn">{truncated}</span>}
    </div>
  );
}

function Note({ of: one }: { of: Export }) {
  if (isProcessing(one)) return <>about {formatNumber(one.estimated_records)} records</>;
  if (one.status === 'failed') return <span className="text-bad wrap-anywhere">{one.error}</span>;
  if (!one.expires_at) return null;
  if (one.status === 'expired') return <>file deleted</>;
  return (
    <>
      expires <Time at={one.expires_at} />
    </>
  );
}

/** Cancel while processing, delete file once complete, otherwise empty. */
export function deleteItems(one: Export, onDelete: () => void): MenuItem[] {
  if (!isProcessing(one) && one.status !== 'complete') return [];
  return [{ label: isProcessing(one) ? 'Cancel…' : 'Delete file…', icon: 'trash', danger: true, onSelect: onDelete }];
}

// Table cells of an export, for the dashboard and the console: status, records, size, menu items.
import type { Export } from '@hookline/sdk';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import type { MenuItem } from '../../kit/overlay/menu.tsx';
import { capitalized, formatBytes, formatNumber, plural } from '../../kit/page/format.ts';
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
        <span title={plural(bytes, 'byte')} className="whitespace-nowrap">
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

export function ExportStatus({ of: row }: { of: Export }) {
  const truncated = truncation(row);
  return (
    <div className="stack gap-1 sm:w-52 sm:py-1 max-sm:justify-items-end max-sm:text-right">
      <span
        className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end"
        role={isProcessing(row) ? 'status' : undefined}
      >
        <span className={isProcessing(row) ? 'animate-pulse' : ''}>
          <StatusDot tone={exportTones[row.status]}>{capitalized(row.status)}</StatusDot>
        </span>
        <span className="text-xs text-muted">
          <Note of={row} />
        </span>
      </span>
      {truncated && <span className="text-xs text-warn">{truncated}</span>}
    </div>
  );
}

function Note({ of: row }: { of: Export }) {
  if (isProcessing(row)) return <>about {plural(row.estimated_records, 'record')}</>;
  if (row.status === 'failed') return <span className="text-bad wrap-anywhere">{row.error}</span>;
  // The service ended it: a hook in the file was taken down, or the account no longer has exports.
  if (row.error) return <span className="wrap-anywhere">{row.error}</span>;
  if (!row.expires_at) return null;
  if (row.status === 'expired') return <>file deleted</>;
  return (
    <>
      expires <Time at={row.expires_at} />
    </>
  );
}

/** Cancel while processing, delete file once complete, otherwise empty. */
export function deleteItems(row: Export, onDelete: () => void): MenuItem[] {
  if (!isProcessing(row) && row.status !== 'complete') return [];
  return [{ label: isProcessing(row) ? 'Cancel…' : 'Delete file…', icon: 'trash', danger: true, onSelect: onDelete }];
}

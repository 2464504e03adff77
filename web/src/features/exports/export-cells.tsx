// How an export looks in a row: its state with how far it is or until when it stays, its size, how it is ended. Also for the
// operator's list.
import type { Export } from '@hookline/sdk';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import type { MenuItem } from '../../kit/overlay/menu.tsx';
import { formatBytes, formatNumber } from '../../kit/page/format.ts';
import { isUnderWay, truncation } from './export-state.ts';

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

export function ExportState({ of: one }: { of: Export }) {
  const left = truncation(one);
  return (
    <div className="stack gap-1 sm:w-52 sm:py-1 max-sm:justify-items-end max-sm:text-right">
      <span
        className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end"
        role={isUnderWay(one) ? 'status' : undefined}
      >
        <span className={isUnderWay(one) ? 'animate-pulse' : ''}>
          <StatusDot tone={exportTones[one.status]}>{one.status}</StatusDot>
        </span>
        <span className="text-xs text-muted">
          <Note of={one} />
        </span>
      </span>
      {left && <span className="text-xs text-warn">{left}</span>}
    </div>
  );
}

function Note({ of: one }: { of: Export }) {
  if (isUnderWay(one)) return <>writing about {formatNumber(one.estimated_records)} records</>;
  if (one.status === 'failed') return <span className="text-bad wrap-anywhere">{one.error}</span>;
  if (!one.expires_at) return null;
  if (one.status === 'expired') return <>its file is deleted</>;
  return (
    <>
      expires <Time at={one.expires_at} />
    </>
  );
}

/** Cancels it, or deletes its file; nothing where there is neither. */
export function endItems(one: Export, onEnd: () => void): MenuItem[] {
  if (!isUnderWay(one) && one.status !== 'complete') return [];
  return [{ label: isUnderWay(one) ? 'Cancel…' : 'Delete file…', icon: 'trash', danger: true, onSelect: onEnd }];
}

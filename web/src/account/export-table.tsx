// The table of exports: what each holds, how far it is, its file, and what may be done with it.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Badge, StatusDot } from '../kit/badge.tsx';
import { LinkButton } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { formatBytes, formatNumber } from '../kit/format.ts';
import { Menu, type MenuItem } from '../kit/menu.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { truncation } from './export-state.ts';
import { describeFilters } from './hook-filters.ts';

type ExportActions = {
  onAgain: (one: Export) => void;
  /** Cancels it, or deletes its file. */
  onEnd: (one: Export) => void;
};

type ExportTableProps = ExportActions & { exports: readonly Export[] | undefined; empty: ReactNode };

const none = <span className="text-faint">–</span>;

const columns: Column<Export>[] = [
  { id: 'what', header: 'Export', cell: (one) => <What of={one} /> },
  { id: 'status', header: 'State', cell: (one) => <State of={one} /> },
  {
    id: 'records',
    header: 'Records',
    align: 'right',
    cell: ({ records }) => (records === null ? none : formatNumber(records)),
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    cell: ({ size_bytes: bytes }) =>
      bytes === null ? (
        none
      ) : (
        <span title={`${formatNumber(bytes)} bytes`} className="whitespace-nowrap">
          {formatBytes(bytes)}
        </span>
      ),
  },
  { id: 'created', header: 'Asked for', cell: ({ created_at }) => <Time at={created_at} /> },
];

export function ExportTable({ exports, empty, ...actions }: ExportTableProps) {
  const last: Column<Export> = {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    className: 'w-40',
    cell: (one) => <Actions of={one} {...actions} />,
  };
  return (
    <Table
      label="Exports, the newest first"
      columns={[...columns, last]}
      rows={exports}
      rowKey={({ export_id }) => export_id}
      empty={empty}
    />
  );
}

function What({ of: one }: { of: Export }) {
  return (
    <div className={`stack min-w-40 gap-1 sm:py-1 ${one.download_url ? 'max-sm:pr-24' : ''}`}>
      <span className="flex items-start gap-2">
        <Badge>{one.format}</Badge>
        <span className="font-medium wrap-anywhere">{describeFilters(one.filters)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs text-muted">
        {one.export_id}
        {one.sha256 && (
          <span className="inline-flex items-center" title={one.sha256}>
            sha256 {one.sha256.slice(0, 8)}…
            <CopyButton text={one.sha256} label={`Copy the SHA-256 of ${one.export_id}`} />
          </span>
        )}
      </span>
    </div>
  );
}

const tones = {
  processing: 'accent',
  complete: 'good',
  failed: 'bad',
  canceled: 'neutral',
  expired: 'neutral',
} as const;

function State({ of: one }: { of: Export }) {
  const left = truncation(one);
  return (
    <div className="stack gap-1 sm:w-52 sm:py-1 max-sm:justify-items-end max-sm:text-right">
      <span
        className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end"
        role={one.status === 'processing' ? 'status' : undefined}
      >
        <span className={one.status === 'processing' ? 'animate-pulse' : ''}>
          <StatusDot tone={tones[one.status]}>{one.status}</StatusDot>
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
  if (one.status === 'processing') return <>writing about {formatNumber(one.estimated_records)} records</>;
  if (one.status === 'failed') return <span className="text-bad wrap-anywhere">{one.error}</span>;
  if (!one.expires_at) return null;
  if (one.status === 'expired') return <>its file is deleted</>;
  return (
    <>
      expires <Time at={one.expires_at} />
    </>
  );
}

function Actions({ of: one, onAgain, onEnd }: { of: Export } & ExportActions) {
  const again: MenuItem = { label: 'Make again…', icon: 'refresh', onSelect: () => onAgain(one) };
  const end: MenuItem = {
    label: one.status === 'processing' ? 'Cancel…' : 'Delete file…',
    icon: 'trash',
    danger: true,
    onSelect: () => onEnd(one),
  };
  const canEnd = one.status === 'processing' || one.status === 'complete';
  return (
    <span className="inline-flex items-center gap-1">
      {one.download_url && (
        <LinkButton href={one.download_url} small icon="export" isOutside>
          Download
        </LinkButton>
      )}
      <Menu label={`Actions for ${one.export_id}`} items={canEnd ? [again, end] : [again]} />
    </span>
  );
}
